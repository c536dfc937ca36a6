import 'server-only';
import { RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { cacheEntries } from '@/lib/cache-sizes';
import { Coalescer } from '@/lib/promises/coalesce';
import { RpcError } from '@/lib/rpc/errors';
import type { CallLimits } from '@/lib/rpc/request-context';
import type { Redis } from '@/lib/server/redis';
import { TtlCache } from '@/lib/ttl-cache';

/** An allowance allows a burst of this length (contract §2). */
const BURST_SECONDS = 10;
/** Most keys of each of the two limiters; beyond that, the least recently seen ones are reset. */
const MOST_KEYS = cacheEntries('allowances') / 2;
/** A key that was not seen for ten minutes is reset: its debt has been made up for. */
const UNSEEN = { ttl: 600_000, updateAgeOnGet: true };

/** Allowances of work units by key (a project, a visitor's address); `unitsPerSecond` is a key's own, where it has one. */
export type Limiter = {
  /**
   * Takes units, wherever they are kept.
   * @throws RpcError limitExceeded, `data.retryAfterSeconds`
   */
  take: (key: string, units: number, unitsPerSecond?: number) => Promise<void>;
  /** Takes units whether or not they are there: later calls wait until they are made up for. */
  owe: (key: string, units: number, unitsPerSecond?: number) => void;
};

/** The allowance of one key. */
export const limitsOf = (limiter: Limiter, key: string, unitsPerSecond: number | undefined): CallLimits => ({
  take: (units) => limiter.take(key, units, unitsPerSecond),
  owe: (units) => limiter.owe(key, units, unitsPerSecond),
});

/** The same where every key has a limit. */
type Allowances = {
  take: (key: string, units: number, unitsPerSecond: number) => Promise<void>;
  owe: (key: string, units: number, unitsPerSecond: number) => void;
};

/**
 * A limiter of `unitsPerSecond`, 0 for none, with a burst of 10 s: a token bucket in memory, or `rate-limiter-flexible`
 * over Redis for several instances. Redis away means that each instance counts for itself until it is back: never down.
 */
export function createLimiter(name: string, unitsPerSecond: number, redis: Redis | undefined): Limiter {
  const kept = redis ? leased(redis, `satchel:${name}`) : tokenBuckets();
  return {
    async take(key, units, rate = unitsPerSecond) {
      if (rate !== 0) await kept.take(key, units, rate);
    },
    owe(key, units, rate = unitsPerSecond) {
      if (rate !== 0) kept.owe(key, units, rate);
    },
  };
}

function exceeded(units: number, unitsPerSecond: number, waitMs: number): RpcError {
  const points = unitsPerSecond * BURST_SECONDS;
  const retryAfterSeconds = secondsToWait(waitMs);
  return new RpcError(
    'limitExceeded',
    'rate-limited',
    units > points
      ? `This call costs ${units} work units, more than the limit's burst of ${points}`
      : `Limit of ${unitsPerSecond} work units a second (burst ${points}) exceeded; try again in ${retryAfterSeconds} s`,
    { retryAfterSeconds, units },
  );
}

/** Most keys of each of the five instances: new keys, new pairings and their warnings, and two limiters without Redis. */
const MOST_WINDOWS = cacheEntries('windows') / 5;

/** Whether points were taken, and ms until the next window. */
type Taken = { isTaken: boolean; msLeft: number };

/**
 * Points used per key and fixed window, in memory. Beyond the most keys, the least recently seen ones are reset.
 */
class Windows {
  private readonly used = new TtlCache<string, { points: number; until: number }>({ max: MOST_WINDOWS });

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

/** `points` for each key in every `duration` seconds. */
type Allowance = { keyPrefix: string; points: number; duration: number };

/** An allowance that all instances share. While Redis is away each instance counts for itself, in `here`. */
function sharedAllowance(redis: Redis, allowance: Allowance, here: Windows) {
  const shared = new RateLimiterRedis({ ...allowance, storeClient: redis, rejectIfRedisNotReady: true });
  return {
    async take(key: string, units: number): Promise<Taken> {
      try {
        const { msBeforeNext } = await shared.consume(key, units);
        return { isTaken: true, msLeft: msBeforeNext };
      } catch (thrown) {
        if (thrown instanceof Error) return here.take(key, units, allowance.points);
        return { isTaken: false, msLeft: (thrown as RateLimiterRes).msBeforeNext };
      }
    },
    owe(key: string, units: number): void {
      shared.penalty(key, units).catch(() => here.take(key, units, allowance.points));
    },
  };
}

/** Takes units of a key, or reports that too few are left. */
type TakeAllowance = (key: string, units: number) => Promise<Taken>;

/** An allowance of `points` per key and hour, shared by all instances if there is Redis. */
export function hourlyAllowance(redis: Redis | undefined, name: string, points: number): TakeAllowance {
  const duration = 3_600;
  const here = new Windows(duration);
  const shared = redis && sharedAllowance(redis, { keyPrefix: `satchel:${name}`, points, duration }, here);
  return async (key, units) => (shared ? shared.take(key, units) : here.take(key, units, points));
}

/** Whole seconds until a refused caller may come back, at least 1. */
export const secondsToWait = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

type Lease = { units: number; until: number };

/**
 * Takes a hundredth of a key's allowance from the shared limiter at a time and spends it here, so that most calls need
 * no request to Redis. Each instance may hold one part unused: three of them keep the limit to within 3 %.
 */
function leased(redis: Redis, keyPrefix: string): Allowances {
  const leases = new TtlCache<string, Lease>({ max: MOST_KEYS, ...UNSEEN });
  const fetches = new Coalescer<void>();
  // Usage is kept by key, whatever its limit.
  const here = new Windows(BURST_SECONDS);
  const limiters = new TtlCache<number, ReturnType<typeof sharedAllowance>>({
    max: cacheEntries('rates'),
    ...UNSEEN,
    memoMethod: (rate) =>
      sharedAllowance(redis, { keyPrefix, points: rate * BURST_SECONDS, duration: BURST_SECONDS }, here),
  });

  async function take(lease: Lease, key: string, units: number, rate: number): Promise<void> {
    const hundredth = Math.max(1, Math.floor((rate * BURST_SECONDS) / 100));
    // One request for a part at a time, however many calls wait for it.
    while (!spend(lease, units))
      await fetches.run(key, () => fetchPart(lease, key, Math.max(hundredth, units), rate));
  }

  async function fetchPart(lease: Lease, key: string, units: number, rate: number): Promise<void> {
    const { isTaken, msLeft } = await limiters.memo(rate).take(key, units);
    if (!isTaken) throw exceeded(units, rate, msLeft);
    if (lease.until <= performance.now()) lease.units = 0;
    lease.units += units;
    lease.until = performance.now() + msLeft;
  }

  const spend = (lease: Lease, units: number) => {
    if (lease.units < units || lease.until <= performance.now()) return false;
    lease.units -= units;
    return true;
  };

  const leaseOf = (key: string) => {
    let lease = leases.get(key);
    if (!lease) {
      lease = { units: 0, until: 0 };
      leases.set(key, lease);
    }
    return lease;
  };
  return {
    take: (key, units, rate) => take(leaseOf(key), key, units, rate),
    owe: (key, units, rate) => limiters.memo(rate).owe(key, units),
  };
}

/** Buckets that fill at the rate and hold ten seconds of it. */
function tokenBuckets(): Allowances {
  const buckets = new TtlCache<string, { units: number; at: number }>({ max: MOST_KEYS, ...UNSEEN });
  /** The key's bucket as it is now. */
  function bucketOf(key: string, rate: number): { units: number; at: number } {
    const time = performance.now();
    const points = rate * BURST_SECONDS;
    let bucket = buckets.get(key);
    if (!bucket) {
      bucket = { units: points, at: time };
      buckets.set(key, bucket);
    }
    // A clock that jumps back fills nothing, and takes nothing.
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
  };
}
