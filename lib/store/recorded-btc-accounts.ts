import type {
  BtcAccountPairing,
  BtcAccountRecord,
  BtcAccountStore,
} from '@/lib/btc-account/btc-account-store';
import type { Database } from './database';
import { isNotWritable, orUnavailable, type WriteWatch } from './database';
import { KnownPairings } from './known-pairings';
import { findRecords, findSpends, recordPairings, touchAccounts } from './queries/btc-accounts';

/** Interval at which pending times are written, in ms. */
const FLUSH_MS = 5_000;

/**
 * Implements `BtcAccountStore` with a database. Concurrent calls share transactions, so that a thousand first lookups
 * take only tens of syncs to disk. Keeps the time of a repeated lookup in memory and writes it later, at most once a
 * minute per row.
 * @param now the clock, in ms since 1970
 * @param watch reports whether the store takes writes
 */
export function recordedBtcAccounts(
  database: Database,
  now: () => number,
  watch: WriteWatch,
): BtcAccountStore & Record<'flush' | 'close', () => Promise<void>> {
  const known = new KnownPairings(now);
  const commits = new GroupCommit(async (pairings) => {
    const time = now();
    try {
      await watch.run(recordPairings(database, pairings, time));
    } catch (cause) {
      // The lookups are answered but not recorded.
      if (isNotWritable(cause)) return;
      throw cause;
    }
    for (const pairing of pairings) known.remember(pairing, time);
  });
  const writeRepeats = (all: boolean) =>
    known.writeRepeats(all, (touches) => orUnavailable(touchAccounts(database, touches)));
  const flushLater = () => void writeRepeats(false).catch(() => undefined); // The next interval retries.
  const timer = setInterval(flushLater, FLUSH_MS);
  timer.unref();

  return {
    async record(pairings, signal) {
      let fresh = false;
      for (const pairing of pairings) if (!known.noteRepeat(pairing)) fresh = true;
      if (fresh) await orUnavailable(commits.add(pairings), signal);
    },
    isKnown: (pairing) => known.has(pairing),
    async find(query, signal) {
      const found = await orUnavailable(findRecords(database, query), signal);
      return found.sort(byChainVersionAddress);
    },
    async findSpends(btcAddress, signal) {
      const found = await orUnavailable(findSpends(database, btcAddress), signal);
      return found.sort((a, b) => compare(a.publicKey, b.publicKey));
    },
    /** Writes the pending times of all repeated lookups. */
    flush: () => writeRepeats(true),
    /** Stops the timer, then flushes. */
    async close() {
      clearInterval(timer);
      await commits.idle();
      // If the store is unavailable, the times are lost. It must still be closed, and the process end.
      await writeRepeats(true).catch(() => undefined);
    },
  };
}

/** Compares records by chain, version and address, by code unit (independent of locale and database). */
function byChainVersionAddress(a: BtcAccountRecord, b: BtcAccountRecord): number {
  return a.chainId - b.chainId || compare(a.version, b.version) || compare(a.btcAddress, b.btcAddress);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

type Waiting = {
  pairings: readonly BtcAccountPairing[];
  resolve: () => void;
  reject: (reason: unknown) => void;
};

/** Maximum number of pairings per transaction. In SQLite, a transaction of this size takes about 5 ms. */
const BATCH = 250;

/** Groups concurrent calls into one transaction. One transaction is in flight at a time. */
class GroupCommit {
  private queue: Waiting[] = [];
  private draining: Promise<void> | undefined;

  /**
   * @param write writes the pairings in one transaction; may reject
   */
  constructor(private readonly write: (pairings: readonly BtcAccountPairing[]) => Promise<void>) {}

  /** Resolves when the pairings are durable; rejects if the transaction fails. */
  add(pairings: readonly BtcAccountPairing[]): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.queue.push({ pairings, resolve, reject });
      this.draining ??= this.drain();
    });
  }

  /** Resolves when the queue is empty; never rejects. */
  async idle(): Promise<void> {
    await this.draining;
  }

  private async drain(): Promise<void> {
    // Wait one turn of the event loop, to collect concurrent calls.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.queue.length > 0) {
      const batch = this.takeBatch();
      try {
        await this.write(batch.flatMap((waiting) => waiting.pairings));
        for (const { resolve } of batch) resolve();
      } catch (cause) {
        for (const { reject } of batch) reject(cause);
      }
    }
    this.draining = undefined;
  }

  private takeBatch(): Waiting[] {
    let size = 0;
    let count = 0;
    while (count < this.queue.length && (count === 0 || size < BATCH))
      size += this.queue[count++]?.pairings.length ?? 0;
    const batch = this.queue.slice(0, count);
    this.queue = this.queue.slice(count);
    return batch;
  }
}
