import { Semaphore } from '@/lib/promises/semaphore';

/** Initial limit: high enough for one page of a wallet, and low enough for a public server. */
const FIRST = 32;

/**
 * Limits the calls in flight to one server, like TCP's congestion window. At first, each success raises the limit by
 * one. An overload (429, 503, timeout) halves the limit; from then on it grows by one per round of calls.
 */
export class AdaptiveConcurrencyLimit {
  private readonly permits: Semaphore;
  private limit: number;
  /** Limit above which growth is slow (TCP's slow start threshold). */
  private slowFrom: number;
  private overloadedAt = Number.NEGATIVE_INFINITY;
  private usedUpAt = Number.NEGATIVE_INFINITY;

  /**
   * Creates a limit that starts at `FIRST`, or at `most` if that is lower.
   * @param most maximum limit
   */
  constructor(
    private readonly most: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.limit = Math.min(most, FIRST);
    this.slowFrom = most;
    this.permits = new Semaphore(this.limit);
  }

  /** Number of calls that may start immediately. */
  get free(): number {
    return this.permits.free;
  }

  /**
   * Waits for a permit.
   * @returns a function that releases the permit
   * @throws the signal's reason
   */
  acquire(signal: AbortSignal): Promise<() => void> {
    const permit = this.permits.acquire(signal);
    if (this.permits.free === 0) this.usedUpAt = this.now();
    return permit;
  }

  /**
   * Reports a success. Raises the limit only if it was fully used; otherwise a success does not show that more calls
   * would succeed.
   * @param startedAt when the call was sent, by the same clock
   */
  succeeded(startedAt: number): void {
    if (this.permits.free > 0 && startedAt > this.usedUpAt) return;
    const more = this.limit < this.slowFrom ? 1 : 1 / this.limit;
    this.resize(Math.min(this.most, this.limit + more));
  }

  /**
   * Reports an overload.
   * @param startedAt when the call was sent, by the same clock
   */
  overloaded(startedAt: number): void {
    // Calls sent before the last overload was noticed belong to that overload.
    if (startedAt < this.overloadedAt) return;
    this.overloadedAt = this.now();
    this.slowFrom = Math.max(1, this.limit / 2);
    this.resize(this.slowFrom);
  }

  private resize(limit: number): void {
    this.limit = limit;
    this.permits.resize(Math.floor(limit));
  }
}
