import 'server-only';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { getStringFromEnv, parseKeyPairsIntoRecord, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtobufMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { StartSpan } from '@/lib/trace/span';
import manifest from '../../../../package.json';
import type { Env } from '../../env';
import type { Service } from '../../service';
import { prometheusProducer } from './prometheus-producer';
import { spanRecorder } from './span-recorder';

/** Maximum time for sending the last spans and metrics of a process, in ms. */
const FLUSH_MS = 1_000;
/** Minimum time between two log lines about failed exports, in ms. */
const WARNING_INTERVAL_MS = 60_000;

/** Which signals are exported over OTLP. */
export type ExportedSignals = { traces: boolean; metrics: boolean };

export type OpenTelemetry = {
  /** Records spans; undefined if traces are not exported. */
  startSpan: StartSpan | undefined;
  /** Starts to export the metrics of a service. Logs failures to the service's log. */
  attach: (service: Pick<Service, 'log' | 'metricsJson'>) => void;
  /** Sends the remaining spans and metrics, for at most one second. */
  shutdown: () => Promise<void>;
};

/**
 * Starts the export of traces and metrics over OTLP/HTTP. The OpenTelemetry packages themselves read variables that are
 * not settings of Satchel, such as `OTEL_SERVICE_NAME` and `OTEL_TRACES_SAMPLER`. Queues are bounded: spans are dropped
 * while the receiver is unreachable.
 */
export function startOpenTelemetry(
  env: Env,
  { traces, metrics }: ExportedSignals,
  processName: 'api' | 'web',
): OpenTelemetry {
  const isJson = env.otlpProtocol === 'http/json';
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': 'satchel',
        'service.version': manifest.version,
        'service.instance.id': randomUUID(),
        'satchel.process': processName,
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }));
  const tracers = traces
    ? new BasicTracerProvider({
        resource,
        spanProcessors: [
          new BatchSpanProcessor(
            isJson
              ? new JsonTraceExporter(toReceiver(env, 'traces'))
              : new ProtobufTraceExporter(toReceiver(env, 'traces')),
          ),
        ],
      })
    : undefined;
  let meters: MeterProvider | undefined;
  return {
    startSpan: tracers && spanRecorder(tracers.getTracer('satchel', manifest.version)),
    attach({ log, metricsJson }) {
      logFailures(log);
      if (!metrics) return;
      const exportIntervalMillis = env.otelMetricExportIntervalMs;
      meters = new MeterProvider({
        resource,
        readers: [
          new PeriodicExportingMetricReader({
            exporter: isJson
              ? new JsonMetricExporter(toReceiver(env, 'metrics'))
              : new ProtobufMetricExporter(toReceiver(env, 'metrics')),
            metricProducers: [prometheusProducer(metricsJson)],
            exportIntervalMillis,
            exportTimeoutMillis: Math.min(30_000, exportIntervalMillis),
          }),
        ],
      });
    },
    async shutdown() {
      const sent = Promise.allSettled([tracers?.shutdown(), meters?.shutdown()]);
      await Promise.race([sent, sleep(FLUSH_MS, undefined, { ref: false })]);
    },
  };
}

/** Returns the exporter settings that may come from files (`NAME_FILE`), which the packages do not support. */
function toReceiver({ otlpEndpoint, otlpHeaders }: Env, signal: 'traces' | 'metrics') {
  const names = ['OTEL_EXPORTER_OTLP_ENDPOINT', `OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_ENDPOINT`];
  const isInFile = otlpEndpoint !== undefined && names.every((name) => getStringFromEnv(name) === undefined);
  return {
    ...(isInFile && { url: `${otlpEndpoint.replace(/\/$/, '')}/v1/${signal}` }),
    ...(otlpHeaders !== undefined && { headers: parseKeyPairsIntoRecord(otlpHeaders) }),
  };
}

/** Logs failed exports, at most one line per minute. */
function logFailures(log: Service['log']): void {
  let quietUntil = 0;
  let failures = 0;
  const warn = (error: unknown) => {
    failures++;
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + WARNING_INTERVAL_MS;
    log.warn({ err: error, failures }, 'OpenTelemetry could not export to OTEL_EXPORTER_OTLP_ENDPOINT');
    failures = 0;
  };
  setGlobalErrorHandler((error) => warn(error));
  // The OpenTelemetry packages report invalid variables and timeouts here.
  const report = (message: string, ...details: unknown[]) =>
    warn(details.find((each) => each instanceof Error) ?? message);
  const ignore = () => undefined;
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
