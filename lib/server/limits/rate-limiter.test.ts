import { describe, expect, it } from 'vitest';
import { createLimiter } from './rate-limiter';

describe('the limiter in memory (contract §2)', () => {
  const at = (rate: number) => {
    let time = 0;
    const limiter = createLimiter('test', rate, undefined, () => time);
    const take = async (key: string, units: number) => {
      if (limiter.takeNow(key, units)) return 'taken';
      return limiter.take(key, units).then(
        () => 'taken',
        (error: { data: { retryAfterSeconds: number } }) => error.data.retryAfterSeconds,
      );
    };
    const pass = (ms: number) => {
      time += ms;
    };
    return { take, pass, owe: limiter.owe };
  };

  it('gives ten seconds of units at once, then the rate, and says when to come back', async () => {
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

  it('counts each key by itself, and a refused call costs nothing', async () => {
    const { take } = at(1);
    expect(await take('a', 10)).toBe('taken');
    expect(await take('b', 9)).toBe('taken');
    expect(await take('b', 5)).toBe(4);
    expect(await take('b', 1)).toBe('taken');
  });

  it('takes what is owed from later calls, never from the one that was let in', async () => {
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

  it('is not fooled by a clock that jumps back', async () => {
    const { take, pass } = at(1);
    expect(await take('a', 10)).toBe('taken');
    pass(-100_000);
    expect(await take('a', 1)).toBe(1);
  });

  it('is off at 0', () => {
    const limiter = createLimiter('test', 0, undefined);
    for (let i = 0; i < 10_000; i++) expect(limiter.takeNow('a', 1000)).toBe(true);
  });
});
