import { describe, expect, it } from 'vitest';
import { AdaptiveConcurrencyLimit } from './adaptive-concurrency-limit';

const never = new AbortController().signal;

/**
 * Runs `count` rounds of calls, each with as many calls as the limit allows. In each round, the first `takes` calls
 * succeed; the others report an overload. Returns the number of calls per round.
 */
async function rounds(
  places: AdaptiveConcurrencyLimit,
  count: number,
  takes: number,
  clock: { now: number },
) {
  const inFlight: number[] = [];
  for (let round = 0; round < count; round++) {
    clock.now += 10;
    const held: (() => void)[] = [];
    while (places.free > 0) held.push(await places.acquire(never));
    inFlight.push(held.length);
    const startedAt = clock.now;
    clock.now += 5;
    for (const [index, release] of held.entries()) {
      if (index < takes) places.succeeded(startedAt);
      else places.overloaded(startedAt);
      release();
    }
  }
  return inFlight;
}

describe('AdaptiveConcurrencyLimit', () => {
  it('the concurrency limit starts at 32 and doubles while all calls succeed, up to the maximum', async () => {
    const clock = { now: 0 };
    const fast = await rounds(new AdaptiveConcurrencyLimit(256, () => clock.now), 6, 1_000, clock);
    expect(fast[0]).toBe(32);
    expect(fast[1]).toBe(64);
    expect(fast.at(-1)).toBeLessThanOrEqual(256);
    const few = await rounds(new AdaptiveConcurrencyLimit(4, () => clock.now), 5, 1_000, clock);
    expect(few).toEqual([4, 4, 4, 4, 4]);
  });

  it('the concurrency limit halves once per overloaded round, then grows slowly', async () => {
    const clock = { now: 0 };
    const places = new AdaptiveConcurrencyLimit(256, () => clock.now);
    const held = await rounds(places, 40, 50, clock);
    // By now the limit has settled near the endpoint's capacity.
    const settled = held.slice(-12);
    expect(Math.max(...settled)).toBeLessThanOrEqual(60);
    expect(Math.min(...settled)).toBeGreaterThanOrEqual(20);
  });

  it('the concurrency limit stays at least 1, however often the endpoint is overloaded', async () => {
    const clock = { now: 0 };
    const held = await rounds(new AdaptiveConcurrencyLimit(256, () => clock.now), 20, 0, clock);
    expect(held.at(-1)).toBe(1);
  });
});
