import { describe, expect, it } from 'vitest';
import { KeyedSemaphore } from './keyed-semaphore';

const never = new AbortController().signal;
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('KeyedSemaphore', () => {
  it('a keyed semaphore grants each key at most its share of the permits, and serves keys round-robin', async () => {
    const places = new KeyedSemaphore({ total: 3, perKey: 2 });
    const order: string[] = [];
    const releases: (() => void)[] = [];
    const ask = (name: string, signal = never) =>
      places.acquire(name, signal).then((release) => {
        order.push(name);
        releases.push(release);
      });
    for (let i = 0; i < 4; i++) void ask('a');
    void ask('b');
    void ask('b');
    await settled();
    expect(order).toEqual(['a', 'a', 'b']);
    releases[2]?.();
    await settled();
    expect(order).toEqual(['a', 'a', 'b', 'b']);
    releases[0]?.();
    releases[1]?.();
    releases[3]?.();
    await settled();
    expect(order).toEqual(['a', 'a', 'b', 'b', 'a', 'a']);
  });

  it('a keyed semaphore removes a caller from the queue when its signal is aborted', async () => {
    const places = new KeyedSemaphore({ total: 1, perKey: 1 });
    const release = await places.acquire('a', never);
    const gone = new AbortController();
    const waiting = places.acquire('b', gone.signal);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    const next = places.acquire('a', never);
    release();
    release();
    (await next)();
  });
});
