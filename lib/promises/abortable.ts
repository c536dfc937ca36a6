/**
 * What `promise` comes to, unless `signal` is aborted first. The promise itself goes on: this is for work that cannot
 * be aborted, or that others wait for too. The listener is removed when the promise settles.
 *
 * @throws the signal's reason when it is aborted first
 */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
