import 'server-only';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { RpcError } from '@/lib/rpc/errors';
import type { Redis } from './redis';

/** An allowance of work units may be used up at once for this long (contract §2: a burst of 10 s). */
const BURST_SECONDS = 10;

/**
 * Takes work units from the allowance of a key (a project, a visitor's address).
 * @throws RpcError limitExceeded, `data.retryAfterSeconds`
 */
export type Limiter = (key: string, units: number) => void | Promise<void>;

/**
 * A limiter of `unitsPerSecond` with a burst of 10 s, in memory, or in Redis for several instances. Redis away
 * means that each instance counts for itself until it is back: slower to refuse, never down.
 */
export function createLimiter(name: string, unitsPerSecond: number, redis: Redis | undefined): Limiter {
  if (unitsPerSecond === 0) return () => {};
  const allowance = {
    keyPrefix: `satchel:${name}`,
    points: unitsPerSecond * BURST_SECONDS,
    duration: BURST_SECONDS,
  };
  const memory = new RateLimiterMemory(allowance);
  const limiter = redis
    ? new RateLimiterRedis({
        ...allowance,
        storeClient: redis,
        insuranceLimiter: memory,
        rejectIfRedisNotReady: true,
      })
    : memory;
  return async (key, units) => {
    try {
      await limiter.consume(key, units);
    } catch (thrown) {
      if (thrown instanceof Error) throw thrown;
      const { msBeforeNext } = thrown as RateLimiterRes;
      const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
      throw new RpcError(
        'limitExceeded',
        'rate-limited',
        `Limit of ${unitsPerSecond} work units a second (burst ${allowance.points}) exceeded; try again in ${retryAfterSeconds} s`,
        { retryAfterSeconds, units },
      );
    }
  };
}
