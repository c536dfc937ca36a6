import type { ByteBudget } from './byte-budget';

/**
 * Shorter bodies are not counted: the number of bodies in flight is limited, and the accounts of a listing are reserved
 * in advance.
 */
export const UNCOUNTED_BYTES = 256 * 1024;

/**
 * The bytes that one body has reserved in a budget, from its arrival until it is processed. Reserves ahead in large
 * steps, so that a long body makes few reservations and a short one none.
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
   * @returns a promise only if it has to wait
   * @throws OverloadedError if too little memory is free in time; the signal's reason
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
