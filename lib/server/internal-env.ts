// Reads variables that are not settings: the program that starts a process sets them. Only `readEnv` (`env.ts`) may
// read settings; `lib/testing/environment.test.ts` enforces this.

/** Whether this code runs in Next's development server. */
export const isDevelopment = process.env.NODE_ENV === 'development';

/** Returns the `PATH` for child programs. */
export const programPath = (): string | undefined => process.env.PATH;

/** Returns the folder with `dist`, `.next` and `public`: `SATCHEL_ROOT`, by default the working directory. */
export const projectRoot = (): string => process.env.SATCHEL_ROOT ?? process.cwd();
