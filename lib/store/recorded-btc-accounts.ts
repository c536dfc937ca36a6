import type {
  BtcAccountPairing,
  BtcAccountQuery,
  BtcAccountRecord,
  BtcAccountStore,
  SpendRecord,
} from '@/lib/btc-account/btc-account-store';
import { abortable } from '@/lib/promises/abortable';
import type { BtcAccountTable, StoredRow, Touch } from './btc-account-table';
import { GroupCommit } from './group-commit';
import { KnownPairings } from './known-pairings';
import { storeUnavailable } from './store-error';

export type RecordedBtcAccounts = BtcAccountStore & {
  /** Writes the times of all repeats that still wait. */
  flush: () => Promise<void>;
  /** Stops the timer, then flushes. */
  close: () => Promise<void>;
};

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
  const known = new KnownPairings(now);
  const commits = new GroupCommit((pairings) => upsert(table, known, pairings, now()));
  const writeRepeats = (all: boolean) => known.writeRepeats(all, (touches) => touch(table, touches));
  const flushLater = () => void writeRepeats(false).catch(() => undefined); // tried again at the next interval
  const timer = setInterval(flushLater, flushIntervalMs);
  timer.unref();

  return {
    async record(pairings, signal) {
      let fresh = false;
      for (const pairing of pairings) if (!known.noteRepeat(pairing)) fresh = true;
      if (fresh) await withinDeadline(commits.add(pairings), signal);
    },
    isKnown: (pairing) => known.has(pairing),
    find: (query, signal) => withinDeadline(findRecords(table, query), signal),
    findSpends: (btcAddress, signal) => withinDeadline(findSpends(table, btcAddress), signal),
    flush: () => writeRepeats(true),
    async close() {
      clearInterval(timer);
      await commits.idle();
      await writeRepeats(true);
    },
  };
}

/** @throws UpstreamUnavailableError (`store-unavailable`) when the signal is aborted first */
async function withinDeadline<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  try {
    return await abortable(work, signal);
  } catch (cause) {
    throw signal.aborted ? storeUnavailable(cause) : cause;
  }
}

async function upsert(
  table: BtcAccountTable,
  known: KnownPairings,
  pairings: readonly BtcAccountPairing[],
  time: number,
): Promise<void> {
  // Computed before the transaction, which is kept short.
  for (const pairing of pairings) pairing.btcAddresses();
  await table.upsert(pairings, time);
  for (const pairing of pairings) known.remember(pairing, time);
}

async function touch(table: BtcAccountTable, touches: readonly Touch[]): Promise<void> {
  try {
    await table.touch(touches);
  } catch (cause) {
    throw storeUnavailable(cause);
  }
}

async function findRecords(table: BtcAccountTable, query: BtcAccountQuery): Promise<BtcAccountRecord[]> {
  if (query.btcAddress === undefined && query.smartAccountAddress === undefined) return [];
  try {
    return (await table.find(query)).map(recordOf).sort(byChainVersionAddress);
  } catch (cause) {
    throw storeUnavailable(cause);
  }
}

async function findSpends(table: BtcAccountTable, btcAddress: string): Promise<SpendRecord[]> {
  try {
    const found = await table.findSpends(btcAddress);
    return found
      .map((spend) => ({ ...spend, createdAt: new Date(spend.createdAt).toISOString() }))
      .sort((a, b) => compare(a.publicKey, b.publicKey));
  } catch (cause) {
    throw storeUnavailable(cause);
  }
}

function recordOf(row: StoredRow): BtcAccountRecord {
  return {
    btcAddress: row.btcAddress,
    chainId: row.chainId,
    version: row.version,
    smartAccountAddress: row.smartAccountAddress,
    publicKey: row.publicKey,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

/** By code unit: no collation of an engine or a locale has a say. */
function byChainVersionAddress(a: BtcAccountRecord, b: BtcAccountRecord): number {
  return a.chainId - b.chainId || compare(a.version, b.version) || compare(a.btcAddress, b.btcAddress);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
