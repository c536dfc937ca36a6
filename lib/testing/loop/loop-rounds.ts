/** How often the event loop goes round while something is done. */
export async function loopRounds(work: () => Promise<unknown>): Promise<number> {
  let rounds = 0;
  const beat = () => {
    rounds += 1;
    next = setImmediate(beat);
  };
  let next = setImmediate(beat);
  try {
    await work();
  } finally {
    clearImmediate(next);
  }
  return rounds;
}

/** Keeps the processor for so long: longer than a slice of `forEachYielding` takes. */
export function spin(ms = 10): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
