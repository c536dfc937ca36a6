import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PriorityQueue } from './priority-queue';

describe('what is put first', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('has all places to itself while the rest is held back, and the rest begins afterwards', async () => {
    const begun: string[] = [];
    const work = new PriorityQueue(
      async (key) => {
        begun.push(key);
      },
      { all: 4, each: 2, eachFirst: 4 },
    );
    for (const key of ['a', 'b', 'c', 'd']) work.add(key, 'host');
    let rest = false;
    work.holdRest(1_000);
    void work.restBegins().then(() => {
      rest = true;
    });
    work.putFirst(['c']);
    await vi.advanceTimersByTimeAsync(900);
    // Held anew, the clock begins anew.
    work.holdRest(1_000);
    await vi.advanceTimersByTimeAsync(900);
    expect([begun, rest]).toEqual([['c'], false]);
    await vi.advanceTimersByTimeAsync(200);
    expect([begun, rest]).toEqual([['c', 'a', 'b', 'd'], true]);
    await work.restBegins();
  });
});
