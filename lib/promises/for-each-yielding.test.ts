import { afterEach, describe, expect, it, vi } from 'vitest';
import { forEachYielding, ownRound } from './for-each-yielding';

afterEach(() => {
  vi.restoreAllMocks();
});

let time = 0;

/** Work that takes so long, by a clock that nothing else moves, and that no test puts back: slices are told by it. */
function clockedWork() {
  time = Math.max(time, performance.now());
  vi.spyOn(performance, 'now').mockImplementation(() => time);
  return (ms: number) => {
    time += ms;
  };
}

describe('forEachYielding', () => {
  it('works on every item, in order', async () => {
    const items = Array.from({ length: 1_000 }, (_, i) => i);
    const done: number[] = [];
    await forEachYielding(items, (item) => done.push(item));
    expect(done).toEqual(items);
  });

  it('lets the event loop go round between slices, also with several long works at once', async () => {
    const items = Array.from({ length: 640 }, (_, i) => i);
    const spin = clockedWork();
    let rounds = 0;
    const beat = () => {
      rounds++;
      next = setImmediate(beat);
    };
    let next = setImmediate(beat);
    // Four works of 160 ms in slices of 6 to 10 ms, one a round. Without slices the loop would go round once.
    await Promise.all([1, 2, 3, 4].map(() => forEachYielding(items, () => spin(0.25))));
    clearImmediate(next);
    expect(rounds).toBeGreaterThanOrEqual(64);
  });

  it('does not make small works wait for large ones', async () => {
    const order: string[] = [];
    const spin = clockedWork();
    const large = forEachYielding(Array.from({ length: 640 }), () => spin(0.1)).then(() =>
      order.push('large'),
    );
    const small = forEachYielding([1, 2, 3], () => undefined).then(() => order.push('small'));
    await Promise.all([large, small]);
    expect(order).toEqual(['small', 'large']);
  });

  it('does not make a work that begins wait for all that go on', async () => {
    const order: string[] = [];
    const spin = clockedWork();
    const work = (name: string, count: number) =>
      forEachYielding(Array.from({ length: count }), () => spin(0.1)).then(() => order.push(name));
    // Twenty works of 64 ms, of which each has had a slice before the short one comes.
    const long = Array.from({ length: 20 }, (_, i) => work(`long ${i}`, 640));
    for (let round = 0; round < 25; round++) await new Promise(setImmediate);
    let rounds = 0;
    const beat = () => {
      rounds += 1;
      next = setImmediate(beat);
    };
    let next = setImmediate(beat);
    await work('short', 101);
    clearImmediate(next);
    // One slice to begin and one to go on, behind the twenty at the most.
    expect(rounds).toBeLessThan(30);
    await Promise.all(long);
    expect(order[0]).toBe('short');
  });

  it('gives on what the work throws', async () => {
    await expect(
      forEachYielding([1], () => {
        throw new Error('bad item');
      }),
    ).rejects.toThrow('bad item');
  });
});

describe('ownRound', () => {
  it('gives large pieces a round each, and the slices of others half of the time', async () => {
    // The round that a test before has begun is over.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    const spin = clockedWork();
    const order: string[] = [];
    const pieces = Array.from({ length: 5 }, async () => {
      await ownRound();
      order.push('large');
      spin(60);
    });
    // Twenty slices of 6 to 8 ms.
    const slices = forEachYielding(Array.from({ length: 640 }), () => spin(0.25)).then(() =>
      order.push('slices'),
    );
    let rounds = 0;
    const beat = () => {
      rounds++;
      next = setImmediate(beat);
    };
    let next = setImmediate(beat);
    await Promise.all([...pieces, slices]);
    clearImmediate(next);
    expect(rounds).toBeGreaterThanOrEqual(20);
    // 160 ms of slices end before the 300 ms of large pieces do.
    expect(order.indexOf('slices')).toBeGreaterThan(0);
    expect(order.at(-1)).toBe('large');
  });
});
