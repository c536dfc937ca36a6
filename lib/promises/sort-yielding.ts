import { forEachYielding } from './for-each-yielding';

/** From so many items on a list is long: sorting it takes some 3 ms. */
const LONG = 2_000;
/** Items that are sorted in one go. */
const RUN = 64;

/** Places are told from one another below a coarse order, in the whole numbers that a double holds: 28 and 24 bits. */
const PLACES = 2 ** 24;

/**
 * A list in order, as `toSorted` gives it; of a long one the event loop goes on while it is sorted.
 * @param compare must not throw
 * @param coarse a whole number below 2^28 for each item, smaller only for what comes before: most of the order, for a
 *   tenth of the time
 */
export async function sortYielding<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  coarse?: (item: T) => number,
): Promise<T[]> {
  if (items.length < LONG) return [...items].sort(compare);
  if (coarse !== undefined && items.length < PLACES) return sortByNumber(items, compare, coarse);
  const starts = Array.from({ length: Math.ceil(items.length / RUN) }, (_, i) => i * RUN);
  let sorted: T[] = [];
  await forEachYielding(starts, (start) => {
    sorted.push(...items.slice(start, start + RUN).sort(compare));
  });
  for (let run = RUN; run < items.length; run *= 2) sorted = await merged(sorted, run, compare);
  return sorted;
}

/** By the numbers first, which the engine sorts by itself; what has the same one is compared. */
async function sortByNumber<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  coarse: (item: T) => number,
): Promise<T[]> {
  const numbers = new Float64Array(items.length);
  let place = 0;
  await forEachYielding(items, (item) => {
    numbers[place] = coarse(item) * PLACES + place;
    place += 1;
  });
  numbers.sort();
  const itemAt = (at: number) => items[(numbers[at] ?? 0) % PLACES] as T;
  const numberAt = (at: number) => Math.floor((numbers[at] ?? -1) / PLACES);
  const sorted: T[] = [];
  for (let start = 0, end = 1; start < numbers.length; start = end, end += 1) {
    const number = numberAt(start);
    while (end < numbers.length && numberAt(end) === number) end += 1;
    if (end - start === 1) sorted.push(itemAt(start));
    else {
      const alike = Array.from({ length: end - start }, (_, i) => itemAt(start + i));
      for (const item of await sortYielding(alike, compare)) sorted.push(item);
    }
  }
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
