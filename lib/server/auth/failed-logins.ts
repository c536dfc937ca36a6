import 'server-only';
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheEntries } from '@/lib/cache-sizes';
import { TtlCache } from '@/lib/ttl-cache';

/** Time after the last login of an address at which its failures expire, in ms. */
const WINDOW_MS = 60_000;
/** Number of failures without a delay, to allow for typos and keys that are not set yet. */
const FREE = 5;
/** Maximum number of logins in flight for an address that has used up its `FREE` failures. */
const MAX_AT_ONCE = 4;
/** Maximum number of tracked addresses, and of tracked pairs of an address and a failed project id. */
const MAX_ENTRIES = cacheEntries('failedLogins') / 2;

type Failures = { count: number; inFlight: number; firstTries: number };

/** A login in flight. The caller must end it with either `end` or `fail`. */
type Login = {
  /** Ends the login without counting a failure. */
  end: () => void;
  /**
   * Ends the login and counts a failure. Resolves when the response may be sent, which is delayed after repeated
   * failures.
   */
  fail: () => Promise<void>;
};

/**
 * Throttles an address with repeated failed logins. From the sixth failure in a minute on, each response is delayed
 * longer, up to 2 s, and at most four logins are in flight. Further logins are rejected unchecked, so that an address
 * can try at most two keys per second, over any number of connections. Four additional slots are reserved for project
 * ids that have not failed at the address: two keys per second more. They let a caller that shares its address with an
 * attacker authenticate, unless the attacker changes the project id with each guess.
 */
export class FailedLogins {
  private readonly failures = new TtlCache<string, Failures>({
    max: MAX_ENTRIES,
    ttl: WINDOW_MS,
  });
  /** Pairs of an address and a project id that failed in the last minute. */
  private readonly failedIds = new TtlCache<string, true>({ max: MAX_ENTRIES, ttl: WINDOW_MS });

  /**
   * Starts a login. Returns undefined if the address has too many logins in flight.
   * @param projectId undefined if the credentials are malformed
   */
  begin(address: string, projectId: string | undefined): Login | undefined {
    const entry = this.failures.get(address) ?? { count: 0, inFlight: 0, firstTries: 0 };
    const name = projectId === undefined ? undefined : hash('sha256', `${address} ${projectId}`, 'base64url');
    const room = name === undefined || this.failedIds.has(name) ? 'inFlight' : 'firstTries';
    if (entry.count >= FREE && entry[room] >= MAX_AT_ONCE) return undefined;
    this.failures.set(address, entry);
    entry[room]++;
    const end = () => {
      entry[room]--;
    };
    const fail = async () => {
      if (name !== undefined) this.failedIds.set(name, true);
      entry.count++;
      const delayMs = Math.min(100 * 2 ** (entry.count - FREE - 1), 2_000);
      if (entry.count > FREE) await sleep(delayMs);
      end();
    };
    return { end, fail };
  }
}
