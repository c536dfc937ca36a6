import type {
  BtcAccountPairing,
  BtcAccountQuery,
  BtcAccountRecord,
  SpendRecord,
} from '@/lib/btc-account/btc-account-store';

/** A repeat seen at a time (ms since 1970), to become the pairing's `updatedAt`. */
export type Touch = Pick<BtcAccountPairing, 'publicKey' | 'chainId' | 'version'> & { seenAt: number };

/** A row with its times in ms since 1970, as the engines keep them. */
export type StoredRow = Omit<BtcAccountRecord, 'createdAt' | 'updatedAt'> & {
  createdAt: number;
  updatedAt: number;
};

/** A spend with its time in ms since 1970. */
export type StoredSpend = Omit<SpendRecord, 'createdAt'> & { createdAt: number };

/** Least time between two writes of one row's `updatedAt`. */
export const TOUCH_INTERVAL_MS = 60_000;

/** What an engine does; queueing, memory and errors are shared (`recordedBtcAccounts`). */
export type BtcAccountTable = {
  /**
   * Adds what is missing of the pairings, in one durable transaction. An older row's `updatedAt` moves when it
   * lies back by more than the interval.
   */
  upsert: (pairings: readonly BtcAccountPairing[], now: number) => Promise<void>;
  /** Moves `updatedAt` forward, never back. */
  touch: (touches: readonly Touch[]) => Promise<void>;
  /** Rows in any order. */
  find: (query: BtcAccountQuery) => Promise<StoredRow[]>;
  /** Spends from an address that showed a key, in any order. */
  findSpends: (btcAddress: string) => Promise<StoredSpend[]>;
};

/**
 * The reverse look-up, in the SQL that both engines speak. The four recorded forms of a key go with each of its
 * accounts; a proven form beyond them goes only with the accounts that were looked up by it.
 * @param place the engine's n-th placeholder
 */
export function findSql(
  query: BtcAccountQuery,
  place: (n: number) => string,
): { text: string; values: (string | number)[] } {
  const values: (string | number)[] = [];
  const conditions: string[] = [];
  const where = (column: string, value: string | number | undefined) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(`${column} = ${place(values.length)}`);
  };
  where('f.address', query.btcAddress);
  where('a.account_address', query.smartAccountAddress);
  where('a.chain_id', query.chainId);
  const text = `
    SELECT f.address AS btc_address, a.chain_id, a.version, a.account_address, k.public_key,
           COALESCE(p.created_at, a.created_at) AS created_at, a.updated_at
    FROM btc_accounts a
    JOIN btc_keys k ON k.id = a.key_id
    JOIN btc_addresses f ON f.key_id = a.key_id
    LEFT JOIN btc_proven_addresses p ON p.key_id = a.key_id AND p.chain_id = a.chain_id
      AND p.version = a.version AND p.address = f.address
    WHERE (f.recorded_always = 1 OR p.address IS NOT NULL) AND ${conditions.join(' AND ')}`;
  return { text, values };
}

/** The spends from an address, in the SQL that both engines speak. @param place the placeholder of the address */
export const findSpendsSql = (place: string): string => `
  SELECT s.address, s.txid, s.server, s.created_at, k.public_key
  FROM btc_spends s JOIN btc_keys k ON k.id = s.key_id WHERE s.address = ${place}`;

/** A spend's row of either engine: numbers are texts from Postgres. */
export function storedSpend(row: Record<string, unknown>): StoredSpend {
  return {
    btcAddress: row.address as string,
    txid: row.txid as string,
    server: row.server as string,
    publicKey: row.public_key as string,
    createdAt: Number(row.created_at),
  };
}
