import type {
  BtcAccountPairing,
  BtcAccountQuery,
  BtcAccountRecord,
  SpendRecord,
} from '@/lib/btc-account/btc-account-store';
import { type Database, isoTime, records, Statement, sql } from '@/lib/store/database';
import { TOUCH_INTERVAL_MS, type Touch } from '@/lib/store/known-pairings';

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
  await addKeys(database, keysOf(pairings, now), TOUCH_INTERVAL_MS);
}

/**
 * Updates `updatedAt` of accounts. The value only moves forward. This is an INSERT, because in an UPDATE ... FROM, SQLite
 * scans all accounts once per row. The fixed row order prevents deadlocks between instances.
 */
export async function touchAccounts(database: Database, touches: readonly Touch[]): Promise<void> {
  await database.write(sql`
    INSERT INTO btc_accounts AS old (key_id, chain_id, version, account_address, created_at, updated_at)
    SELECT a.key_id, a.chain_id, a.version, a.account_address, a.created_at, max(r."seenAt")
    FROM ${records({ ...ACCOUNT_COLUMNS, seenAt: 'BIGINT' }, touches)}
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

/** Groups pairings by key and sets all their times to `now`. */
function keysOf(pairings: readonly BtcAccountPairing[], now: number): BulkKey[] {
  const keys = new Map<
    string,
    BulkKey & { accounts: BulkAccount[]; proven: BulkProven[]; spends: BulkSpend[] }
  >();
  for (const { publicKey, chainId, version, provenAddress, spend, ...pairing } of pairings) {
    let key = keys.get(publicKey);
    if (key === undefined) {
      key = {
        publicKey,
        createdAt: now,
        addresses: pairing.btcAddresses(),
        accounts: [],
        proven: [],
        spends: [],
      };
      keys.set(publicKey, key);
    }
    const accountAddress = pairing.smartAccountAddress;
    key.accounts.push({ chainId, version, accountAddress, createdAt: now, updatedAt: now });
    if (provenAddress !== undefined)
      key.proven.push({ chainId, version, address: provenAddress, createdAt: now });
    if (spend !== undefined)
      key.spends.push({ address: spend.btcAddress, txid: spend.txid, server: spend.server, createdAt: now });
  }
  return [...keys.values()];
}

/**
 * Adds missing keys and their records in one durable transaction. Never changes `createdAt`. Changes the `updatedAt` of
 * an account only if the new value is at least `touchIntervalMs` later.
 * @returns how many of the keys were new
 */
export async function addKeys(
  database: Database,
  keys: readonly BulkKey[],
  touchIntervalMs: number,
): Promise<number> {
  const keyRows = records(
    { publicKey: 'TEXT', createdAt: 'BIGINT', position: 'BIGINT' },
    keys.map(({ publicKey, createdAt }, position) => ({ publicKey, createdAt, position })),
  );
  // Insert rows in the given order in SQLite, and in a fixed order in Postgres, which prevents deadlocks.
  const order = database.engine === 'sqlite' ? sql`min(r.position)` : sql`r."publicKey"`;
  const insertKeys = sql`
    INSERT INTO btc_keys (public_key, created_at)
    SELECT r."publicKey", min(r."createdAt") FROM ${keyRows} WHERE true GROUP BY r."publicKey" ORDER BY ${order}
    ON CONFLICT (public_key) DO NOTHING RETURNING id, public_key`;
  if (database.engine === 'sqlite')
    return database.transaction(function* () {
      const added = yield insertKeys;
      for (const statement of insertParts(keys, sql`btc_keys`, touchIntervalMs)) yield statement;
      return added.length;
    });
  // Use a single statement: it takes one round trip and needs no explicit transaction. In a transaction, a broken
  // connection would end the process, because the driver writes ROLLBACK to it.
  const parts = insertParts(keys, sql`ids`, touchIntervalMs).flatMap((statement, i) => [
    `, part_${i} AS (`,
    ...statement.pieces,
    ')',
  ]);
  const statement = sql`
    WITH added AS (${insertKeys}), ids AS (
      SELECT id, public_key FROM added
      UNION ALL
      SELECT b.id, b.public_key FROM (SELECT DISTINCT "publicKey" FROM ${keyRows}) d
      JOIN btc_keys b ON b.public_key = d."publicKey"
    )${new Statement(parts)}
    SELECT (SELECT count(*) FROM added) AS added, (SELECT count(*) FROM ids) AS found`;
  const count = new Set(keys.map(({ publicKey }) => publicKey)).size;
  let added = 0;
  for (let attempt = 0; attempt < 5; attempt++) {
    const [done] = await database.write(statement);
    added += done?.added as number;
    if (done?.found === count) return added;
    // Retry: another instance has added one of the keys since this statement began.
  }
  throw new Error('Keys are being added and removed at the same time; try again');
}

/**
 * Returns the statements that add the records of keys. The fixed row order prevents deadlocks between instances. CROSS
 * JOIN makes SQLite keep the order of the join, so that it finds the key of each record by index.
 * @param ids table or subquery with the ids of all keys
 */
function insertParts(keys: readonly BulkKey[], ids: Statement, touchIntervalMs: number): Statement[] {
  const parts = [
    sql`
      INSERT INTO btc_addresses (key_id, address, recorded_always)
      SELECT b.id, r.address, max(r.standard) FROM ${records(
        { publicKey: 'TEXT', address: 'TEXT', standard: 'BIGINT' },
        addressRows(keys),
      )}
      CROSS JOIN ${ids} b WHERE b.public_key = r."publicKey" GROUP BY b.id, r.address ORDER BY b.id, r.address
      ON CONFLICT (key_id, address) DO NOTHING`,
    sql`
      INSERT INTO btc_accounts AS old (key_id, chain_id, version, account_address, created_at, updated_at)
      SELECT b.id, r."chainId", r.version, min(r."accountAddress"), min(r."createdAt"), max(r."updatedAt")
      FROM ${records(
        { ...ACCOUNT_COLUMNS, accountAddress: 'TEXT', createdAt: 'BIGINT', updatedAt: 'BIGINT' },
        rowsOf(keys, (key) => key.accounts),
      )}
      CROSS JOIN ${ids} b WHERE b.public_key = r."publicKey"
      GROUP BY b.id, r."chainId", r.version ORDER BY b.id, r."chainId", r.version
      ON CONFLICT (key_id, chain_id, version) DO UPDATE SET updated_at = excluded.updated_at
      WHERE excluded.updated_at >= old.updated_at + ${touchIntervalMs}`,
  ];
  const proven = rowsOf(keys, (key) => key.proven);
  if (proven.length > 0)
    parts.push(sql`
      INSERT INTO btc_proven_addresses (key_id, chain_id, version, address, created_at)
      SELECT b.id, r."chainId", r.version, r.address, min(r."createdAt")
      FROM ${records({ ...ACCOUNT_COLUMNS, address: 'TEXT', createdAt: 'BIGINT' }, proven)}
      CROSS JOIN ${ids} b WHERE b.public_key = r."publicKey"
      GROUP BY b.id, r."chainId", r.version, r.address ORDER BY b.id, r."chainId", r.version, r.address
      ON CONFLICT (key_id, chain_id, version, address) DO NOTHING`);
  const spends = rowsOf(keys, (key) => key.spends);
  if (spends.length > 0)
    parts.push(sql`
      INSERT INTO btc_spends (key_id, address, txid, server, created_at)
      SELECT b.id, r.address, r.txid, r.server, r."createdAt" FROM ${records(
        { publicKey: 'TEXT', address: 'TEXT', txid: 'TEXT', server: 'TEXT', createdAt: 'BIGINT' },
        spends,
      )}
      CROSS JOIN ${ids} b WHERE b.public_key = r."publicKey" ORDER BY b.id, r.address
      ON CONFLICT (key_id, address) DO NOTHING`);
  return parts;
}

/** Columns that identify an account. */
const ACCOUNT_COLUMNS = { publicKey: 'TEXT', chainId: 'BIGINT', version: 'TEXT' } as const;

/** Returns the address rows of keys. `standard` is 1 for the standard addresses of a key and 0 for its other addresses. */
const addressRows = (keys: readonly BulkKey[]) =>
  keys.flatMap(({ publicKey, addresses, proven }) => [
    ...addresses.map((address) => ({ publicKey, address, standard: 1 })),
    ...proven.map(({ address }) => ({ publicKey, address, standard: 0 })),
  ]);

/** Returns the records of one kind of all keys, each with its public key. */
const rowsOf = <Item>(keys: readonly BulkKey[], recordsOf: (key: BulkKey) => readonly Item[]) =>
  keys.flatMap((key) => recordsOf(key).map((item) => ({ publicKey: key.publicKey, ...item })));

/** A key with all its records. Times are ms since 1970. */
export type BulkKey = {
  publicKey: string;
  createdAt: number;
  /** The key's four standard addresses, which every lookup records. */
  addresses: readonly string[];
  accounts: readonly BulkAccount[];
  /** Other addresses that belong to the key, each with the account of the lookup that recorded it. */
  proven: readonly BulkProven[];
  /** Transactions that revealed the key. */
  spends: readonly BulkSpend[];
};

export type BulkAccount = {
  chainId: number;
  version: string;
  accountAddress: string;
  createdAt: number;
  updatedAt: number;
};

export type BulkProven = { chainId: number; version: string; address: string; createdAt: number };

export type BulkSpend = { address: string; txid: string; server: string; createdAt: number };
