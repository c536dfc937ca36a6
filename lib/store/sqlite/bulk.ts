import { dirname } from 'node:path';
import type { BulkKey, BulkStore } from '@/lib/store/bulk';
import { loadProjects, loadRetiredKeys, readProjects, readRetiredKeys } from '@/lib/store/queries/projects';
import { loadUsage, readUsageAfter } from '@/lib/store/queries/usage';
import { bulkKeyOf, byKey } from '@/lib/store/rows/bulk-rows';
import type { SqliteConnection, SqlValue } from './connection';
import { sqliteDatabase } from './database';
import { openDatabase } from './store';

/** Rows of one statement: a statement costs more than a row. */
const ROWS_PER_STATEMENT = 100;

/** Keys that are looked up and added together. */
const KEYS_PER_ROUND = 200;

/** A statement that inserts rows of so many columns; its text by the number of rows, made once each. */
function insertion(head: string, columns: number, tail: string) {
  const texts = new Map<number, string>();
  const textFor = (count: number) => {
    let text = texts.get(count);
    if (text === undefined) {
      const row = `(${Array(columns).fill('?').join(', ')})`;
      text = `${head} VALUES ${Array(count).fill(row).join(', ')} ${tail}`;
      texts.set(count, text);
    }
    return text;
  };
  return (connection: SqliteConnection, rows: readonly (readonly SqlValue[])[]) => {
    for (let i = 0; i < rows.length; i += ROWS_PER_STATEMENT) {
      const part = rows.slice(i, i + ROWS_PER_STATEMENT);
      connection.run(textFor(part.length), ...part.flat());
    }
  };
}

const addKeys = insertion('INSERT INTO btc_keys (id, public_key, created_at)', 3, '');
const addAddresses = insertion(
  'INSERT INTO btc_addresses (key_id, address, recorded_always)',
  3,
  'ON CONFLICT DO NOTHING',
);
const addAccounts = insertion(
  'INSERT INTO btc_accounts (key_id, chain_id, version, account_address, created_at, updated_at)',
  6,
  `ON CONFLICT (key_id, chain_id, version) DO UPDATE SET updated_at = excluded.updated_at
   WHERE excluded.updated_at > updated_at`,
);
const addProven = insertion(
  'INSERT INTO btc_proven_addresses (key_id, chain_id, version, address, created_at)',
  5,
  'ON CONFLICT DO NOTHING',
);

const addSpends = insertion(
  'INSERT INTO btc_spends (key_id, address, txid, server, created_at)',
  5,
  'ON CONFLICT DO NOTHING',
);

/**
 * The embedded file for work in bulk. Others may use it meanwhile: they wait while a batch is written.
 * @param path of the file itself
 */
export async function openSqliteBulk(path: string): Promise<BulkStore> {
  const connection = await openDatabase(dirname(path), path);
  // Indexes on addresses are written all over: a large cache turns many small writes into few.
  connection.exec(
    'PRAGMA cache_size = -262144; PRAGMA wal_autocheckpoint = 20000; PRAGMA foreign_keys = OFF',
  );
  const database = sqliteDatabase(connection, path);
  return {
    engine: 'sqlite',
    load: (keys, copy) =>
      connection.transaction(() => {
        const added = loadKeys(connection, keys);
        if (copy)
          connection.run(
            'INSERT INTO store_copies (source, position) VALUES (?, ?) ON CONFLICT (source) DO UPDATE SET position = excluded.position',
            copy.source,
            copy.position,
          );
        return added;
      }),
    read: async (after, limit) => readKeys(connection, after, limit),
    countKeys: async () => Number(connection.all('SELECT count(*) AS count FROM btc_keys')[0]?.count),
    positionOf: async (source) =>
      Number(connection.all('SELECT position FROM store_copies WHERE source = ?', source)[0]?.position ?? 0),
    forgetPosition: (source) =>
      connection.transaction(() => connection.run('DELETE FROM store_copies WHERE source = ?', source)),
    readProjects: () => readProjects(database),
    loadProjects: (projects) => loadProjects(database, projects),
    readRetiredKeys: () => readRetiredKeys(database),
    loadRetiredKeys: (keys) => loadRetiredKeys(database, keys),
    readUsage: (afterDay) => readUsageAfter(database, afterDay),
    loadUsage: (rows) => loadUsage(database, rows),
    finish: async () => undefined, // its plans come from the indexes alone
    async close() {
      connection.close();
    },
  };
}

/** Ids of those of the keys that are there. */
function idsOf(connection: SqliteConnection, keys: readonly BulkKey[]): Map<string, number> {
  const ids = new Map<string, number>();
  for (let i = 0; i < keys.length; i += KEYS_PER_ROUND) {
    const round = keys.slice(i, i + KEYS_PER_ROUND).map(({ publicKey }) => publicKey);
    const marks = Array(round.length).fill('?').join(', ');
    const sql = `SELECT id, public_key FROM btc_keys WHERE public_key IN (${marks})`;
    for (const row of connection.all(sql, ...round)) ids.set(row.public_key as string, row.id as number);
  }
  return ids;
}

/** Returns how many of the keys were new. */
function loadKeys(connection: SqliteConnection, keys: readonly BulkKey[]): number {
  const ids = idsOf(connection, keys);
  // The transaction holds the only write lock: nobody else takes these ids.
  let next = Number(connection.all('SELECT max(id) AS last FROM btc_keys')[0]?.last ?? 0) + 1;
  const newKeys: [number, string, number][] = [];
  const addresses: [number, string, 0 | 1][] = [];
  const accounts: [number, number, string, string, number, number][] = [];
  const proven: [number, number, string, string, number][] = [];
  const spends: [number, string, string, string, number][] = [];
  for (const key of keys) {
    let id = ids.get(key.publicKey);
    if (id === undefined) {
      id = next++;
      ids.set(key.publicKey, id);
      newKeys.push([id, key.publicKey, key.createdAt]);
      for (const address of key.addresses) addresses.push([id, address, 1]);
    }
    for (const a of key.accounts)
      accounts.push([id, a.chainId, a.version, a.accountAddress, a.createdAt, a.updatedAt]);
    for (const { chainId, version, address, createdAt } of key.proven) {
      addresses.push([id, address, 0]);
      proven.push([id, chainId, version, address, createdAt]);
    }
    for (const s of key.spends) spends.push([id, s.address, s.txid, s.server, s.createdAt]);
  }
  // In the order of the large indexes: each of their pages is then visited once in a batch.
  newKeys.sort((a, b) => (a[1] < b[1] ? -1 : 1));
  addresses.sort((a, b) => (a[1] < b[1] ? -1 : 1));
  accounts.sort((a, b) => (a[3] < b[3] ? -1 : 1));
  addKeys(connection, newKeys);
  addAddresses(connection, addresses);
  addAccounts(connection, accounts);
  addProven(connection, proven);
  addSpends(connection, spends);
  return newKeys.length;
}

function readKeys(connection: SqliteConnection, after: number, limit: number) {
  const found = connection.all('SELECT * FROM btc_keys WHERE id > ? ORDER BY id LIMIT ?', after, limit);
  const position = Number(found.at(-1)?.id ?? after);
  const below = (table: string) =>
    byKey(connection.all(`SELECT * FROM ${table} WHERE key_id > ? AND key_id <= ?`, after, position));
  const parts = {
    addresses: below('btc_addresses'),
    accounts: below('btc_accounts'),
    proven: below('btc_proven_addresses'),
    spends: below('btc_spends'),
  };
  return { keys: found.map((row) => bulkKeyOf(row, parts)), position };
}
