import 'server-only';
import { RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { cacheEntries } from '@/lib/cache-sizes';
import { LimitError } from '@/lib/errors';
import type { CallLimits } from '@/lib/rpc/request-context';
import type { Redis } from '@/lib/server/redis';
import { TtlCache } from '@/lib/ttl-cache';

/** Length of the allowed burst: the units of this many seconds can be used at once (contract §2). */
const BURST_SECONDS = 10;
/** Maximum number of keys in each of the two limiters. Beyond it, the least recently seen keys are reset. */
const MAX_KEYS = cacheEntries('allowances') / 2;
/** Keys that have not been seen for ten minutes are reset. Any debt is paid by then. */
const UNSEEN = { ttl: 600_000, updateAgeOnGet: true };

/** Rate limits in work units by key (a project id or a visitor's address). `rate` overrides the default units per second. */
export type Limiter = ReturnType<typeof createLimiter>;

/** A limit of `units` in every `seconds`, of which `remaining` are left until they are refilled in `resetSeconds`. */
export type Quota = { units: number; seconds: number; remaining: number; resetSeconds: number };

/** Binds a limiter to one key. */
export const limitsOf = (limiter: Limiter, key: string, unitsPerSecond: number | undefined): CallLimits => ({
  take: (units) => limiter.take(key, units, unitsPerSecond),
  owe: (units) => limiter.owe(key, units, unitsPerSecond),
});

/**
 * Creates a limiter of `unitsPerSecond` (0: unlimited) with a burst of 10 s: a token bucket in memory or, if Redis is
 * configured, `rate-limiter-flexible` for several instances. While Redis is unavailable, each instance counts
 * separately.
 */
export function createLimiter(name: string, unitsPerSecond: number, redis: Redis | undefined) {
  const backend = redis ? redisAllowances(redis, `satchel:${name}`) : tokenBuckets();
  return {
    /**
     * Charges units.
     * @throws LimitError `rate-limited`; `cost-above-burst` if waiting does not help
     */
    async take(key: string, units: number, rate = unitsPerSecond): Promise<void> {
      if (rate === 0) return;
      if (units > rate * BURST_SECONDS) throw costAboveBurst(units, rate * BURST_SECONDS);
      await backend.take(key, units, rate);
    },
    /** Charges units even beyond the limit. Later calls are rejected until the debt is refilled. */
    owe(key: string, units: number, rate = unitsPerSecond): void {
      if (rate !== 0) backend.owe(key, units, rate);
    },
    /**
     * Returns the remaining units of a key; undefined if the key is unlimited. With Redis, the number is as of the
     * key's last charge in Redis.
     */
    quota(key: string, rate = unitsPerSecond): Quota | undefined {
      if (rate === 0) return undefined;
      const { units, ms } = backend.left(key, rate);
      return {
        units: rate * BURST_SECONDS,
        seconds: BURST_SECONDS,
        remaining: Math.max(0, Math.floor(units)),
        resetSeconds: Math.ceil(ms / 1000),
      };
    },
  };
}

const costAboveBurst = (units: number, burst: number) =>
  new LimitError(
    'cost-above-burst',
    `This call costs ${units} work units, more than the limit's burst of ${burst}; request less, or raise the limit`,
    { units, burst },
  );

function exceeded(units: number, unitsPerSecond: number, waitMs: number): LimitError {
  const points = unitsPerSecond * BURST_SECONDS;
  const retryAfterSeconds = secondsToWait(waitMs);
  return new LimitError(
    'rate-limited',
    `Limit of ${unitsPerSecond} work units per second (burst ${points}) exceeded; try again in ${retryAfterSeconds} s`,
    { retryAfterSeconds, units },
  );
}

/**
 * Maximum number of keys per instance of `Windows`. There are five instances: new keys, new pairings, warnings and two
 * limiters.
 */
const MAX_WINDOWS = cacheEntries('windows') / 5;

/** Whether points were charged, the number of points left, and the time until the next window in ms. */
type Taken = { isTaken: boolean; pointsLeft: number; msLeft: number };

/**
 * Counts the points used per key in fixed windows, in memory. Beyond `MAX_WINDOWS` keys, the least recently seen ones
 * are reset.
 */
class Windows {
  private readonly used = new TtlCache<string, { points: number; until: number }>({ max: MAX_WINDOWS });

  /**
   * @param seconds length of a window, in seconds
   */
  constructor(private readonly seconds: number) {}

  /** Charges points to the current window. Rejected points also count as used. */
  take(key: string, points: number, mostPoints: number): Taken {
    const time = performance.now();
    const before = this.used.get(key);
    const window =
      before !== undefined && before.until > time ? before : { points: 0, until: time + this.seconds * 1000 };
    window.points += points;
    this.used.set(key, window, { ttl: this.seconds * 1000 });
    const pointsLeft = mostPoints - window.points;
    return { isTaken: pointsLeft >= 0, pointsLeft, msLeft: window.until - time };
  }

  /** Returns points to the current window. */
  giveBack(key: string, points: number): void {
    const window = this.used.get(key);
    if (window !== undefined) window.points = Math.max(0, window.points - points);
  }
}

/**
 * Creates a limit of `points` per key in each window of `duration` seconds, shared by all instances. While Redis is
 * unavailable, each instance counts separately in `here`.
 */
function sharedAllowance(
  redis: Redis,
  allowance: { keyPrefix: string; points: number; duration: number },
  here: Windows,
) {
  const shared = new RateLimiterRedis({ ...allowance, storeClient: redis, rejectIfRedisNotReady: true });
  return {
    async take(key: string, units: number): Promise<Taken> {
      try {
        return taken(true, await redis.timed(() => shared.consume(key, units)));
      } catch (thrown) {
        if (thrown instanceof Error) return here.take(key, units, allowance.points);
        return taken(false, thrown as RateLimiterRes);
      }
    },
    giveBack(key: string, units: number): void {
      redis.timed(() => shared.reward(key, units)).catch(() => here.giveBack(key, units));
    },
    owe(key: string, units: number): void {
      redis.timed(() => shared.penalty(key, units)).catch(() => here.take(key, units, allowance.points));
    },
  };
}

const taken = (isTaken: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Taken => ({
  isTaken,
  pointsLeft: remainingPoints,
  msLeft: msBeforeNext,
});

/** Creates a limit of `points` per key and hour, shared by all instances if Redis is configured. */
export function hourlyAllowance(redis: Redis | undefined, name: string, points: number) {
  const duration = 3_600;
  const here = new Windows(duration);
  const shared = redis && sharedAllowance(redis, { keyPrefix: `satchel:${name}`, points, duration }, here);
  return {
    /** Charges units to a key. The result says whether enough units were left. */
    take: async (key: string, units: number): Promise<Taken> =>
      shared ? shared.take(key, units) : here.take(key, units, points),
    /** Returns charged units that were not used. */
    giveBack: (key: string, units: number): void => (shared ?? here).giveBack(key, units),
  };
}

/** Returns the seconds until a rejected caller may retry, rounded up, at least 1. */
export const secondsToWait = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/** Creates limits that all instances share through Redis, in fixed windows of ten seconds. */
function redisAllowances(redis: Redis, keyPrefix: string) {
  // Use one instance for all rates, so that a key whose rate changes keeps its usage.
  const here = new Windows(BURST_SECONDS);
  const limiters = new TtlCache<number, ReturnType<typeof sharedAllowance>>({
    max: cacheEntries('rates'),
    ...UNSEEN,
    memoMethod: (rate) =>
      sharedAllowance(redis, { keyPrefix, points: rate * BURST_SECONDS, duration: BURST_SECONDS }, here),
  });
  /** Units that were left after each key's last charge, and the end of that window. */
  const lastLeft = new TtlCache<string, { units: number; until: number }>({ max: MAX_KEYS, ...UNSEEN });
  return {
    async take(key: string, units: number, rate: number): Promise<void> {
      const { isTaken, pointsLeft, msLeft } = await limiters.memo(rate).take(key, units);
      lastLeft.set(key, { units: pointsLeft, until: performance.now() + msLeft });
      if (!isTaken) throw exceeded(units, rate, msLeft);
    },
    owe: (key: string, units: number, rate: number): void => limiters.memo(rate).owe(key, units),
    /** Returns the units left, and the time until all units are refilled, in ms. */
    left(key: string, rate: number) {
      const { units, until } = lastLeft.get(key) ?? { units: 0, until: 0 };
      const ms = until - performance.now();
      return ms > 0 ? { units, ms } : { units: rate * BURST_SECONDS, ms: 0 };
    },
  };
}

/** Creates token buckets that refill at the key's rate and hold ten seconds' worth of units. */
function tokenBuckets(): ReturnType<typeof redisAllowances> {
  const buckets = new TtlCache<string, { units: number; at: number }>({ max: MAX_KEYS, ...UNSEEN });
  /** Returns the key's bucket, refilled up to now. */
  function bucketOf(key: string, rate: number): { units: number; at: number } {
    const time = performance.now();
    const points = rate * BURST_SECONDS;
    let bucket = buckets.get(key);
    if (!bucket) {
      bucket = { units: points, at: time };
      buckets.set(key, bucket);
    }
    // Ignore negative differences: a clock that goes back must not charge the bucket.
    const filled = bucket.units + (Math.max(0, time - bucket.at) * rate) / 1000;
    bucket.units = filled > points ? points : filled;
    bucket.at = time;
    return bucket;
  }
  return {
    async take(key, units, rate) {
      const bucket = bucketOf(key, rate);
      if (bucket.units < units) throw exceeded(units, rate, ((units - bucket.units) / rate) * 1000);
      bucket.units -= units;
    },
    owe(key, units, rate) {
      bucketOf(key, rate).units -= units;
    },
    left(key, rate) {
      const { units } = bucketOf(key, rate);
      return { units, ms: ((rate * BURST_SECONDS - units) / rate) * 1000 };
    },
  };
}
