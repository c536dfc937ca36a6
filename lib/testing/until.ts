import { setTimeout as sleep } from 'node:timers/promises';

/** Timeout in ms, for conditions that do not wait for a longer timeout of the service. */
const GIVE_UP_MS = 30_000;
/** Timeout for the start of a program, in ms, which takes half a minute if all processors are busy. */
const START_MS = 100_000;

/**
 * Waits until a condition is true. Tests must wait for conditions instead of fixed times.
 * @throws Error that names the condition
 */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  giveUpMs = GIVE_UP_MS,
): Promise<void> {
  const givenUpAt = performance.now() + giveUpMs;
  while (!(await isSo())) {
    if (performance.now() > givenUpAt) throw new Error(`still waiting: ${what}`);
    await sleep(10);
  }
}

/** Waits like `until`, but longer, for a condition that becomes true when a program has started. */
export const untilStarted = (what: string, isSo: () => boolean | Promise<boolean>): Promise<void> =>
  until(what, isSo, START_MS);

/** Whether a promise is fulfilled, rather than rejected. */
export const isFulfilled = (promise: PromiseLike<unknown>): Promise<boolean> =>
  Promise.resolve(promise).then(
    () => true,
    () => false,
  );
