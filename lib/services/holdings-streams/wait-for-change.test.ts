import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitForChange } from './holdings-stream';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Starts a wait. `isOver` returns whether it has ended. */
function start(changes: EventEmitter, ms = 1_000, signal?: AbortSignal) {
  let over = false;
  void waitForChange(changes, ms, signal).then(() => {
    over = true;
  });
  return async () => {
    await vi.advanceTimersByTimeAsync(0);
    return over;
  };
}

describe('waitForChange', () => {
  it('ends all waits at the next change, and none before', async () => {
    const changes = new EventEmitter();
    const waits = [start(changes), start(changes), start(changes)];
    for (const isOver of waits) expect(await isOver()).toBe(false);
    changes.emit('change');
    for (const isOver of waits) expect(await isOver()).toBe(true);
  });

  it('a wait that begins after a change waits for the next one', async () => {
    const changes = new EventEmitter();
    changes.emit('change');
    const isOver = start(changes);
    expect(await isOver()).toBe(false);
    changes.emit('change');
    expect(await isOver()).toBe(true);
  });

  it.each([0, 50])('a wait of %i ms ends after that time, not before', async (ms) => {
    const isOver = start(new EventEmitter(), ms);
    if (ms > 0) await vi.advanceTimersByTimeAsync(ms - 1);
    if (ms > 0) expect(await isOver()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await isOver()).toBe(true);
  });

  it('a wait ends when its signal is aborted, and other waits continue', async () => {
    const changes = new EventEmitter();
    const gone = new AbortController();
    const [isOver, isOtherOver] = [start(changes, 50, gone.signal), start(changes)];
    expect(await isOver()).toBe(false);
    gone.abort();
    expect(await isOver()).toBe(true);
    expect(await isOtherOver()).toBe(false);
  });

  it('a wait whose signal is aborted already ends at once', async () => {
    expect(await start(new EventEmitter(), 50, AbortSignal.abort())()).toBe(true);
  });

  it.each(['change', 'abort', 'time'])(
    'a wait that ended by %s leaves no timer and no listener',
    async (end) => {
      const changes = new EventEmitter();
      const gone = new AbortController();
      const added = vi.spyOn(gone.signal, 'addEventListener');
      const removed = vi.spyOn(gone.signal, 'removeEventListener');
      const isOver = start(changes, 50, gone.signal);
      expect([added.mock.calls.length, changes.listenerCount('change'), vi.getTimerCount()]).toEqual([
        1, 1, 1,
      ]);
      if (end === 'change') changes.emit('change');
      else if (end === 'abort') gone.abort();
      else await vi.advanceTimersByTimeAsync(50);
      expect(await isOver()).toBe(true);
      expect([changes.listenerCount('change'), vi.getTimerCount()]).toEqual([0, 0]);
      expect(removed).toHaveBeenCalledWith('abort', added.mock.calls[0]?.[1]);
    },
  );
});
