import { Semaphore } from '@/lib/promises/semaphore';

/** Initial limit: enough for one page of a wallet, and few enough for a public server. */
const FIRST = 32;

/**
 * Limits the calls in flight to one server with the algorithm of TCP's congestion window: each success adds one, an
 * overload (429, 503, timeout) halves the limit, and from there it grows by one per round of calls.
 */
export class AdaptiveConcurrencyLimit {
  private readonly permits: Semaphore;
  private limit: number;
  /** From this limit on, growth is slow. */
  private slowFrom: number;
  private overloadedAt = Number.NEGATIVE_INFINITY;
  private usedUpAt = Number.NEGATIVE_INFINITY;

  /** @param most maximum limit */
  constructor(
    private readonly most: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.limit = Math.min(most, FIRST);
    this.slowFrom = most;
    this.permits = new Semaphore(this.limit);
  }

  /** Calls that may start at once. */
  get free(): number {
    return this.permits.free;
  }

  /** Waits for a permit. @returns releases it @throws the signal's reason */
  acquire(signal: AbortSignal): Promise<() => void> {
    const permit = this.permits.acquire(signal);
    if (this.permits.free === 0) this.usedUpAt = this.now();
    return permit;
  }

  /**
   * Reports a success. Raises the limit only if the limit was used up; otherwise a success proves nothing about more.
   * @param startedAt when the call was sent, by the same clock
   */
  succeeded(startedAt: number): void {
    if (this.permits.free > 0 && startedAt > this.usedUpAt) return;
    const more = this.limit < this.slowFrom ? 1 : 1 / this.limit;
    this.resize(Math.min(this.most, this.limit + more));
  }

  /** Reports an overload. @param startedAt when the call was sent, by the same clock */
  overloaded(startedAt: number): void {
    // Calls that were sent before the last overload was known belong to the same overload.
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
