import { afterEach, describe, expect, it, vi } from 'vitest';
import { Pacer, Semaphore } from './semaphore';

afterEach(() => {
  vi.useRealTimers();
});

const never = () => new AbortController().signal;

describe('Semaphore', () => {
  it('a semaphore grants at most its number of permits, and grants a waiting caller the next released permit', async () => {
    const two = new Semaphore(2);
    const releases = [await two.acquire(never()), await two.acquire(never())];
    expect(two.free).toBe(0);
    let third = false;
    const waiting = two.acquire(never()).then((release) => {
      third = true;
      return release;
    });
    await new Promise(setImmediate);
    expect(third).toBe(false);
    releases[0]?.();
    (await waiting)();
    releases[1]?.();
    expect(two.free).toBe(2);
  });

  it('a semaphore serves its queues round-robin', async () => {
    const one = new Semaphore(1);
    const keys = { large: {}, small: {} };
    const order: string[] = [];
    const first = await one.acquire(never(), keys.large);
    const waiting = (['large', 'large', 'large', 'small'] as const).map(async (name) => {
      const release = await one.acquire(never(), keys[name]);
      order.push(name);
      setImmediate(release);
    });
    first();
    await Promise.all(waiting);
    await new Promise(setImmediate);
    expect(order).toEqual(['large', 'small', 'large', 'large']);
    expect(one.free).toBe(1);
  });

  it('a semaphore removes aborted callers from the queue, and counts a repeated release once', async () => {
    const one = new Semaphore(1);
    const release = await one.acquire(never());
    const gone = new AbortController();
    const waiting = one.acquire(gone.signal);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    release();
    release();
    expect(one.free).toBe(1);
    await expect(one.acquire(gone.signal)).rejects.toThrow('gone');
    expect(one.free).toBe(1);
  });

  it('a semaphore gives a released permit to the next caller if the first caller in the queue has aborted', async () => {
    const one = new Semaphore(1);
    const key = {};
    const release = await one.acquire(never(), key);
    const gone = new AbortController();
    const leaving = one.acquire(gone.signal, key);
    const staying = one.acquire(never(), key);
    gone.abort();
    await expect(leaving).rejects.toMatchObject({ name: 'AbortError' });
    release();
    (await staying)();
    expect(one.free).toBe(1);
  });

  it('a semaphore grants more permits after growing, and revokes none when shrinking', async () => {
    const semaphore = new Semaphore(1);
    const releases = [await semaphore.acquire(never())];
    const waiting = [semaphore.acquire(never()), semaphore.acquire(never())];
    semaphore.resize(3);
    releases.push(...(await Promise.all(waiting)));
    semaphore.resize(1);
    releases[0]?.();
    releases[1]?.();
    expect(semaphore.free).toBe(0);
    releases[2]?.();
    expect(semaphore.free).toBe(1);
  });

  it('a semaphore loses no permit if a caller aborts right after a permit was granted', async () => {
    const one = new Semaphore(1);
    const release = await one.acquire(never());
    const gone = new AbortController();
    const waiting = one.acquire(gone.signal);
    release();
    gone.abort();
    (await waiting)();
    expect(one.free).toBe(1);
  });

  it('a semaphore grants each key at most its share of the permits, and serves keys round-robin', async () => {
    const places = new Semaphore(3, 2);
    const order: string[] = [];
    const releases: (() => void)[] = [];
    const ask = (name: string, signal = never()) =>
      places.acquire(signal, name).then((release) => {
        order.push(name);
        releases.push(release);
      });
    for (let i = 0; i < 4; i++) void ask('a');
    void ask('b');
    void ask('b');
    await new Promise(setImmediate);
    expect(order).toEqual(['a', 'a', 'b']);
    releases[2]?.();
    await new Promise(setImmediate);
    expect(order).toEqual(['a', 'a', 'b', 'b']);
    releases[0]?.();
    releases[1]?.();
    releases[3]?.();
    await new Promise(setImmediate);
    expect(order).toEqual(['a', 'a', 'b', 'b', 'a', 'a']);
  });

  it('a semaphore removes a caller of a key from the queue when its signal is aborted', async () => {
    const places = new Semaphore(1, 1);
    const release = await places.acquire(never(), 'a');
    const gone = new AbortController();
    const waiting = places.acquire(gone.signal, 'b');
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    const next = places.acquire(never(), 'a');
    release();
    release();
    (await next)();
  });
});

describe('Pacer', () => {
  it('a pacer limits each method separately', async () => {
    const pacer = new Pacer({ calls: 1, perMs: 60_000 });
    await pacer.waitForStart('a', never());
    await pacer.waitForStart('b', never());
    const gone = new AbortController();
    const second = pacer.waitForStart('a', gone.signal);
    gone.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
  });

  it('a pacer starts at most the allowed number of calls in a window', async () => {
    vi.useFakeTimers();
    const pacer = new Pacer({ calls: 2, perMs: 1_000 });
    let started = 0;
    for (let i = 0; i < 5; i++) void pacer.waitForStart('a', never()).then(() => started++);
    const counts: number[] = [];
    for (const ms of [0, 999, 1, 999, 1]) {
      await vi.advanceTimersByTimeAsync(ms);
      counts.push(started);
    }
    expect(counts).toEqual([2, 2, 4, 4, 5]);
  });
});
