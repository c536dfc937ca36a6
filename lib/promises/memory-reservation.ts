import type { ByteBudget } from './byte-budget';

/**
 * Shorter bodies are not counted. The number of bodies in flight bounds them, and the accounts of a listing, a hundred
 * at a time, are counted in advance.
 */
export const UNCOUNTED_BYTES = 256 * 1024;

/**
 * The bytes of a budget that one body holds, from its first bytes until its work is done. They are reserved in advance:
 * a long body makes a few reservations, a short one none.
 */
export class MemoryReservation {
  private bytes = 0;

  /** @param signal ends the wait for room */
  constructor(
    private readonly budget: ByteBudget | undefined,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Makes sure that `size` bytes are reserved.
   * @param mostBytes that the body may have
   * @returns a promise only if it has to wait for room
   * @throws OverloadedError when there is no room in time; the signal's reason
   */
  hold(size: number, mostBytes: number): Promise<void> | undefined {
    if (this.budget === undefined || size <= Math.max(this.bytes, UNCOUNTED_BYTES)) return undefined;
    const more = Math.max(size, Math.min(2 * size, mostBytes)) - this.bytes;
    if (!this.budget.tryTake(more)) return this.wait(this.budget, more);
    this.bytes += more;
    return undefined;
  }

  /** Gives everything back. */
  release(): void {
    if (this.bytes > 0) this.budget?.give(this.bytes);
    this.bytes = 0;
  }

  private async wait(budget: ByteBudget, more: number): Promise<void> {
    await budget.take(more, this.signal);
    this.bytes += more;
  }
}
