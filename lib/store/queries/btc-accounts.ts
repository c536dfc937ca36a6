import type {
  BtcAccountPairing,
  BtcAccountQuery,
  BtcAccountRecord,
  SpendRecord,
} from '@/lib/btc-account/btc-account-store';
import { type Database, isoTime, type RowOf, records, Statement, sql } from '@/lib/store/database';
import { TOUCH_INTERVAL_MS, type Touch } from '@/lib/store/known-pairings';

/** Columns that identify an account. */
const ACCOUNT = { public_key: 'TEXT', chain_id: 'BIGINT', version: 'TEXT' } as const;

/** The tables of keys and their records, with their columns: `public_key` instead of the id of the key. */
export const KEY_TABLES = {
  btc_keys: { public_key: 'TEXT', created_at: 'BIGINT' },
  /** `recorded_always` is 1 for the four standard addresses of a key, which every lookup records, and 0 for others. */
  btc_addresses: { public_key: 'TEXT', address: 'TEXT', recorded_always: 'BIGINT' },
  btc_accounts: { ...ACCOUNT, account_address: 'TEXT', created_at: 'BIGINT', updated_at: 'BIGINT' },
  /** The other addresses of a key, each with the account of the lookup that recorded it. */
  btc_proven_addresses: { ...ACCOUNT, address: 'TEXT', created_at: 'BIGINT' },
  /** Transactions that revealed a key. */
  btc_spends: { public_key: 'TEXT', address: 'TEXT', txid: 'TEXT', server: 'TEXT', created_at: 'BIGINT' },
} as const;

/** Different keys and their records, as rows by table. Times are ms since 1970. */
export type KeyRows = {
  readonly [Table in keyof typeof KEY_TABLES]: readonly RowOf<(typeof KEY_TABLES)[Table]>[];
};

/**
 * Adds missing pairings in one durable transaction. Updates `updatedAt` of existing rows if the old value is at least
 * `TOUCH_INTERVAL_MS` older.
 * @param now in ms since 1970
 */
export async function recordPairings(
  database: Database,
  pairings: readonly BtcAccountPairing[],
  now: number,
): Promise<void> {
  const keys = new Map(pairings.map((pairing) => [pairing.publicKey, pairing]));
  const proven = pairings.flatMap(({ publicKey, chainId, version, provenAddress }) =>
    provenAddress === undefined
      ? []
      : [{ public_key: publicKey, chain_id: chainId, version, address: provenAddress, created_at: now }],
  );
  const standard = [...keys.values()].flatMap(({ publicKey, ...pairing }) =>
    pairing.btcAddresses().map((address) => ({ public_key: publicKey, address, recorded_always: 1 })),
  );
  const rows: KeyRows = {
    btc_keys: [...keys.keys()].map((key) => ({ public_key: key, created_at: now })),
    btc_addresses: [
      ...standard,
      ...proven.map(({ public_key, address }) => ({ public_key, address, recorded_always: 0 })),
    ],
    btc_accounts: pairings.map(({ publicKey, chainId, version, smartAccountAddress }) => ({
      public_key: publicKey,
      chain_id: chainId,
      version,
      account_address: smartAccountAddress,
      created_at: now,
      updated_at: now,
    })),
    btc_proven_addresses: proven,
    btc_spends: pairings.flatMap(({ publicKey, spend }) => {
      if (spend === undefined) return [];
      const { btcAddress, txid, server } = spend;
      return [{ public_key: publicKey, address: btcAddress, txid, server, created_at: now }];
    }),
  };
  await addKeys(database, rows, TOUCH_INTERVAL_MS);
}

/**
 * Updates `updatedAt` of accounts. The value only moves forward. This is an INSERT, because in an UPDATE ... FROM, SQLite
 * scans all accounts once per row. The fixed row order prevents deadlocks between instances.
 */
export async function touchAccounts(database: Database, touches: readonly Touch[]): Promise<void> {
  await database.write(sql`
    INSERT INTO btc_accounts AS old (key_id, chain_id, version, account_address, created_at, updated_at)
    SELECT a.key_id, a.chain_id, a.version, a.account_address, a.created_at, max(r."seenAt")
    FROM ${records({ publicKey: 'TEXT', chainId: 'BIGINT', version: 'TEXT', seenAt: 'BIGINT' }, touches)}
    CROSS JOIN btc_keys b CROSS JOIN btc_accounts a
    WHERE b.public_key = r."publicKey" AND a.key_id = b.id AND a.chain_id = r."chainId" AND a.version = r.version
    GROUP BY a.key_id, a.chain_id, a.version ORDER BY a.key_id, a.chain_id, a.version
    ON CONFLICT (key_id, chain_id, version) DO UPDATE SET updated_at = excluded.updated_at
    WHERE excluded.updated_at > old.updated_at`);
}

/**
 * Returns the records of an address, in any order; [] if the query has no address. Combines each account of a key with
 * the key's four standard addresses. Combines any other address of the key only with the accounts that were looked up
 * together with that address.
 */
export async function findRecords(
  database: Database,
  { btcAddress, smartAccountAddress, chainId }: BtcAccountQuery,
): Promise<BtcAccountRecord[]> {
  if (btcAddress === undefined && smartAccountAddress === undefined) return [];
  const equal = (column: Statement, value: string | number | undefined) =>
    value === undefined ? sql`` : sql` AND ${column} = ${value}`;
  const rows = await database.read(sql`
    SELECT f.address AS "btcAddress", a.chain_id AS "chainId", a.version,
           a.account_address AS "smartAccountAddress", k.public_key AS "publicKey",
           COALESCE(p.created_at, a.created_at) AS "createdAt", a.updated_at AS "updatedAt"
    FROM btc_accounts a
    JOIN btc_keys k ON k.id = a.key_id
    JOIN btc_addresses f ON f.key_id = a.key_id
    LEFT JOIN btc_proven_addresses p ON p.key_id = a.key_id AND p.chain_id = a.chain_id
      AND p.version = a.version AND p.address = f.address
    WHERE (f.recorded_always = 1 OR p.address IS NOT NULL)${equal(sql`f.address`, btcAddress)}${equal(
      sql`a.account_address`,
      smartAccountAddress,
    )}${equal(sql`a.chain_id`, chainId)}`);
  return rows.map((row) => {
    const times = { createdAt: isoTime(row.createdAt), updatedAt: isoTime(row.updatedAt) };
    return { ...(row as BtcAccountRecord), ...times };
  });
}

/** Returns the spends from an address that revealed a key, in any order. */
export async function findSpends(database: Database, btcAddress: string): Promise<SpendRecord[]> {
  const rows = await database.read(sql`
    SELECT s.address AS "btcAddress", s.txid, s.server, k.public_key AS "publicKey", s.created_at AS "createdAt"
    FROM btc_spends s JOIN btc_keys k ON k.id = s.key_id WHERE s.address = ${btcAddress}`);
  return rows.map((row) => ({ ...(row as SpendRecord), createdAt: isoTime(row.createdAt) }));
}

/**
 * Adds missing keys and their records in one durable transaction. Never changes `created_at`. Changes the `updated_at` of
 * an account only if the new value is at least `touchIntervalMs` later.
 * @returns how many of the keys were new
 */
export async function addKeys(database: Database, rows: KeyRows, touchIntervalMs: number): Promise<number> {
  const keyRows = records(KEY_TABLES.btc_keys, rows.btc_keys);
  // The fixed row order prevents deadlocks in Postgres.
  const insertKeys = sql`
    INSERT INTO btc_keys (public_key, created_at)
    SELECT r.public_key, r.created_at FROM ${keyRows} WHERE true ORDER BY r.public_key
    ON CONFLICT (public_key) DO NOTHING RETURNING id, public_key`;
  if (database.engine === 'sqlite')
    return database.transaction(function* () {
      const added = yield insertKeys;
      for (const statement of insertParts(rows, sql`btc_keys`, touchIntervalMs)) yield statement;
      return added.length;
    });
  // Use a single statement: it takes one round trip and needs no explicit transaction. In a transaction, a broken
  // connection would end the process, because the driver writes ROLLBACK to it.
  const parts = insertParts(rows, sql`ids`, touchIntervalMs).flatMap((statement, i) => [
    `, part_${i} AS (`,
    ...statement.pieces,
    ')',
  ]);
  const statement = sql`
    WITH added AS (${insertKeys}), ids AS (
      SELECT id, public_key FROM added
      UNION ALL
      SELECT b.id, b.public_key FROM ${keyRows} JOIN btc_keys b ON b.public_key = r.public_key
    )${new Statement(parts)}
    SELECT (SELECT count(*) FROM added) AS added, (SELECT count(*) FROM ids) AS found`;
  let added = 0;
  for (let attempt = 0; attempt < 5; attempt++) {
    const [done] = await database.write(statement);
    added += done?.added as number;
    if (done?.found === rows.btc_keys.length) return added;
    // Retry: another instance has added one of the keys since this statement began.
  }
  throw new Error('Keys are being added and removed at the same time; try again');
}

/**
 * Returns the statements that add the records of keys. The fixed row order prevents deadlocks between instances. CROSS
 * JOIN makes SQLite keep the order of the join, so that it finds the key of each record by index.
 * @param ids table or subquery with the ids of all keys
 */
function insertParts(rows: KeyRows, ids: Statement, touchIntervalMs: number): Statement[] {
  const parts = [
    sql`
      INSERT INTO btc_addresses (key_id, address, recorded_always)
      SELECT b.id, r.address, max(r.recorded_always) FROM ${records(KEY_TABLES.btc_addresses, rows.btc_addresses)}
      CROSS JOIN ${ids} b WHERE b.public_key = r.public_key GROUP BY b.id, r.address ORDER BY b.id, r.address
      ON CONFLICT (key_id, address) DO NOTHING`,
    sql`
      INSERT INTO btc_accounts AS old (key_id, chain_id, version, account_address, created_at, updated_at)
      SELECT b.id, r.chain_id, r.version, min(r.account_address), min(r.created_at), max(r.updated_at)
      FROM ${records(KEY_TABLES.btc_accounts, rows.btc_accounts)}
      CROSS JOIN ${ids} b WHERE b.public_key = r.public_key
      GROUP BY b.id, r.chain_id, r.version ORDER BY b.id, r.chain_id, r.version
      ON CONFLICT (key_id, chain_id, version) DO UPDATE SET updated_at = excluded.updated_at
      WHERE excluded.updated_at >= old.updated_at + ${touchIntervalMs}`,
  ];
  if (rows.btc_proven_addresses.length > 0)
    parts.push(sql`
      INSERT INTO btc_proven_addresses (key_id, chain_id, version, address, created_at)
      SELECT b.id, r.chain_id, r.version, r.address, min(r.created_at)
      FROM ${records(KEY_TABLES.btc_proven_addresses, rows.btc_proven_addresses)}
      CROSS JOIN ${ids} b WHERE b.public_key = r.public_key
      GROUP BY b.id, r.chain_id, r.version, r.address ORDER BY b.id, r.chain_id, r.version, r.address
      ON CONFLICT (key_id, chain_id, version, address) DO NOTHING`);
  if (rows.btc_spends.length > 0)
    parts.push(sql`
      INSERT INTO btc_spends (key_id, address, txid, server, created_at)
      SELECT b.id, r.address, r.txid, r.server, r.created_at FROM ${records(KEY_TABLES.btc_spends, rows.btc_spends)}
      CROSS JOIN ${ids} b WHERE b.public_key = r.public_key ORDER BY b.id, r.address
      ON CONFLICT (key_id, address) DO NOTHING`);
  return parts;
}
