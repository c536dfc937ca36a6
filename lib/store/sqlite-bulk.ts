import { dirname } from 'node:path';
import type { BulkAccount, BulkKey, BulkProven, BulkStore } from './bulk';
import type { SqliteConnection } from './sqlite-connection';
import { projectOf } from './sqlite-projects';
import { openDatabase } from './sqlite-store';

/** `(?, ?), (?, ?)`: rows of one statement; a statement costs more than a row. */
const rows = (count: number, columns: number) =>
  Array.from({ length: count }, () => `(${Array(columns).fill('?').join(', ')})`).join(', ');
const addAddresses = (count: number) =>
  `INSERT INTO btc_addresses (key_id, address, recorded_always) VALUES ${rows(count, 3)} ON CONFLICT DO NOTHING`;
const addAccounts = (count: number) => `
  INSERT INTO btc_accounts (key_id, chain_id, version, account_address, created_at, updated_at)
  VALUES ${rows(count, 6)}
  ON CONFLICT (key_id, chain_id, version) DO UPDATE SET updated_at = excluded.updated_at
  WHERE excluded.updated_at > updated_at`;
const ADD_PROVEN = `INSERT INTO btc_proven_addresses (key_id, chain_id, version, address, created_at)
  VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;

/** Rows of one multi-row statement at most: SQLite takes 32,766 values. */
const MAX_ACCOUNTS = 500;

/**
 * The embedded file for work in bulk. Others may use it meanwhile: they wait while a batch is written.
 * @param path of the file itself
 */
export async function openSqliteBulk(path: string): Promise<BulkStore> {
  const connection = await openDatabase(dirname(path), path);
  // Indexes on addresses are written all over: a large cache turns many small writes into few.
  connection.exec(
    'PRAGMA cache_size = -262144; PRAGMA wal_autocheckpoint = 20000; PRAGMA temp_store = MEMORY',
  );
  return {
    engine: 'sqlite',
    load: (keys, copy) =>
      connection.transaction(() => {
        let added = 0;
        for (const key of keys) if (loadKey(connection, key)) added += 1;
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
    readProjects: async () => connection.all('SELECT * FROM projects').map(projectOf),
    loadProjects: (projects) =>
      connection.transaction(() => {
        for (const { projectId, keyHash, name, createdAt, revokedAt } of projects)
          connection.run(
            'INSERT INTO projects (project_id, key_hash, name, created_at, revoked_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
            projectId,
            keyHash,
            name,
            Date.parse(createdAt),
            revokedAt === null ? null : Date.parse(revokedAt),
          );
      }),
    async close() {
      connection.close();
    },
  };
}

/** Returns whether the key was new. */
function loadKey(connection: SqliteConnection, key: BulkKey): boolean {
  const idOf = () =>
    connection.all('SELECT id FROM btc_keys WHERE public_key = ?', key.publicKey)[0]?.id as
      | number
      | undefined;
  const known = idOf();
  let id = known;
  if (id === undefined) {
    connection.run(
      'INSERT INTO btc_keys (public_key, created_at) VALUES (?, ?)',
      key.publicKey,
      key.createdAt,
    );
    id = idOf() as number;
    if (key.addresses.length > 0)
      connection.run(
        addAddresses(key.addresses.length),
        ...key.addresses.flatMap((address) => [id, address, 1]),
      );
  }
  for (let i = 0; i < key.accounts.length; i += MAX_ACCOUNTS) {
    const accounts = key.accounts.slice(i, i + MAX_ACCOUNTS);
    connection.run(
      addAccounts(accounts.length),
      ...accounts.flatMap((a) => [id, a.chainId, a.version, a.accountAddress, a.createdAt, a.updatedAt]),
    );
  }
  for (const { chainId, version, address, createdAt } of key.proven) {
    connection.run(addAddresses(1), id, address, 0);
    connection.run(ADD_PROVEN, id, chainId, version, address, createdAt);
  }
  return known === undefined;
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
  };
  return { keys: found.map((row) => bulkKeyOf(row, parts)), position };
}

type Row = Record<string, unknown>;
type Parts = Record<'addresses' | 'accounts' | 'proven', Map<string, Row[]>>;

/** Rows of a table by the id of their key; ids are text from Postgres, numbers from SQLite. */
export function byKey(found: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of found) {
    const id = String(row.key_id);
    const group = groups.get(id);
    if (group) group.push(row);
    else groups.set(id, [row]);
  }
  return groups;
}

/** A key's row with those of the other tables, of either engine. */
export function bulkKeyOf(row: Row, { addresses, accounts, proven }: Parts): BulkKey {
  const id = String(row.id);
  const toAccount = (r: Row): BulkAccount => ({
    chainId: Number(r.chain_id),
    version: r.version as string,
    accountAddress: r.account_address as string,
    createdAt: Number(r.created_at),
    updatedAt: Number(r.updated_at),
  });
  const toProven = (r: Row): BulkProven => ({
    chainId: Number(r.chain_id),
    version: r.version as string,
    address: r.address as string,
    createdAt: Number(r.created_at),
  });
  return {
    publicKey: row.public_key as string,
    createdAt: Number(row.created_at),
    addresses: (addresses.get(id) ?? [])
      .filter((r) => Number(r.recorded_always) === 1)
      .map((r) => r.address as string),
    accounts: (accounts.get(id) ?? []).map(toAccount),
    proven: (proven.get(id) ?? []).map(toProven),
  };
}
