import { describe, expect, it } from 'vitest';
import { forEachYielding } from './for-each-yielding';

/** Keeps the processor busy. */
function spin(ms: number) {
  const until = performance.now() + ms;
  while (performance.now() < until);
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
    let rounds = 0;
    const beat = setInterval(() => rounds++, 1);
    // Four works of 160 ms. Without yielding, or each with slices of its own, the loop would go round a few times.
    await Promise.all([1, 2, 3, 4].map(() => forEachYielding(items, () => spin(0.25))));
    clearInterval(beat);
    expect(rounds).toBeGreaterThan(12);
  });

  it('does not make small works wait for large ones', async () => {
    const order: string[] = [];
    const large = forEachYielding(Array.from({ length: 640 }), () => spin(0.1)).then(() =>
      order.push('large'),
    );
    const small = forEachYielding([1, 2, 3], () => undefined).then(() => order.push('small'));
    await Promise.all([large, small]);
    expect(order).toEqual(['small', 'large']);
  });

  it('gives on what the work throws', async () => {
    await expect(
      forEachYielding([1], () => {
        throw new Error('bad item');
      }),
    ).rejects.toThrow('bad item');
  });
});
