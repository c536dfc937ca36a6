import { LRUCache } from 'lru-cache';
import type {
  BtcAccountPairing,
  BtcAccountRecord,
  BtcAccountStore,
} from '@/lib/btc-account/btc-account-store';
import { type BtcAccountTable, type StoredRow, TOUCH_INTERVAL_MS, type Touch } from './btc-account-table';
import { storeUnavailable } from './store-error';

/** What this process knows of a pairing: that it is durable, and when its `updatedAt` was last written. */
type Known = Touch & { writtenAt: number; pending: boolean; provenAddresses: Set<string> | undefined };

type Waiting = {
  pairings: readonly BtcAccountPairing[];
  resolve: () => void;
  reject: (reason: unknown) => void;
};

export type RecordedBtcAccounts = BtcAccountStore & {
  /** Writes the times of all repeats that still wait. */
  flush: () => Promise<void>;
  /** Stops the timer, then flushes. */
  close: () => Promise<void>;
};

/** Pairings that one transaction takes: some 5 ms in the embedded engine. */
const BATCH = 250;
/** Pairings that this process knows to be recorded. Some 20 MB when full. */
const MAX_KNOWN = 50_000;

/**
 * The port over an engine's table. Calls that arrive together share one transaction, so that a thousand first
 * look-ups cost tens of syncs and not a thousand; a repeat costs a look into memory, and its time is written
 * later, at most once a minute for each row.
 * @param now the clock, in ms since 1970
 * @param flushIntervalMs how often waiting times are looked through
 */
export function recordedBtcAccounts(
  table: BtcAccountTable,
  now: () => number = Date.now,
  flushIntervalMs = 5_000,
): RecordedBtcAccounts {
  const known = new LRUCache<string, Known>({ max: MAX_KNOWN });
  const repeats = new Set<Known>();
  let queue: Waiting[] = [];
  let draining: Promise<void> | undefined;

  const nameOf = ({ publicKey, chainId, version }: BtcAccountPairing) => `${publicKey} ${chainId} ${version}`;

  /** Notes a repeat; false when the pairing, or its proven address, is not known to be recorded. */
  function isRepeat(pairing: BtcAccountPairing): boolean {
    const entry = known.get(nameOf(pairing));
    if (entry === undefined) return false;
    if (pairing.provenAddress !== undefined && !entry.provenAddresses?.has(pairing.provenAddress))
      return false;
    entry.seenAt = now();
    if (!entry.pending) {
      entry.pending = true;
      repeats.add(entry);
    }
    return true;
  }

  function remember(pairing: BtcAccountPairing, time: number): void {
    let entry = known.get(nameOf(pairing));
    if (entry === undefined) {
      const { publicKey, chainId, version } = pairing;
      entry = {
        publicKey,
        chainId,
        version,
        seenAt: time,
        writtenAt: time,
        pending: false,
        provenAddresses: undefined,
      };
      known.set(nameOf(pairing), entry);
    }
    if (pairing.provenAddress !== undefined) {
      entry.provenAddresses ??= new Set();
      entry.provenAddresses.add(pairing.provenAddress);
    }
  }

  async function drain(): Promise<void> {
    // One turn of the event loop collects the calls that came in the same burst.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) {
      const batch = takeBatch();
      const pairings = batch.flatMap((waiting) => waiting.pairings);
      const time = now();
      try {
        await table.upsert(pairings, time);
        for (const pairing of pairings) remember(pairing, time);
        for (const { resolve } of batch) resolve();
      } catch (cause) {
        for (const { reject } of batch) reject(storeUnavailable(cause));
      }
    }
    draining = undefined;
  }

  function takeBatch(): Waiting[] {
    let size = 0;
    let count = 0;
    while (count < queue.length && (count === 0 || size < BATCH))
      size += queue[count++]?.pairings.length ?? 0;
    const batch = queue.slice(0, count);
    queue = queue.slice(count);
    return batch;
  }

  async function writeRepeats(all: boolean): Promise<void> {
    const time = now();
    // A clock that jumped back must not hold a row's time for ever, hence the absolute difference.
    const due = [...repeats].filter((e) => all || Math.abs(time - e.writtenAt) >= TOUCH_INTERVAL_MS);
    if (due.length === 0) return;
    for (const entry of due) {
      entry.pending = false;
      repeats.delete(entry);
    }
    try {
      await table.touch(due);
      for (const entry of due) entry.writtenAt = time;
    } catch (cause) {
      for (const entry of due) {
        entry.pending = true;
        repeats.add(entry);
      }
      throw storeUnavailable(cause);
    }
  }

  const flushLater = () => void writeRepeats(false).catch(() => undefined); // tried again at the next interval
  const timer = setInterval(flushLater, flushIntervalMs);
  timer.unref();

  return {
    async record(pairings) {
      let fresh = false;
      for (const pairing of pairings) if (!isRepeat(pairing)) fresh = true;
      if (!fresh) return;
      await new Promise<void>((resolve, reject) => {
        queue.push({ pairings, resolve, reject });
        draining ??= drain();
      });
    },
    async find(query) {
      if (query.btcAddress === undefined && query.smartAccountAddress === undefined) return [];
      try {
        return (await table.find(query)).map(recordOf).sort(byChainVersionAddress);
      } catch (cause) {
        throw storeUnavailable(cause);
      }
    },
    flush: () => writeRepeats(true),
    async close() {
      clearInterval(timer);
      await draining;
      await writeRepeats(true);
    },
  };
}

function recordOf(row: StoredRow): BtcAccountRecord {
  return {
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

/** By code unit: no collation of an engine or a locale has a say. */
function byChainVersionAddress(a: BtcAccountRecord, b: BtcAccountRecord): number {
  return a.chainId - b.chainId || compare(a.version, b.version) || compare(a.btcAddress, b.btcAddress);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
