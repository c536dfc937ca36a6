import { Semaphore } from '@/lib/promises/semaphore';

/**
 * The calls in flight to one server: as many as it answers well. As TCP finds its window: each good answer makes room for
 * one call more; a complaint (429, 503, a time-out) halves the room, and from there it grows by one a round.
 */
export class AdaptiveConcurrencyLimit {
  private readonly places: Semaphore;
  private room: number;
  /** Where growing turns slow. */
  private slowFrom: number;
  private complainedAt = Number.NEGATIVE_INFINITY;
  private usedUpAt = Number.NEGATIVE_INFINITY;

  /**
   * @param most calls in flight
   * @param first with how many it is begun
   */
  constructor(
    private readonly most: number,
    first: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.room = Math.min(most, first);
    this.slowFrom = most;
    this.places = new Semaphore(this.room);
  }

  /** Places that are free. */
  get free(): number {
    return this.places.free;
  }

  /** Waits for a place. @returns releases it @throws the signal's reason */
  acquire(signal: AbortSignal, queueKey?: object): Promise<() => void> {
    const place = this.places.acquire(signal, queueKey);
    if (this.places.free === 0) this.usedUpAt = this.now();
    return place;
  }

  /**
   * A call came back well. Room that has not been used up since then tells nothing about more.
   * @param startedAt when it was sent, by the same clock
   */
  wentWell(startedAt: number): void {
    if (this.places.free > 0 && startedAt > this.usedUpAt) return;
    const more = this.room < this.slowFrom ? 1 : 1 / this.room;
    this.resize(Math.min(this.most, this.room + more));
  }

  /** The server complained about a call. @param startedAt when it was sent, by the same clock */
  complained(startedAt: number): void {
    // Calls that were sent before the last complaint are the same news.
    if (startedAt < this.complainedAt) return;
    this.complainedAt = this.now();
    this.slowFrom = Math.max(1, this.room / 2);
    this.resize(this.slowFrom);
  }

  private resize(room: number): void {
    this.room = room;
    this.places.resize(Math.floor(room));
  }
}
