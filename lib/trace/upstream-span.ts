import type { Span, StartSpan } from './span';
import { type TraceContext, traceHeaders } from './trace-context';

/**
 * Starts a span for one attempt to call an upstream; undefined if the service exports no traces or the call does not
 * belong to a trace.
 * @param upstream the upstream's label, such as `solana-101#1`; never its address, which may contain a key
 */
export function startUpstreamSpan(
  startSpan: StartSpan | undefined,
  trace: TraceContext | undefined,
  upstream: string,
  method: string,
): Span | undefined {
  if (startSpan === undefined || trace === undefined) return undefined;
  const attributes = { 'rpc.method': method, 'satchel.upstream': upstream };
  return startSpan({ kind: 'client', name: method, parent: trace, attributes });
}

/** Ends the span of an attempt with its outcome: `ok` or an error. */
export const endUpstreamSpan = (span: Span | undefined, outcome: string): void =>
  span?.end({ attributes: { 'satchel.outcome': outcome }, error: outcome === 'ok' ? undefined : outcome });

/** Creates the headers that propagate a trace to an upstream. The attempt's span, if recorded, is the parent. */
export function upstreamHeaders(
  trace: TraceContext | undefined,
  span: Span | undefined,
): Record<string, string> | undefined {
  if (span !== undefined) return traceHeaders(span.context, span.context.spanId);
  return trace && traceHeaders(trace);
}
