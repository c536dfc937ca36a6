import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageQueue } from './page-queue';

describe('PageQueue', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /**
   * Sends a request for each visitor. Returns the numbers of the started requests, in order, and of the rejected ones.
   */
  function send(queue: PageQueue, visitors: readonly string[], isRender = false) {
    const begun: number[] = [];
    const refused: string[] = [];
    const ends: (() => void)[] = [];
    const leave = visitors.map((visitor, i) => {
      const gone = new AbortController();
      queue.enter(visitor, isRender, gone.signal).then(
        (end) => {
          begun.push(i);
          ends[i] = end;
        },
        (error: Error) => refused.push(error.name),
      );
      return () => gone.abort();
    });
    return { begun, refused, ends, leave };
  }
  const settle = () => vi.advanceTimersByTimeAsync(0);

  it('the page queue starts eight requests at a time, round-robin by visitor', async () => {
    const { begun, ends } = send(new PageQueue(), [...Array(10).fill('a'), 'b']);
    await settle();
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    ends[0]?.();
    await settle();
    ends[1]?.();
    await settle();
    // The second visitor's request must be among the next two, before the remaining requests of the first visitor.
    expect(begun.slice(8).sort()).toEqual([10, 8]);
  });

  it('the page queue starts up to eight more requests each time 100 ms pass without a response', async () => {
    const { begun } = send(new PageQueue(), Array(20).fill('a'));
    await settle();
    expect(begun).toHaveLength(8);
    await vi.advanceTimersByTimeAsync(100);
    expect(begun).toHaveLength(16);
    await vi.advanceTimersByTimeAsync(100);
    expect(begun).toHaveLength(20);
  });

  it('the page queue does not start a visitor’s ninth render until one of the first eight has a response', async () => {
    const { begun, ends } = send(new PageQueue(), [...Array(20).fill('a'), 'b'], true);
    await settle();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 20]);
    ends[3]?.();
    await settle();
    expect(begun).toHaveLength(10);
  });

  it('the page queue frees the slot of a request only once', async () => {
    const { begun, ends } = send(new PageQueue(), Array(20).fill('a'));
    await settle();
    ends[0]?.();
    ends[0]?.();
    await settle();
    expect(begun).toHaveLength(9);
    await vi.advanceTimersByTimeAsync(99);
    expect(begun).toHaveLength(9);
  });

  it('the page queue rejects a request behind 500 others, and drops requests of visitors who have disconnected', async () => {
    const { begun, refused, leave } = send(new PageQueue(), Array(600).fill('a'));
    await settle();
    expect(refused).toEqual(Array(100).fill('OverloadedError'));
    leave[499]?.();
    await settle();
    expect(refused.at(-1)).toBe('AbortError');
    await vi.advanceTimersByTimeAsync(11_000);
    expect(begun.length + refused.length).toBe(600);
  });
});
