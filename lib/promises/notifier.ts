/** Lets several callers wait for a change. */
export class Notifier {
  private readonly waiting = new Set<() => void>();

  /** Resolves all pending waits. */
  notify(): void {
    for (const wake of this.waiting) wake();
  }

  /** Resolves at the next `notify`, when the signal is aborted (at once if it already is), or after `ms`. Never throws. */
  wait({ signal, ms }: { signal?: AbortSignal; ms?: number }): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.waiting.delete(wake);
        signal?.removeEventListener('abort', wake);
        clearTimeout(timer);
        resolve();
      };
      const timer = ms === undefined ? undefined : setTimeout(wake, ms);
      this.waiting.add(wake);
      if (signal?.aborted) wake();
      else signal?.addEventListener('abort', wake, { once: true });
    });
  }
}
