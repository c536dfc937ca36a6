import { setTimeout as sleep } from 'node:timers/promises';

/** Timeout in ms: longer than any condition takes on a busy machine, and shorter than a test's timeout. */
const GIVE_UP_MS = 150_000;

/**
 * Waits until a condition is true. Tests must wait for conditions instead of fixed times.
 * @throws Error that names the condition, shortly before the test would time out
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
