import 'server-only';
import { cacheEntries } from '@/lib/cache-sizes';
import { TtlCache } from '@/lib/ttl-cache';

/** Keys of each of the five that count like this: new keys, new pairings and their warnings, and two limiters without Redis. */
const MOST_KEYS = cacheEntries('windows') / 5;

/** What became of points that were asked for, and ms until there are new ones. */
export type Taken = { isTaken: boolean; msLeft: number };

/**
 * What keys have used up in windows of time, counted in memory: in so many keys at most, past which those not seen for
 * longest start anew.
 */
export class Windows {
  private readonly used = new TtlCache<string, { points: number; until: number }>({ max: MOST_KEYS });

  /** @param seconds that a window lasts */
  constructor(
    private readonly seconds: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes points of a window's; what is refused counts as used up, too. */
  take(key: string, points: number, mostPoints: number): Taken {
    const time = this.now();
    const before = this.used.get(key);
    const window =
      before !== undefined && before.until > time ? before : { points: 0, until: time + this.seconds * 1000 };
    window.points += points;
    this.used.set(key, window, { ttl: this.seconds * 1000 });
    return { isTaken: window.points <= mostPoints, msLeft: window.until - time };
  }
}
