/** Less CPU time than this, in µs, is lost in what else a process does. */
const MEASURABLE = 5_000;
/** So much is enough to tell how it grows; a larger input would only take longer. */
const ENOUGH = 20_000;
const TRIES = 4;

/**
 * How much more CPU time a call takes when its input is twice as long: about 2 when it is linear, 4 when it is
 * quadratic; 1 when no input of up to `mostRepeats` takes measurable time. CPU time, the least of several
 * measurements, over three doublings, so that a busy machine, a collection of garbage and another way for long inputs
 * change nothing.
 * @param prepare makes the call for an input of so many repeats
 * @param mostGrowth a result above it is measured again, in case something else got into the way
 */
export async function growthOf(
  prepare: (repeats: number) => () => unknown,
  mostRepeats: number,
  mostGrowth: number,
): Promise<number> {
  let repeats = 4;
  let spent = await cpuTime(prepare(repeats));
  while (spent < ENOUGH && repeats < mostRepeats) {
    // Small steps at first: each more repeat may double the time.
    repeats = Math.min(mostRepeats, Math.ceil(repeats * (repeats < 40 ? 1.2 : 2)));
    spent = await cpuTime(prepare(repeats));
  }
  if (spent < MEASURABLE) return 1;
  const calls = [8, 4, 2, 1].map((part) => prepare(Math.ceil(repeats / part)));
  let growth = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && growth > mostGrowth; tries++)
    growth = Math.min(growth, await growthPerDoubling(calls));
  return growth;
}

/** Growth per doubling over all calls, each with an input twice as long, or the median of them if that is less. */
async function growthPerDoubling(calls: readonly (() => unknown)[]): Promise<number> {
  const times: number[] = [];
  for (const call of calls) times.push(await leastCpuTime(call));
  const doublings = times.slice(1).map((time, i) => time / (times[i] ?? time));
  const overall = doublings.reduce((product, each) => product * each, 1) ** (1 / doublings.length);
  const median = doublings.sort((a, b) => a - b)[doublings.length >> 1] ?? 1;
  return Math.min(overall, median);
}

/** The least of three measurements, each of so many calls that it is measurable. */
async function leastCpuTime(call: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    let spent = 0;
    let calls = 0;
    for (; spent < MEASURABLE; calls++) spent += await cpuTime(call);
    least = Math.min(least, spent / calls);
  }
  return least;
}

async function cpuTime(call: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  const result = call();
  if (result instanceof Promise) await result;
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
