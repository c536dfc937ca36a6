import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';

const WINDOW_MS = 60_000;
/** Failures that cost nothing: a caller with a typo, or one that starts before its key is set. */
const FREE = 5;
const MOST_DELAY_MS = 2000;
const MOST_WAITING = 100;
const MOST_ADDRESSES = 10_000;

/**
 * Slows an address down that fails to log in again and again: from the sixth failure in a minute each answer waits
 * a little longer, up to 2 s. Only so many wait at once, so that waiting is no way to tie the service up.
 */
export function createFailedLogins(now: () => number = Date.now) {
  const failures = new Map<string, { count: number; until: number }>();
  let waiting = 0;

  return async function onFailedLogin(address: string): Promise<void> {
    const known = failures.get(address);
    const entry = known !== undefined && known.until > now() ? known : { count: 0, until: now() + WINDOW_MS };
    entry.count++;
    failures.delete(address);
    failures.set(address, entry);
    if (failures.size > MOST_ADDRESSES) failures.delete(failures.keys().next().value ?? '');
    if (entry.count <= FREE || waiting >= MOST_WAITING) return;
    waiting++;
    try {
      await sleep(Math.min(100 * 2 ** Math.min(entry.count - FREE - 1, 5), MOST_DELAY_MS));
    } finally {
      waiting--;
    }
  };
}
