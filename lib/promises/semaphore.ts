import { FairQueue } from './fair-queue';

/** A bounded number of permits. Callers wait in queues that are served in turn (`FairQueue`). */
export class Semaphore {
  private readonly waiting = new FairQueue<() => void>();
  private held = 0;

  constructor(private total: number) {}

  /** Permits that are free. */
  get free(): number {
    return Math.max(0, this.total - this.held);
  }

  /** Changes the number of permits; held ones stay held. */
  resize(total: number): void {
    this.total = total;
    this.serve();
  }

  /**
   * Waits for a permit.
   * @param queueKey the queue to wait in; by default each signal has its own
   * @returns releases the permit
   * @throws the signal's reason when it is aborted first
   */
  acquire(signal: AbortSignal, queueKey: object = signal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (this.free > 0) return resolve(this.take());
      const grant = () => {
        signal.removeEventListener('abort', giveUp);
        resolve(this.take());
      };
      const leave = this.waiting.add(queueKey, grant);
      const giveUp = () => {
        leave();
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  private take(): () => void {
    this.held += 1;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.held -= 1;
      this.serve();
    };
  }

  private serve(): void {
    while (this.free > 0) {
      const grant = this.waiting.next();
      if (grant === undefined) return;
      grant();
    }
  }
}
