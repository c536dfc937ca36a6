/**
 * Long work in slices. Between two slices the event loop goes round once, and of all long works that wait only one
 * goes on per round: a small call never waits for more than a slice, however many large ones there are.
 */
const waiting: (() => void)[] = [];
let scheduled = false;

function goOn() {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
  else scheduled = false;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (scheduled) return;
    scheduled = true;
    setImmediate(goOn);
  });
}

/** Milliseconds of one slice: short against the 100 ms that a small call may take, long against a turn's cost. */
const SLICE_MS = 6;

/** Runs `work` on every item, in slices. */
export async function inTurns<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let until = performance.now() + SLICE_MS;
  let count = 0;
  for (const item of items) {
    work(item);
    count += 1;
    // The clock costs about as much as the work on one item.
    if ((count & 15) === 0 && performance.now() > until) {
      await nextTurn();
      until = performance.now() + SLICE_MS;
    }
  }
}
