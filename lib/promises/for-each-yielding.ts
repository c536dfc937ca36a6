/**
 * Long work in slices, between which the event loop goes on. All long works together get one slice of each round of
 * the loop, and of those that wait for the next slice one goes on per round: a small call never waits for more than
 * one slice, however many long works there are.
 */

/** Milliseconds of one slice: short against the 100 ms that a small call may take, long against a round's own cost. */
const SLICE_MS = 6;

/** What waits for a first slice, and what has had one: they take turns, so that what is short waits for few long works. */
const beginning: (() => void)[] = [];
const goingOn: (() => void)[] = [];
let lastBegan = false;
/** Pieces that cannot be cut and may take many slices' time. */
const large: (() => void)[] = [];
/** Whether a slice has begun in this round. */
let begun = false;
let endsAt = 0;
/** When the large piece of this round began. */
let largeSince: number | undefined;
/** Until then slices come before large pieces: these take half of the time at most while anybody waits. */
let slicesFirstUntil = 0;

function beginSlice() {
  begun = true;
  endsAt = performance.now() + SLICE_MS;
  setImmediate(nextRound);
}

function nextRound() {
  begun = false;
  const time = performance.now();
  if (largeSince !== undefined) slicesFirstUntil = time + (time - largeSince);
  const isLarge = large.length > 0 && (!isAwaited() || time >= slicesFirstUntil);
  largeSince = isLarge ? time : undefined;
  const next = (isLarge ? large : nextLine()).shift();
  if (next === undefined) return;
  beginSlice();
  next();
}

const isAwaited = () => beginning.length + goingOn.length > 0;

function nextLine(): (() => void)[] {
  lastBegan = beginning.length > 0 && (goingOn.length === 0 || !lastBegan);
  return lastBegan ? beginning : goingOn;
}

/** Waits in `line` for a slice in a later round when this round's is used up, or others wait already. */
function nextSlice(line: (() => void)[]): Promise<void> | undefined {
  if (!begun) beginSlice();
  else if (isAwaited() || performance.now() > endsAt) return new Promise((resolve) => line.push(resolve));
  return undefined;
}

/** Waits for a slice in a later round when this round's is used up, and only then: for work in pieces of some size. */
export function whenUsedUp(): Promise<void> | undefined {
  if (begun && performance.now() > endsAt) return new Promise((resolve) => goingOn.push(resolve));
  if (!begun) beginSlice();
  return undefined;
}

/** Waits for a round of its own: for work that may take many times as long as a slice, and cannot be cut. */
export function ownRound(): Promise<void> {
  if (!begun) beginSlice();
  return new Promise((resolve) => large.push(resolve));
}

/**
 * A work of up to so many items does not wait to begin: it belongs to the small calls that all of this is for, or is
 * what a node answers at once.
 */
const SMALL = 100;
/** The clock is read once in so many items: reading it costs about as much as the work on one. A power of two. */
const ITEMS_PER_LOOK = 16;

/**
 * Runs `work` on every item in order, yielding to the event loop whenever 6 ms have been used up.
 * @param itemsPerLook how often the clock is read, a power of two: less for items that may be large
 * @throws what `work` throws
 */
export async function forEachYielding<T>(
  items: readonly T[] | (Iterable<T> & { size: number }),
  work: (item: T) => void,
  itemsPerLook = ITEMS_PER_LOOK,
): Promise<void> {
  let line = beginning;
  const size = 'length' in items ? items.length : items.size;
  if (size > SMALL) {
    await nextSlice(line);
    line = goingOn;
  }
  // A list is gone through by index: an iterator makes an object an item.
  const others = 'length' in items ? undefined : items[Symbol.iterator]();
  for (let count = 0; count < size; ) {
    work('length' in items ? (items[count] as T) : others?.next().value);
    count += 1;
    if ((count & (itemsPerLook - 1)) !== 0 || performance.now() <= endsAt) continue;
    await nextSlice(line);
    line = goingOn;
  }
}

/** Up to so many items that are only looked at take less than a millisecond. */
const FEW_TO_SCAN = 2_000;

/**
 * As `forEachYielding`, for work that is next to nothing an item: a list that is not very long does not wait for a
 * slice, which behind many long works takes seconds.
 */
export async function scanYielding<T>(
  items: readonly T[] | (Iterable<T> & { size: number }),
  look: (item: T) => void,
): Promise<void> {
  const count = 'length' in items ? items.length : items.size;
  if (count > FEW_TO_SCAN) return forEachYielding(items, look);
  for (const item of items) look(item);
}
