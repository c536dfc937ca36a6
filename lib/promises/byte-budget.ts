import { OverloadedError } from '@/lib/errors';

type Waiting = { bytes: number; grant: () => void };

/**
 * Limits the bytes taken by all work in flight. If too few are free, callers wait for a short time, in order of
 * arrival. A request larger than the budget is granted when no other bytes are taken.
 */
export class ByteBudget {
  private heldBytes = 0;
  private readonly queue: Waiting[] = [];

  /**
   * @param waitMs maximum time to wait for bytes, in ms
   */
  constructor(
    private readonly maxBytes: number,
    private readonly waitMs = 1_000,
  ) {}

  /** Number of bytes that are currently taken. */
  get held(): number {
    return this.heldBytes;
  }

  /** Takes bytes if they are free and no caller is waiting; returns whether they were taken. */
  tryTake(bytes: number): boolean {
    if (this.queue.length > 0 || !this.fits(bytes)) return false;
    this.heldBytes += bytes;
    return true;
  }

  /** Counts bytes that are already in memory, even beyond the limit. */
  add(bytes: number): void {
    this.heldBytes += bytes;
  }

  /**
   * Takes bytes; waits if too few are free.
   * @throws OverloadedError after the wait; the signal's reason if it is aborted first
   */
  take(bytes: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (this.tryTake(bytes)) return resolve();
      const stop = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const grant = () => {
        stop();
        resolve();
      };
      const waiting = { bytes, grant };
      const giveUp = (reason: unknown) => {
        stop();
        this.queue.splice(this.queue.indexOf(waiting), 1);
        this.serve();
        reject(reason);
      };
      const onAbort = () => giveUp(signal.reason);
      const timer = setTimeout(() => giveUp(new OverloadedError()), this.waitMs);
      signal.addEventListener('abort', onAbort, { once: true });
      this.queue.push(waiting);
    });
  }

  /** Returns bytes to the budget. */
  give(bytes: number): void {
    this.heldBytes -= bytes;
    this.serve();
  }

  private fits(bytes: number): boolean {
    return this.heldBytes === 0 || this.heldBytes + bytes <= this.maxBytes;
  }

  private serve(): void {
    for (let next = this.queue[0]; next !== undefined && this.fits(next.bytes); next = this.queue[0]) {
      this.queue.shift();
      this.heldBytes += next.bytes;
      next.grant();
    }
  }
}

/**
 * Bodies up to this size, in bytes, are not counted. Their total is small, because the number of bodies in flight is
 * limited.
 */
const UNCOUNTED_BYTES = 256 * 1024;

/**
 * Reserves memory in a budget for one response body while it is received and processed. Reserves in large steps, so
 * that a long body makes few reservations. A short body makes none.
 */
export class MemoryReservation {
  private bytes = 0;

  /** @param signal ends the wait for free memory */
  constructor(
    private readonly budget: ByteBudget | undefined,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Ensures that `size` bytes are reserved.
   * @param mostBytes maximum size of the body
   * @returns a promise if memory must become free first, otherwise undefined
   * @throws OverloadedError if too little memory becomes free in time; the signal's reason if it is aborted
   */
  hold(size: number, mostBytes: number): Promise<void> | undefined {
    if (this.budget === undefined || size <= Math.max(this.bytes, UNCOUNTED_BYTES)) return undefined;
    const more = Math.max(size, Math.min(2 * size, mostBytes)) - this.bytes;
    if (!this.budget.tryTake(more)) return this.wait(this.budget, more);
    this.bytes += more;
    return undefined;
  }

  /** Releases all reserved bytes. */
  release(): void {
    if (this.bytes > 0) this.budget?.give(this.bytes);
    this.bytes = 0;
  }

  private async wait(budget: ByteBudget, more: number): Promise<void> {
    await budget.take(more, this.signal);
    this.bytes += more;
  }
}
