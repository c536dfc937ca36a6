import { Semaphore } from '@/lib/promises/semaphore';

/** Calls in flight at the start: enough for one page of a wallet, and few enough for a public server. */
const FIRST = 32;

/**
 * The calls in flight to one server, limited as TCP limits its window: each good answer adds one, an overload (429, 503,
 * a time-out) halves the limit, and from there it grows by one per round of calls.
 */
export class AdaptiveConcurrencyLimit {
  private readonly permits: Semaphore;
  private limit: number;
  /** Where growth turns slow. */
  private slowFrom: number;
  private overloadedAt = Number.NEGATIVE_INFINITY;
  private usedUpAt = Number.NEGATIVE_INFINITY;

  /** @param most highest limit */
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
   * A call succeeded. Only while the limit is used up does that say anything about a higher one.
   * @param startedAt when it was sent, by the same clock
   */
  succeeded(startedAt: number): void {
    if (this.permits.free > 0 && startedAt > this.usedUpAt) return;
    const more = this.limit < this.slowFrom ? 1 : 1 / this.limit;
    this.resize(Math.min(this.most, this.limit + more));
  }

  /** The server was overloaded by a call. @param startedAt when it was sent, by the same clock */
  overloaded(startedAt: number): void {
    // Calls that were sent before the last overload was known say nothing new.
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
