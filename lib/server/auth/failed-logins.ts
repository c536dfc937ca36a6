import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheEntries } from '@/lib/cache-sizes';
import { LapsingCache } from '@/lib/lapsing-cache';

/** An address is forgotten this long after its last failure. */
const WINDOW_MS = 60_000;
/** Failures that cost nothing: a caller with a typo, or one that starts before its key is set. */
const FREE = 5;
const MAX_DELAY_MS = 2000;
/** Logins of an address past its free failures that are checked, or wait for their answer, at the same time. */
const MAX_AT_ONCE = 4;

type Failures = { count: number; until: number; underWay: number };

/**
 * Slows down an address that fails to log in repeatedly: from the sixth failure in a minute each answer waits a
 * little longer, up to 2 s, and only four logins are under way at once. The rest is refused unchecked, so that an
 * address tries two keys a second, on however many connections.
 */
export class FailedLogins {
  private readonly failures = new LapsingCache<string, Failures>({
    max: cacheEntries('failedLogins'),
    ttl: 2 * WINDOW_MS,
    updateAgeOnGet: true,
  });

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Begins a login; false when this address has too many under way. */
  begin(address: string): boolean {
    const entry = this.entryOf(address);
    if (entry.count >= FREE && entry.underWay >= MAX_AT_ONCE) return false;
    entry.underWay++;
    return true;
  }

  /** Ends a login whose credentials were not found wrong. */
  end(address: string): void {
    this.entryOf(address).underWay--;
  }

  /** Ends a login with wrong credentials; resolves when it may be answered. */
  async fail(address: string): Promise<void> {
    const entry = this.entryOf(address);
    entry.count++;
    entry.until = this.now() + WINDOW_MS;
    try {
      if (entry.count > FREE)
        await sleep(Math.min(100 * 2 ** Math.min(entry.count - FREE - 1, 5), MAX_DELAY_MS));
    } finally {
      entry.underWay--;
    }
  }

  private entryOf(address: string): Failures {
    let entry = this.failures.get(address);
    if (entry === undefined || (entry.until <= this.now() && entry.underWay <= 0)) {
      entry = { count: 0, until: this.now() + WINDOW_MS, underWay: 0 };
      this.failures.set(address, entry);
    }
    return entry;
  }
}
