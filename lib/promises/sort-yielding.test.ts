import { describe, expect, it } from 'vitest';
import { loopRounds } from '@/lib/testing/loop/loop-rounds';
import { sortYielding } from './sort-yielding';

type Item = { key: number; place: number };
const byKey = (a: Item, b: Item) => a.key - b.key;
const items = (count: number, keyOf: (index: number) => number): Item[] =>
  Array.from({ length: count }, (_, place) => ({ key: keyOf(place), place }));

describe('sortYielding', () => {
  it.each([0, 1, 1_999, 2_000, 2_001, 4_096, 10_000, 30_011])(
    'sorts %d items, equal ones as they came',
    async (count) => {
      for (const keyOf of [
        (i: number) => (i * 7_919) % 1_009,
        (i: number) => -i,
        (i: number) => i,
        () => 0,
      ]) {
        const list = items(count, keyOf);
        const before = [...list];
        expect(await sortYielding(list, byKey)).toEqual([...list].sort(byKey));
        expect(list).toEqual(before);
      }
    },
  );

  it.each([0, 1_999, 2_000, 5_003])('sorts %d items by a coarse order first', async (count) => {
    for (const keyOf of [(i: number) => (i * 7_919) % 1_009, (i: number) => -i, (i: number) => i % 2 ** 28])
      for (const coarse of [
        (item: Item) => Math.floor((item.key + 40_000) / 7),
        (item: Item) => item.key + 40_000,
        () => 0,
      ]) {
        const list = items(count, keyOf);
        expect(await sortYielding(list, byKey, coarse)).toEqual([...list].sort(byKey));
      }
  });

  it('lets the event loop go on', async () => {
    const rounds = await loopRounds(() =>
      sortYielding(
        items(200_000, (i) => (i * 7_919) % 200_003),
        byKey,
      ),
    );
    expect(rounds).toBeGreaterThan(2);
  });
});
