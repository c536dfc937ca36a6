import { inheritWork } from './inherit-work';
import { WorkSignal } from './work-signal';

/** A signal of one piece of work; see `linkedSignal`. */
export type LinkedSignal = {
  signal: AbortSignal;
  /** Aborts this signal alone, and lets go of its parent. */
  abort: (reason?: unknown) => void;
  /** Lets go of the parent and the timer: the work is over. */
  clear: () => void;
};

/**
 * A signal of `parent`'s caller and trace that is aborted when `parent` is, with its reason, or after `timeoutMs`
 * milliseconds, with a `TimeoutError`. `clear` or `abort` must be called when the work is over.
 */
export function linkedSignal(
  parent: AbortSignal | undefined,
  { timeoutMs }: { timeoutMs?: number } = {},
): LinkedSignal {
  // Not `AbortSignal.any` over `AbortSignal.timeout`: Node 20 may collect the timer with the signal that nobody else
  // holds, and then it never fires.
  const signal = new WorkSignal();
  inheritWork(parent, signal);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onParentAbort = () => abort(parent?.reason);
  const clear = () => {
    clearTimeout(timer);
    parent?.removeEventListener('abort', onParentAbort);
  };
  const abort = (reason?: unknown) => {
    clear();
    signal.abort(reason);
  };
  if (parent?.aborted) onParentAbort();
  else {
    parent?.addEventListener('abort', onParentAbort, { once: true });
    if (timeoutMs !== undefined)
      timer = setTimeout(
        () => abort(new DOMException('The time for this is over', 'TimeoutError')),
        timeoutMs,
      );
  }
  return { signal, abort, clear };
}
