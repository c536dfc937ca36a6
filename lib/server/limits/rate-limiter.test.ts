import { afterEach, describe, expect, it, vi } from 'vitest';
import { cacheEntries } from '@/lib/cache-sizes';
import type { Redis } from '@/lib/server/redis';
import { createLimiter, type Limiter } from './rate-limiter';

afterEach(() => void vi.restoreAllMocks());

describe('the rate limiter in memory (contract §2)', () => {
  const at = (rate: number) => {
    let time = 1;
    vi.spyOn(performance, 'now').mockImplementation(() => time);
    const limiter = createLimiter('test', rate, undefined);
    const take = async (key: string, units: number) => {
      return limiter.take(key, units).then(
        () => 'taken',
        (error: { data: { retryAfterSeconds: number } }) => error.data.retryAfterSeconds,
      );
    };
    const pass = (ms: number) => {
      time += ms;
    };
    return { take, pass, owe: limiter.owe, quota: limiter.quota };
  };

  it('the rate limiter allows a burst of ten seconds’ units, then the configured rate, and returns the seconds until a retry', async () => {
    const { take, pass } = at(10);
    for (let i = 0; i < 10; i++) expect(await take('a', 10)).toBe('taken');
    expect(await take('a', 1)).toBe(1);
    expect(await take('a', 30)).toBe(3);
    pass(1000);
    expect(await take('a', 10)).toBe('taken');
    expect(await take('a', 1)).toBe(1);
    pass(60_000);
    expect(await take('a', 100)).toBe('taken');
    expect(await take('a', 1)).toBe(1);
  });

  it('the rate limiter counts keys separately and does not charge rejected calls', async () => {
    const { take } = at(1);
    expect(await take('a', 10)).toBe('taken');
    expect(await take('b', 9)).toBe('taken');
    expect(await take('b', 5)).toBe(4);
    expect(await take('b', 1)).toBe('taken');
  });

  it('units owed by a key reduce only the allowance of later calls with the same key', async () => {
    const { take, pass, owe } = at(10);
    expect(await take('a', 100)).toBe('taken');
    owe('a', 50);
    expect(await take('a', 1)).toBe(6);
    pass(5_000);
    expect(await take('a', 1)).toBe(1);
    pass(100);
    expect(await take('a', 1)).toBe('taken');
    expect(await take('b', 100)).toBe('taken');
  });

  it('the rate limiter reports how many units are left and when all of them are refilled', async () => {
    const { take, pass, owe, quota } = at(10);
    expect(quota('a')).toEqual({ units: 100, seconds: 10, remaining: 100, resetSeconds: 0 });
    await take('a', 15);
    expect(quota('a')).toMatchObject({ remaining: 85, resetSeconds: 2 });
    pass(1_000);
    expect(quota('a')).toMatchObject({ remaining: 95, resetSeconds: 1 });
    owe('a', 200);
    expect(quota('a')).toMatchObject({ remaining: 0, resetSeconds: 21 });
    expect(quota('a', 0)).toBeUndefined();
    expect(quota('b', 7)).toMatchObject({ units: 70, remaining: 70 });
  });

  it('a clock that is set back does not affect the rate limiter', async () => {
    const { take, pass } = at(1);
    expect(await take('a', 10)).toBe('taken');
    pass(-100_000);
    expect(await take('a', 1)).toBe(1);
  });

  it('a rate limit of 0 means unlimited', async () => {
    const limiter = createLimiter('test', 0, undefined);
    for (let i = 0; i < 10_000; i++) await limiter.take('a', 1000);
  });
});

// A Redis client that is never connected, so that limiters use the code for shared limits but count locally.
const awayRedis = { status: 'end', defineCommand: () => undefined } as unknown as Redis;

describe.each([
  ['in memory', undefined],
  ['with unavailable Redis', awayRedis],
])('a limit of a key, %s', (_, redis) => {
  const take = (limiter: Limiter, key: string, units: number, rate?: number) =>
    limiter.take(key, units, rate).then(
      () => true,
      () => false,
    );

  it('the rate limit of a key replaces the default, whether higher, lower or unlimited', async () => {
    for (const common of [0, 2]) {
      const limiter = createLimiter('test', common, redis);
      expect(await take(limiter, 'low', 10, 1)).toBe(true);
      expect(await take(limiter, 'low', 5, 1)).toBe(false);
      expect(await take(limiter, 'high', 1000, 100)).toBe(true);
      expect(await take(limiter, 'high', 500, 100)).toBe(false);
      expect(await take(limiter, 'none', 1_000_000, 0)).toBe(true);
      expect(await take(limiter, 'common', 20)).toBe(true);
      expect(await take(limiter, 'common', 15)).toBe(common === 0);
    }
  });

  it('the rate limiter tracks a bounded number of keys with their own limit and evicts the least recently seen', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(1);
    const limiter = createLimiter('test', 1, redis);
    for (const key of ['first', 'often']) expect(await take(limiter, key, 10)).toBe(true);
    expect(await take(limiter, 'first', 10)).toBe(false);
    for (let key = 0; key < cacheEntries('allowances'); key++) {
      await take(limiter, `${key}`, 1);
      if (key % 100 === 0) expect(await take(limiter, 'often', 10)).toBe(false);
    }
    expect(await take(limiter, 'first', 10)).toBe(true);
  });

  it('the rate limiter reports the limit that applies to a key, with the units left', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(1);
    const limiter = createLimiter('test', 2, redis);
    await take(limiter, 'a', 5);
    expect(limiter.quota('a')).toMatchObject({ units: 20, seconds: 10, remaining: 15 });
    await take(limiter, 'a', 20);
    expect(limiter.quota('a')?.remaining).toBeLessThan(20);
  });

  it('the rate limit error contains the limit that applies to the key', async () => {
    const limiter = createLimiter('test', 2, redis);
    await expect(limiter.take('a', 31, 3)).rejects.toThrow("more than the limit's burst of 30");
  });
});
