import 'server-only';
import { otlpEndpoint } from '../internal-env';

/**
 * Starts the export of traces if `OTEL_EXPORTER_OTLP_ENDPOINT` is set. Loads the OpenTelemetry packages only in that case.
 * @param warn called with a warning if the variable is not a URL, for which OpenTelemetry would use localhost
 * @throws Error if a package cannot be loaded
 */
export async function telemetryOf(processName: 'api' | 'web', warn?: (line: string) => void) {
  const endpoint = otlpEndpoint();
  if (endpoint === undefined) return undefined;
  if (!/^https?:\/\//i.test(endpoint) || !URL.canParse(endpoint)) {
    warn?.(
      'Warning: OTEL_EXPORTER_OTLP_ENDPOINT is not a URL that begins with http:// or https://; no traces are exported.',
    );
    return undefined;
  }
  const { startOpenTelemetry } = await import('./open-telemetry');
  return startOpenTelemetry(processName);
}
