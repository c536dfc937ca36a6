import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { VisitorTurns } from './visitor-turns';

describe('turns of visitors’ requests', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Requests of visitors; which of them have begun, in order, and how each ends. */
  function requests(turns: VisitorTurns, visitors: readonly string[]) {
    const begun: number[] = [];
    const refused: number[] = [];
    const ends = visitors.map((visitor, i) => {
      const over = new AbortController();
      turns.wait(visitor, over.signal).then(
        () => begun.push(i),
        (thrown: Error) => refused.push(thrown.name === 'AbortError' ? -1 : i),
      );
      return () => over.abort();
    });
    return { begun, refused, ends };
  }
  const settle = () => vi.advanceTimersByTimeAsync(0);

  it('begin four at a time while the processor is full, visitors in turn', async () => {
    const flood = ['a', 'a', 'a', 'a', 'a', 'a', 'b'];
    const { begun, ends } = requests(new VisitorTurns(() => () => 1), flood);
    await settle();
    expect(begun).toEqual([0, 1, 2, 3]);
    ends[0]?.();
    await settle();
    ends[1]?.();
    await settle();
    // The other visitor is second, however many of the first one's wait.
    expect([...begun].sort()).toEqual([0, 1, 2, 3, 4, 6]);
  });

  it('one that is not answered soon makes room: it waits for an upstream', async () => {
    const { begun } = requests(new VisitorTurns(() => () => 1), Array(9).fill('a'));
    await settle();
    expect(begun).toHaveLength(4);
    await vi.advanceTimersByTimeAsync(500);
    expect(begun).toHaveLength(8);
    await vi.advanceTimersByTimeAsync(500);
    expect(begun).toHaveLength(9);
  });

  it('follow at once while the processor has time', async () => {
    const { begun } = requests(new VisitorTurns(() => () => 0.5), Array(60).fill('a'));
    await vi.advanceTimersByTimeAsync(100);
    expect(begun).toHaveLength(60);
  });

  it('begin slowly from the first one on that fills the processor, and quickly again once it has time', async () => {
    let utilization = 1;
    const { begun } = requests(new VisitorTurns(() => () => utilization), Array(60).fill('a'));
    await vi.advanceTimersByTimeAsync(400);
    expect(begun).toHaveLength(4);
    utilization = 0.5;
    await vi.advanceTimersByTimeAsync(100);
    expect(begun).toHaveLength(60);
  });

  it('who would wait for too long, or behind too many, is refused; who goes away leaves', async () => {
    const turns = new VisitorTurns(() => () => 1);
    const { begun, refused, ends } = requests(turns, Array(600).fill('a'));
    await settle();
    expect(refused).toHaveLength(100);
    expect(refused[0]).toBe(500);
    ends[499]?.();
    await settle();
    expect(refused.at(-1)).toBe(-1);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(begun.length + refused.length).toBe(600);
    await expect(turns.wait('b', new AbortController().signal)).resolves.toBeUndefined();
  });
});
