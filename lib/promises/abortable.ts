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
