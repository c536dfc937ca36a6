import { forEachYielding } from './for-each-yielding';

/** From so many items on a list is long: sorting it takes some 3 ms. */
const LONG = 2_000;
/** Items that are sorted in one go. */
const RUN = 64;

/**
 * A list in order, as `toSorted` gives it; of a long one the event loop goes on while it is sorted.
 * @param compare must not throw
 */
export async function sortYielding<T>(items: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  if (items.length < LONG) return [...items].sort(compare);
  const starts = Array.from({ length: Math.ceil(items.length / RUN) }, (_, i) => i * RUN);
  let sorted: T[] = [];
  await forEachYielding(starts, (start) => {
    sorted.push(...items.slice(start, start + RUN).sort(compare));
  });
  for (let run = RUN; run < items.length; run *= 2) sorted = await merged(sorted, run, compare);
  return sorted;
}

/** Merges each two neighbours of runs that are in order. */
async function merged<T>(items: readonly T[], run: number, compare: (a: T, b: T) => number): Promise<T[]> {
  const result: T[] = [];
  let [left, leftEnd, right, rightEnd] = [0, 0, 0, 0];
  await forEachYielding(items, () => {
    if (left === leftEnd && right === rightEnd) {
      left = rightEnd;
      leftEnd = Math.min(left + run, items.length);
      right = leftEnd;
      rightEnd = Math.min(right + run, items.length);
    }
    const isLeft =
      right === rightEnd || (left < leftEnd && compare(items[left] as T, items[right] as T) <= 0);
    result.push(items[isLeft ? left++ : right++] as T);
  });
  return result;
}
