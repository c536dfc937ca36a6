import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Notifier } from './holdings-stream';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Starts a wait. `isOver` returns whether it has ended. */
function start(notifier: Notifier, options: { signal?: AbortSignal; ms?: number } = {}) {
  let over = false;
  void notifier.wait(options).then(() => {
    over = true;
  });
  return async () => {
    await vi.advanceTimersByTimeAsync(0);
    return over;
  };
}

describe('Notifier', () => {
  it('ends all waits at the next `notify`, and none before', async () => {
    const notifier = new Notifier();
    const waits = [start(notifier), start(notifier, { ms: 1_000 }), start(notifier)];
    for (const isOver of waits) expect(await isOver()).toBe(false);
    notifier.notify();
    for (const isOver of waits) expect(await isOver()).toBe(true);
  });

  it('a wait that begins after a `notify` waits for the next one', async () => {
    const notifier = new Notifier();
    notifier.notify();
    const isOver = start(notifier);
    expect(await isOver()).toBe(false);
    notifier.notify();
    expect(await isOver()).toBe(true);
  });

  it('a wait without a time ends only at a `notify`', async () => {
    const isOver = start(new Notifier());
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(1e9);
    expect(await isOver()).toBe(false);
  });

  it.each([0, 50])('a wait of %i ms ends after that time, not before', async (ms) => {
    const isOver = start(new Notifier(), { ms });
    if (ms > 0) await vi.advanceTimersByTimeAsync(ms - 1);
    if (ms > 0) expect(await isOver()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await isOver()).toBe(true);
  });

  it('a wait ends when its signal is aborted, and other waits continue', async () => {
    const notifier = new Notifier();
    const gone = new AbortController();
    const [isOver, isOtherOver] = [start(notifier, { signal: gone.signal, ms: 50 }), start(notifier)];
    expect(await isOver()).toBe(false);
    gone.abort();
    expect(await isOver()).toBe(true);
    expect(await isOtherOver()).toBe(false);
  });

  it('a wait whose signal is aborted already ends at once', async () => {
    expect(await start(new Notifier(), { signal: AbortSignal.abort() })()).toBe(true);
  });

  it.each(['notify', 'abort', 'time'])(
    'a wait that ended by %s leaves no timer and no listener',
    async (end) => {
      const notifier = new Notifier();
      const gone = new AbortController();
      const added = vi.spyOn(gone.signal, 'addEventListener');
      const removed = vi.spyOn(gone.signal, 'removeEventListener');
      const isOver = start(notifier, { signal: gone.signal, ms: 50 });
      expect([added.mock.calls.length, removed.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0, 1]);
      if (end === 'notify') notifier.notify();
      else if (end === 'abort') gone.abort();
      else await vi.advanceTimersByTimeAsync(50);
      expect(await isOver()).toBe(true);
      expect(vi.getTimerCount()).toBe(0);
      expect(removed).toHaveBeenCalledWith('abort', added.mock.calls[0]?.[1]);
      // A `notify` for a wait that has ended does nothing.
      removed.mockClear();
      notifier.notify();
      expect(removed).not.toHaveBeenCalled();
    },
  );
});
