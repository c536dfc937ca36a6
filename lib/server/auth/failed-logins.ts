import 'server-only';
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheEntries } from '@/lib/cache-sizes';
import { TtlCache } from '@/lib/ttl-cache';

/** An address is forgotten this long after its last login. */
const WINDOW_MS = 60_000;
/** Failures without delay: a caller with a typo, or one that starts before its key is set. */
const FREE = 5;
/** Logins of an address past its free failures that are checked, or wait for their answer, at the same time. */
const MAX_AT_ONCE = 4;
/** Of addresses, and of project ids that failed at one. */
const MOST_ENTRIES = cacheEntries('failedLogins') / 2;

type Failures = { count: number; underWay: number; firstTries: number };

/** A login that was begun; either function ends it. */
type Login = {
  /** Its credentials were not found wrong. */
  end: () => void;
  /** Its credentials are wrong; resolves when it may be answered. */
  fail: () => Promise<void>;
};

/**
 * Slows down an address that fails to log in repeatedly: from the sixth failure in a minute each answer waits a
 * little longer, up to 2 s, and only four logins are under way at once. The rest is refused unchecked, so that an
 * address tries two keys a second, on however many connections.
 *
 * Four first tries of project ids that have not failed at the address are checked next to them, and make room as soon
 * as they are checked. So a caller that shares its address with someone who guesses keys can still log in.
 */
export class FailedLogins {
  private readonly failures = new TtlCache<string, Failures>({
    max: MOST_ENTRIES,
    ttl: WINDOW_MS,
  });
  /** Project ids that failed in the last minute, each with its address. */
  private readonly failedIds = new TtlCache<string, true>({ max: MOST_ENTRIES, ttl: WINDOW_MS });

  /**
   * Begins a login; undefined when this address has too many under way.
   * @param projectId undefined when the credentials name none
   */
  begin(address: string, projectId: string | undefined): Login | undefined {
    const entry = this.failures.get(address) ?? { count: 0, underWay: 0, firstTries: 0 };
    const name = projectId === undefined ? undefined : hash('sha256', `${address} ${projectId}`, 'base64url');
    const room = name === undefined || this.failedIds.has(name) ? 'underWay' : 'firstTries';
    if (entry.count >= FREE && entry[room] >= MAX_AT_ONCE) return undefined;
    this.failures.set(address, entry);
    entry[room]++;
    const end = () => {
      entry[room]--;
    };
    const fail = async () => {
      if (name !== undefined) this.failedIds.set(name, true);
      entry.count++;
      if (room === 'firstTries') end();
      const delayMs = Math.min(100 * 2 ** (entry.count - FREE - 1), 2_000);
      if (entry.count > FREE) await sleep(delayMs);
      if (room === 'underWay') end();
    };
    return { end, fail };
  }
}
