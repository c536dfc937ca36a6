/** The abort signal of one piece of work; see `linkedSignal`. */
export type LinkedSignal = {
  signal: AbortSignal;
  /** Aborts this signal, but not its parent, and clears it. */
  abort: (reason?: unknown) => void;
  /** Removes the timer and the listener on the parent. */
  clear: () => void;
};

/**
 * Creates a signal that is aborted together with `parent`, for the same reason, or after `timeoutMs` with a
 * `TimeoutError`. `clear` or `abort` must be called when the work is over.
 */
export function linkedSignal(
  parent: AbortSignal | undefined,
  { timeoutMs }: { timeoutMs?: number } = {},
): LinkedSignal {
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
