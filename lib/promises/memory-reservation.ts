import type { ByteBudget } from './byte-budget';

/**
 * Shorter bodies are not counted. The number of bodies in flight bounds them, and the accounts of a listing, a hundred
 * at a time, are counted in advance.
 */
export const UNCOUNTED_BYTES = 256 * 1024;

/**
 * What one body holds of a budget from its first bytes on until its work is done. It is counted before it is kept, and
 * ahead: a long body asks for room a few times, a short one never.
 */
export class MemoryReservation {
  private bytes = 0;

  /** @param signal ends the wait for room */
  constructor(
    private readonly budget: ByteBudget | undefined,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Makes sure that a body of so many bytes is counted.
   * @param mostBytes that it may come to
   * @returns a promise only where there is no room at once
   * @throws OverloadedError when there is none in time; the signal's reason
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
