import type { ByteBudget } from './byte-budget';

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
