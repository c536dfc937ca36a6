import 'server-only';
import {
  createTraceState,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { StartSpan } from '@/lib/trace/span';
import type { TraceContext } from '@/lib/trace/trace-context';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** Records spans with an OpenTelemetry tracer. Parents are passed explicitly; there is no ambient context. */
export function spanRecorder(tracer: Tracer): StartSpan {
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
