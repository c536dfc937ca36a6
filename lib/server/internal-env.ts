import { resolve } from 'node:path';

// Reads variables that are not settings: the program that starts a process sets them, or a library reads them. Only
// `readEnv` (`env.ts`) may read settings; `lib/testing/environment.test.ts` enforces this.

/** Whether this code runs in Next's development server. */
export const isDevelopment = process.env.NODE_ENV === 'development';

/** Returns the `PATH` for child programs. */
export const programPath = (): string | undefined => process.env.PATH;

/** Returns the receiver of traces, which OpenTelemetry's packages read themselves; undefined if it is not set. */
export const otlpEndpoint = (): string | undefined =>
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim() || undefined;

/**
 * Returns the project's folder, which contains `dist`, `.next`, `public` and `.env`: `SATCHEL_ROOT`, which the bundles
 * and `next.config.js` set to their own project, or the working directory.
 */
export const projectRoot = (): string => process.env.SATCHEL_ROOT ?? process.cwd();

/** Resolves a path in a variable. A relative path is relative to the project. */
export const fromRoot = (path: string): string => resolve(/*turbopackIgnore: true*/ projectRoot(), path);
