import type { TraceContext } from './trace-context';

/** Attributes of a span. Values must not contain credentials, query strings or addresses of upstreams. */
export type SpanAttributes = Record<string, string | number | boolean>;

/** A span that has started (https://opentelemetry.io/docs/concepts/signals/traces). */
export type Span = {
  /** The context of the span's children. */
  context: TraceContext;
  /**
   * Ends the span.
   * @param outcome.name replaces the span's name
   * @param outcome.error a short reason, if the work failed
   */
  end: (outcome?: { name?: string; attributes?: SpanAttributes; error?: string | undefined }) => void;
};

export type SpanStart = {
  /** `server`: an incoming request. `client`: a call to an upstream. `internal`: one step of the processing. */
  kind: 'server' | 'client' | 'internal';
  name: string;
  /** The span's parent; undefined for a new trace. */
  parent: TraceContext | undefined;
  attributes?: SpanAttributes;
  /** When the work started, as a `performance.now()` time; default now. */
  startedAt?: number;
};

/** Starts a span; undefined in a service that exports no traces. */
export type StartSpan = (start: SpanStart) => Span;
