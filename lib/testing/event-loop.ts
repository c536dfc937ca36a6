/** Counts the turns of the event loop while `work` runs. */
export async function eventLoopTurns(work: () => Promise<unknown>): Promise<number> {
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
