import { setTimeout as sleep } from 'node:timers/promises';

/** Far longer than anything takes on a machine that is busy with something else, and less than a test's own limit. */
const GIVE_UP_MS = 150_000;

/**
 * Waits for something to become so. Tests wait with it for what has happened, never for time to pass.
 * @throws Error naming what was waited for, once the test would be given up anyway
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
