import 'server-only';
import type { Env } from '../../env';
import type { OpenTelemetry } from './open-telemetry';

/**
 * Starts the export of traces if `OTEL_EXPORTER_OTLP_ENDPOINT` is set. Loads the OpenTelemetry packages only in that case.
 * @throws Error if a package cannot be loaded
 */
export async function telemetryOf(
  { otlpEndpoint }: Pick<Env, 'otlpEndpoint'>,
  processName: 'api' | 'web',
): Promise<OpenTelemetry | undefined> {
  if (otlpEndpoint === undefined) return undefined;
  const { startOpenTelemetry } = await import('./open-telemetry');
  return startOpenTelemetry(otlpEndpoint, processName);
}
