import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LimitError } from '@/lib/errors';
import { VisitorGate } from './visitor-gate';

describe('VisitorGate', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /**
   * Sends a request for each visitor. Returns the numbers of the started requests, in order, and of the rejected ones.
   */
  function send(gate: VisitorGate, visitors: readonly string[]) {
    const begun: number[] = [];
    const refused: string[] = [];
    const ends: (() => void)[] = [];
    const leave = visitors.map((visitor, i) => {
      const gone = new AbortController();
      gate.enter(visitor, gone.signal).then(
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
  /** Visitors whose requests are not limited by address: at most 32 are in flight for each. */
  const crowd = (count: number) => Array.from({ length: count }, (_, i) => `visitor ${i}`);
  const open = () => new VisitorGate({ take: async () => undefined });
  const settle = () => vi.advanceTimersByTimeAsync(0);

  it('the gate starts eight requests at a time, round-robin by visitor', async () => {
    const { begun, ends } = send(open(), [...Array(10).fill('a'), 'b']);
    await settle();
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    ends[0]?.();
    await settle();
    ends[1]?.();
    await settle();
    // The second visitor's request must be among the next two, before the remaining requests of the first visitor.
    expect(begun.slice(8).sort()).toEqual([10, 8]);
  });

  it('the gate starts up to eight more requests each time 100 ms pass without a response', async () => {
    const { begun } = send(open(), Array(20).fill('a'));
    await settle();
    expect(begun).toHaveLength(8);
    await vi.advanceTimersByTimeAsync(100);
    expect(begun).toHaveLength(16);
    await vi.advanceTimersByTimeAsync(100);
    expect(begun).toHaveLength(20);
  });

  it('the gate refuses a visitor’s 33rd request in flight until one of the others is closed', async () => {
    const gate = open();
    const { refused, leave } = send(gate, Array(33).fill('a'));
    await settle();
    expect(refused).toEqual(['LimitError']);
    leave[0]?.();
    await settle();
    const again = send(gate, ['a', 'a']);
    await settle();
    expect(again.refused).toEqual(['LimitError']);
  });

  it('the gate charges a visitor one unit for each request, and starts none beyond the limit', async () => {
    const units: [string, number][] = [];
    const gate = new VisitorGate({
      take: async (...charge) => {
        units.push([charge[0], charge[1]]);
        if (units.length > 2) throw new LimitError('rate-limited', '', {});
      },
    });
    const { begun, refused } = send(gate, ['a', 'b', 'a']);
    await settle();
    expect(units).toEqual([
      ['a', 1],
      ['b', 1],
      ['a', 1],
    ]);
    expect(begun).toEqual([0, 1]);
    expect(refused).toEqual(['LimitError']);
  });

  it('the gate frees the slot of a request only once', async () => {
    const { begun, ends } = send(open(), Array(20).fill('a'));
    await settle();
    ends[0]?.();
    ends[0]?.();
    await settle();
    expect(begun).toHaveLength(9);
    await vi.advanceTimersByTimeAsync(99);
    expect(begun).toHaveLength(9);
  });

  it('the gate rejects a request behind 500 others, and drops requests of visitors who have disconnected', async () => {
    const { begun, refused, leave } = send(open(), crowd(600));
    await settle();
    expect(refused).toEqual(Array(100).fill('OverloadedError'));
    leave[499]?.();
    await settle();
    expect(refused.at(-1)).toBe('AbortError');
    await vi.advanceTimersByTimeAsync(11_000);
    expect(begun.length + refused.length).toBe(600);
  });
});
