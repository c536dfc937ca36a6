import 'server-only';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createTraceState,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { StartSpan } from '@/lib/trace/span';
import type { TraceContext } from '@/lib/trace/trace-context';
import manifest from '../../../package.json';
import type { Log } from './log';

/** Maximum time for sending the last spans of a process, in ms. */
const FLUSH_MS = 1_000;
/** Minimum time between two log lines about failed exports, in ms. */
const WARNING_INTERVAL_MS = 60_000;

/**
 * Starts the export of traces over OTLP/HTTP, as protobuf. The OpenTelemetry packages read the standard variables
 * themselves, such as `OTEL_EXPORTER_OTLP_ENDPOINT` and `OTEL_TRACES_SAMPLER`. Queues are bounded: spans are dropped while
 * the receiver is unreachable.
 */
export function startOpenTelemetry(processName: 'api' | 'web') {
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
  const spanProcessors = [new BatchSpanProcessor(new OTLPTraceExporter())];
  const tracers = new BasicTracerProvider({ resource, spanProcessors });
  return {
    startSpan: spanRecorder(tracers.getTracer('satchel', manifest.version)),
    logFailures,
    /** Sends the remaining spans, for at most one second. */
    async shutdown(): Promise<void> {
      await Promise.race([
        Promise.allSettled([tracers.shutdown()]),
        sleep(FLUSH_MS, undefined, { ref: false }),
      ]);
    },
  };
}

/** Logs failed exports to `log`, at most one line per minute. */
function logFailures(log: Log): void {
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

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** Records spans with an OpenTelemetry tracer. Parents are passed explicitly; there is no ambient context. */
function spanRecorder(tracer: Tracer): StartSpan {
  return ({ kind, name, parent, attributes = {}, startedAt }) => {
    const within = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote(parent));
    const startTime = startedAt === undefined ? undefined : performance.timeOrigin + startedAt;
    const span = tracer.startSpan(
      name,
      { kind: KINDS[kind], attributes, ...(startTime && { startTime }) },
      within,
    );
    return {
      context: contextOf(span.spanContext()),
      end({ name: finalName, attributes: outcome, error } = {}) {
        if (finalName !== undefined) span.updateName(finalName);
        if (outcome !== undefined) span.setAttributes(outcome);
        if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
        span.end();
      },
    };
  };
}

function remote({ traceId, spanId, flags, state }: TraceContext): SpanContext {
  return {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
    ...(state !== undefined && { traceState: createTraceState(state) }),
  };
}

const contextOf = ({ traceId, spanId, traceFlags, traceState }: SpanContext): TraceContext => ({
  traceId,
  spanId,
  flags: traceFlags.toString(16).padStart(2, '0'),
  state: traceState?.serialize() || undefined,
});
