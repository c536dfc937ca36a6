/** Less CPU time than this, in µs, is lost in what else a process does. */
const MEASURABLE = 5_000;
/** So much is enough to tell how it grows; a larger input would only take longer. */
const ENOUGH = 20_000;
/** The input is compared with a part of it, one in so many. */
const PART = 8;
const TRIES = 4;

/**
 * How much more CPU time a call takes when its input is eight times as long: about 8 when it is linear, 64 when it is
 * quadratic; 1 when no input of up to `mostRepeats` takes measurable time. CPU time, and the least of several
 * measurements, so that a busy machine changes nothing.
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
  const whole = prepare(repeats);
  const part = prepare(Math.ceil(repeats / PART));
  let growth = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && growth > mostGrowth; tries++) {
    growth = Math.min(growth, (await leastCpuTime(whole)) / (await leastCpuTime(part)));
  }
  return growth;
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
