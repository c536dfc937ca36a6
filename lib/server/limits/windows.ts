import 'server-only';
import { cacheEntries } from '@/lib/cache-sizes';
import { TtlCache } from '@/lib/ttl-cache';

/** Most keys of each of the five instances: new keys, new pairings and their warnings, and two limiters without Redis. */
const MOST_KEYS = cacheEntries('windows') / 5;

/** Whether points were taken, and ms until the next window. */
export type Taken = { isTaken: boolean; msLeft: number };

/**
 * Points used per key and fixed window, in memory. Beyond the most keys, the least recently seen ones are reset.
 */
export class Windows {
  private readonly used = new TtlCache<string, { points: number; until: number }>({ max: MOST_KEYS });

  /** @param seconds length of a window */
  constructor(private readonly seconds: number) {}

  /** Takes points of the current window; refused points count as used, too. */
  take(key: string, points: number, mostPoints: number): Taken {
    const time = performance.now();
    const before = this.used.get(key);
    const window =
      before !== undefined && before.until > time ? before : { points: 0, until: time + this.seconds * 1000 };
    window.points += points;
    this.used.set(key, window, { ttl: this.seconds * 1000 });
    return { isTaken: window.points <= mostPoints, msLeft: window.until - time };
  }
}
