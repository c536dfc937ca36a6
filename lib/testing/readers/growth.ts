/** Minimum CPU time of a reliable measurement, in µs. */
const MEASURABLE = 5_000;
/** CPU time at which inputs are large enough to measure growth, in µs. */
const ENOUGH = 20_000;
const TRIES = 4;

/**
 * Returns the factor by which the CPU time of a call grows when its input doubles: about 2 if it is linear, 4 if
 * quadratic; 1 if no input of up to `mostRepeats` takes measurable time. Uses the minimum CPU time of several
 * measurements over three doublings, so that load and garbage collection do not affect the result.
 * @param prepare returns the call for an input with a number of repeats
 * @param mostGrowth result above which the measurement is repeated, in case load has affected it
 */
export async function growthOf(
  prepare: (repeats: number) => () => unknown,
  mostRepeats: number,
  mostGrowth: number,
): Promise<number> {
  let repeats = 4;
  let spent = await cpuTime(prepare(repeats));
  while (spent < ENOUGH && repeats < mostRepeats) {
    // Take small steps at first: each additional repeat may double the time.
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

/**
 * Returns the growth per doubling over all calls, or the median growth if that is lower. Each call's input is twice as
 * long as the previous one's.
 */
async function growthPerDoubling(calls: readonly (() => unknown)[]): Promise<number> {
  const times: number[] = [];
  for (const call of calls) times.push(await leastCpuTime(call));
  const doublings = times.slice(1).map((time, i) => time / (times[i] ?? time));
  const overall = doublings.reduce((product, each) => product * each, 1) ** (1 / doublings.length);
  const median = doublings.sort((a, b) => a - b)[doublings.length >> 1] ?? 1;
  return Math.min(overall, median);
}

/** Returns the minimum of three measurements, each over enough calls to be reliable. */
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
