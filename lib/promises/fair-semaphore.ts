/**
 * A bounded number of permits. Who finds none waits in a queue: first come, first served within a queue, and the
 * queues are served in turn, so that hundreds of calls of one holder hold up no other.
 */
export class FairSemaphore {
  /** Who waits, by queue; the first queue is served next. */
  private readonly queues = new Map<object, Set<() => void>>();

  /** Permits that nobody holds; below 0 while more are held than there are now. */
  private permits: number;

  constructor(private total: number) {
    this.permits = total;
  }

  /** Permits that nobody holds. */
  get free(): number {
    return Math.max(0, this.permits);
  }

  /** Changes how many permits there are. Those that are held stay held. */
  resize(total: number): void {
    this.permits += total - this.total;
    this.total = total;
    while (this.permits > 0 && this.grantNext());
  }

  /**
   * Waits for a permit.
   * @param queueKey whose call it is; by default each signal has a queue of its own
   * @returns what gives the permit back
   * @throws the signal's reason when it is aborted first
   */
  acquire(signal: AbortSignal, queueKey: object = signal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (this.permits > 0) {
        this.permits -= 1;
        return resolve(this.releaseOnce());
      }
      const queue = this.queues.get(queueKey) ?? new Set<() => void>();
      this.queues.set(queueKey, queue);
      const grant = () => {
        signal.removeEventListener('abort', leave);
        resolve(this.releaseOnce());
      };
      const leave = () => {
        queue.delete(grant);
        if (queue.size === 0 && this.queues.get(queueKey) === queue) this.queues.delete(queueKey);
        reject(signal.reason);
      };
      queue.add(grant);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  private releaseOnce(): () => void {
    let released = false;
    return () => {
      if (!released) this.release();
      released = true;
    };
  }

  private release(): void {
    this.permits += 1;
    if (this.permits > 0) this.grantNext();
  }

  /** Hands a permit to the next in line; false when nobody waits. */
  private grantNext(): boolean {
    for (const [queueKey, queue] of this.queues)
      for (const grant of queue) {
        queue.delete(grant);
        this.queues.delete(queueKey);
        // Behind the other queues, if more wait in it.
        if (queue.size > 0) this.queues.set(queueKey, queue);
        this.permits -= 1;
        grant();
        return true;
      }
    return false;
  }
}
