/**
 * Long work in slices, between which the event loop goes on. All long works together get one slice of each round of
 * the loop, and of those that wait for the next slice one goes on per round: a small call never waits for more than
 * one slice, however many long works there are.
 */

/** Milliseconds of one slice: short against the 100 ms that a small call may take, long against a round's own cost. */
const SLICE_MS = 6;

const waiting: (() => void)[] = [];
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
  const isLarge = large.length > 0 && (waiting.length === 0 || time >= slicesFirstUntil);
  largeSince = isLarge ? time : undefined;
  const next = (isLarge ? large : waiting).shift();
  if (next === undefined) return;
  beginSlice();
  next();
}

/** Waits for a slice in a later round when this round's is used up, or others wait already. */
function nextSlice(): Promise<void> | undefined {
  if (!begun) beginSlice();
  else if (waiting.length > 0 || performance.now() > endsAt)
    return new Promise((resolve) => waiting.push(resolve));
  return undefined;
}

/** Waits for a slice in a later round when this round's is used up, and only then: for work in pieces of some size. */
export function whenUsedUp(): Promise<void> | undefined {
  if (begun && performance.now() > endsAt) return new Promise((resolve) => waiting.push(resolve));
  if (!begun) beginSlice();
  return undefined;
}

/** Waits for a round of its own: for work that may take many times as long as a slice, and cannot be cut. */
export function ownRound(): Promise<void> {
  if (!begun) beginSlice();
  return new Promise((resolve) => large.push(resolve));
}

/** A work of up to so many items does not wait to begin: it belongs to the small calls that all of this is for. */
const SMALL = 32;
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
  if (('length' in items ? items.length : items.size) > SMALL) await nextSlice();
  let count = 0;
  for (const item of items) {
    work(item);
    count += 1;
    if ((count & (itemsPerLook - 1)) === 0 && performance.now() > endsAt) await nextSlice();
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
