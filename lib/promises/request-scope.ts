import { AsyncResource } from 'node:async_hooks';
import type { TraceContext } from '@/lib/trace/trace-context';

/**
 * Creates a signal of one piece of work that is aborted together with `parent`, for the same reason, or after `timeoutMs`
 * with a `TimeoutError`. `abort` aborts this signal, but not its parent, and clears it. `clear` removes the timer and the
 * listener on the parent. One of the two must be called when the work is over.
 */
export function linkedSignal(parent: AbortSignal | undefined, { timeoutMs }: { timeoutMs?: number } = {}) {
  // Not `AbortSignal.any` with `AbortSignal.timeout`: Node 20 may garbage-collect an unreferenced signal, so that its
  // timeout never fires.
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onParentAbort = () => abort(parent?.reason);
  const clear = () => {
    clearTimeout(timer);
    parent?.removeEventListener('abort', onParentAbort);
  };
  const abort = (reason?: unknown) => {
    clear();
    controller.abort(reason);
  };
  if (parent?.aborted) onParentAbort();
  else {
    parent?.addEventListener('abort', onParentAbort, { once: true });
    if (timeoutMs !== undefined)
      timer = setTimeout(
        () => abort(new DOMException('The time limit was reached', 'TimeoutError')),
        timeoutMs,
      );
  }
  return { signal: controller.signal, abort, clear };
}

/** Context of a request. Functions that handle the request pass it on as the last argument. */
export type RequestScope = {
  /** Aborted when the caller disconnects or the deadline passes. */
  signal: AbortSignal;
  /** The deadline as a `performance.now()` time; Infinity if there is none. */
  deadlineAt: number;
  /** The caller's trace, which is sent to every upstream. */
  trace: TraceContext | undefined;
};

/** Creates a scope; by default, it has no deadline and no trace. */
export const scopeOf = (
  signal: AbortSignal,
  deadlineAt = Number.POSITIVE_INFINITY,
  trace?: TraceContext,
): RequestScope => ({ signal, deadlineAt, trace });

/**
 * Creates a scope of one part of a request's work, which may end before the request does: it is aborted together with its
 * parent, or after `timeoutMs` with a `TimeoutError` (`linkedSignal`). Call `abort` or `clear` when that part ends.
 */
export function childScope(parent: RequestScope, options: { timeoutMs?: number } = {}) {
  const { signal, abort, clear } = linkedSignal(parent.signal, options);
  const endsAt = performance.now() + (options.timeoutMs ?? Number.POSITIVE_INFINITY);
  return { scope: scopeOf(signal, Math.min(parent.deadlineAt, endsAt), parent.trace), abort, clear };
}

const root = new AsyncResource('satchel');

/**
 * Calls a function outside the asynchronous context of the current request. Timers and promises keep the context in
 * which they were created, and Next keeps the whole request in it. Work that outlives its request must start here.
 */
export const outsideRequest = <T>(work: () => T): T => root.runInAsyncScope(work);

/**
 * Settles like `promise`, or rejects as soon as `signal` is aborted. Does not stop the work behind the promise: use it
 * for work that cannot be aborted or that others also wait for.
 * @throws the signal's reason if it is aborted first
 */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
