import 'server-only';

/**
 * A signal that is aborted when `gone` is, or after `ms`. Not `AbortSignal.any` over `AbortSignal.timeout`: Node 20
 * may collect the timer with the signal that nobody else holds, and then it never comes.
 */
export function deadline(gone: AbortSignal, ms: number): { signal: AbortSignal; clear: () => void } {
  const controller = new AbortController();
  const leave = () => controller.abort(gone.reason);
  const timer = setTimeout(
    () => controller.abort(new DOMException('The time for this is over', 'TimeoutError')),
    ms,
  );
  if (gone.aborted) leave();
  else gone.addEventListener('abort', leave, { once: true });
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      gone.removeEventListener('abort', leave);
    },
  };
}
