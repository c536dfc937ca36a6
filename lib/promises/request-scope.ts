import type { TraceContext } from '@/lib/trace/trace-context';
import { linkedSignal } from './linked-signal';

/** Context of a request. Functions that handle the request pass it on as the last argument. */
export type RequestScope = {
  /** Aborted when the caller disconnects or the deadline passes. */
  signal: AbortSignal;
  /** The deadline on the clock of `performance.now()`; Infinity for none. */
  deadlineAt: number;
  /** The caller's trace, sent to every upstream. */
  trace: TraceContext | undefined;
};

/** A part of a request's work that can end before the rest. `abort` or `clear` must be called when it is over. */
export type ChildScope = {
  scope: RequestScope;
  /** Aborts the child only. */
  abort: (reason?: unknown) => void;
  /** Removes the timer and the listener on the parent. */
  clear: () => void;
};

/** Makes a scope, without a deadline and a trace by default. */
export const scopeOf = (
  signal: AbortSignal,
  deadlineAt = Number.POSITIVE_INFINITY,
  trace?: TraceContext,
): RequestScope => ({ signal, deadlineAt, trace });

/** A scope that is aborted with its parent, or after `timeoutMs` with a `TimeoutError` (`linkedSignal`). */
export function childScope(parent: RequestScope, options: { timeoutMs?: number } = {}): ChildScope {
  const { signal, abort, clear } = linkedSignal(parent.signal, options);
  const endsAt = performance.now() + (options.timeoutMs ?? Number.POSITIVE_INFINITY);
  return { scope: scopeOf(signal, Math.min(parent.deadlineAt, endsAt), parent.trace), abort, clear };
}
