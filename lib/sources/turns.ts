/**
 * Long work in slices. All works together get one slice of each round of the event loop, and of those that wait for
 * the next one only one goes on per round: a small call never waits for more than a slice, however many large ones
 * there are.
 */

/** Milliseconds of one slice: short against the 100 ms that a small call may take, long against a round's cost. */
const SLICE_MS = 6;

const waiting: (() => void)[] = [];
/** A slice has begun in this round. */
let begun = false;
let endsAt = 0;

function begin() {
  begun = true;
  endsAt = performance.now() + SLICE_MS;
  setImmediate(nextRound);
}

function nextRound() {
  begun = false;
  const next = waiting.shift();
  if (next === undefined) return;
  begin();
  next();
}

/** Waits, when this round's slice is used up, for one of a later round. */
function slice(): Promise<void> | undefined {
  if (!begun) begin();
  else if (waiting.length > 0 || performance.now() > endsAt)
    return new Promise((resolve) => waiting.push(resolve));
  return undefined;
}

/** Works of this size do not wait for their turn: they are the small calls that all of this is for. */
const SMALL = 32;

/** Runs `work` on every item, in slices. */
export async function inTurns<T>(
  items: readonly T[] | (Iterable<T> & { size: number }),
  work: (item: T) => void,
): Promise<void> {
  if (('length' in items ? items.length : items.size) > SMALL) await slice();
  let count = 0;
  for (const item of items) {
    work(item);
    count += 1;
    // The clock costs about as much as the work on one item.
    if ((count & 15) === 0 && performance.now() > endsAt) await slice();
  }
}
