import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PriorityQueue, type QueueLimits } from './priority-queue';

/** Creates a queue whose tasks run until `finish` is called with their key. */
function manualQueue(limits: QueueLimits) {
  const started: string[] = [];
  const running = new Map<string, () => void>();
  const queue = new PriorityQueue((key) => {
    started.push(key);
    return new Promise<void>((resolve) => running.set(key, resolve));
  }, limits);
  const finish = async (key: string) => {
    running.get(key)?.();
    await new Promise(setImmediate);
  };
  return { queue, started, finish };
}

describe('PriorityQueue', () => {
  it('a priority queue starts each task once, round-robin by host, within its limits', async () => {
    const { queue, started, finish } = manualQueue({ total: 3, perHost: 2, urgentPerHost: 2 });
    queue.pauseBackground(0);
    for (const key of ['a1', 'a2', 'a3', 'a1']) queue.add(key, 'a');
    for (const key of ['b1', 'b2']) queue.add(key, 'b');
    await vi.waitUntil(() => started.length > 0);
    expect(started).toEqual(['a1', 'b1', 'a2']);
    await finish('b1');
    expect(started).toEqual(['a1', 'b1', 'a2', 'b2']);
    await finish('b2');
    // Host a has reached its limit.
    expect(started).toHaveLength(4);
    await finish('a1');
    queue.add('a1', 'a');
    expect(started).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  it('a priority queue starts the most recently prioritized tasks first, even beyond the limits for background tasks', async () => {
    const { queue, started, finish } = manualQueue({ total: 1, perHost: 1, urgentPerHost: 2 });
    for (const key of ['a', 'b', 'c', 'd', 'e']) queue.add(key, 'host');
    queue.prioritize(['d', 'unknown']);
    queue.prioritize(['e', 'a']);
    expect(started).toEqual(['a', 'd']);
    await finish('a');
    expect(started).toEqual(['a', 'd', 'e']);
    await finish('d');
    expect(started).toHaveLength(3);
    await finish('e');
    expect(started).toEqual(['a', 'd', 'e', 'b']);
  });

  it('a priority queue starts no task after it has ended', async () => {
    const { queue, started, finish } = manualQueue({ total: 1, perHost: 1, urgentPerHost: 1 });
    for (const key of ['a', 'b']) queue.add(key, 'host');
    queue.end();
    await finish('a');
    expect(started).toEqual(['a']);
  });
});

describe('pauseBackground', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('a priority queue starts only urgent tasks while background tasks are paused, and the background tasks afterwards', async () => {
    const started: string[] = [];
    const queue = new PriorityQueue(
      async (key) => {
        started.push(key);
      },
      { total: 4, perHost: 2, urgentPerHost: 4 },
    );
    queue.pauseBackground(1_000);
    for (const key of ['a', 'b', 'c', 'd']) queue.add(key, 'host');
    queue.prioritize(['c']);
    await vi.advanceTimersByTimeAsync(900);
    // A second pause replaces the first.
    queue.pauseBackground(1_000);
    await vi.advanceTimersByTimeAsync(900);
    expect(started).toEqual(['c']);
    await vi.advanceTimersByTimeAsync(200);
    expect(started).toEqual(['c', 'a', 'b', 'd']);
  });
});
