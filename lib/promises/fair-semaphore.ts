import { FairQueue } from './fair-queue';

/**
 * A bounded number of permits. Who finds none waits in a queue, and the queues are served in turn (`FairQueue`).
 */
export class FairSemaphore {
  private readonly waiting = new FairQueue<() => void>();

  /** Permits that nobody holds. */
  private permits: number;

  constructor(total: number) {
    this.permits = total;
  }

  /** Permits that nobody holds. */
  get free(): number {
    return this.permits;
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
      const grant = () => {
        signal.removeEventListener('abort', giveUp);
        resolve(this.releaseOnce());
      };
      const leave = this.waiting.add(queueKey, grant);
      const giveUp = () => {
        leave();
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  private releaseOnce(): () => void {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const next = this.waiting.next();
      if (next === undefined) this.permits += 1;
      else next();
    };
  }
}
