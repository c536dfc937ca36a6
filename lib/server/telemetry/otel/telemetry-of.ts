import 'server-only';
import type { Env } from '../../env';
import type { ExportedSignals, OpenTelemetry } from './open-telemetry';

type OtelEnv = Pick<Env, 'otelSdkDisabled' | 'otlpEndpoint' | 'otelTracesExporter' | 'otelMetricsExporter'>;

/**
 * Determines which signals are exported: none by default; both if `OTEL_EXPORTER_OTLP_ENDPOINT` is set, unless
 * `OTEL_TRACES_EXPORTER` or `OTEL_METRICS_EXPORTER` turns one off.
 */
function exportedSignals({
  otelSdkDisabled,
  otlpEndpoint,
  otelTracesExporter,
  otelMetricsExporter,
}: OtelEnv): ExportedSignals {
  const isOn = (exporter: 'otlp' | 'none' | undefined) =>
    !otelSdkDisabled && (exporter === undefined ? otlpEndpoint !== undefined : exporter === 'otlp');
  return { traces: isOn(otelTracesExporter), metrics: isOn(otelMetricsExporter) };
}

/**
 * Starts the export of traces and metrics if it is configured. Loads the OpenTelemetry packages only in that case.
 * @throws Error if a package cannot be loaded
 */
export async function telemetryOf(env: Env, processName: 'api' | 'web'): Promise<OpenTelemetry | undefined> {
  const signals = exportedSignals(env);
  if (!signals.traces && !signals.metrics) return undefined;
  const { startOpenTelemetry } = await import('./open-telemetry');
  return startOpenTelemetry(env, signals, processName);
}
