import type { UsageRow } from '@/lib/projects/project-store';
import { type Database, type Row, records, type SqlValue, Statement, sql } from '@/lib/store/database';
import { addKeys, type BulkAccount, type BulkKey, type BulkProven, type BulkSpend } from './btc-accounts';
import { loadUsage, readUsageAfter } from './projects';
import { WRITE_PROBE } from './secrets';

/**
 * Tables whose rows are copied as they are, with their columns. The first two belong to projects, and are copied only
 * for projects that the target does not have yet.
 */
const TABLES = {
  project_key_terms: {
    project_id: 'TEXT',
    key_hash: 'TEXT',
    expires_at: 'BIGINT',
    previous_hash: 'TEXT',
    previous_until: 'BIGINT',
  },
  project_settings: { project_id: 'TEXT', units_per_second: 'BIGINT', methods: 'TEXT' },
  projects: {
    project_id: 'TEXT',
    key_hash: 'TEXT',
    name: 'TEXT',
    created_at: 'BIGINT',
    revoked_at: 'BIGINT',
  },
  project_keys_retired: { project_id: 'TEXT', key_hash: 'TEXT', retired_at: 'BIGINT' },
  service_secrets: { name: 'TEXT', value: 'TEXT', created_at: 'BIGINT' },
} as const;
type TableName = keyof typeof TABLES;
const TABLE_NAMES = Object.keys(TABLES) as TableName[];
const OF_PROJECTS: readonly TableName[] = ['project_key_terms', 'project_settings'];

/** Rows by table. */
export type CopiedTables = Readonly<Record<TableName, readonly Row[]>>;

async function readTables(database: Database): Promise<CopiedTables> {
  const tables = await Promise.all(
    TABLE_NAMES.map(async (name) => {
      const condition = name === 'service_secrets' ? sql` WHERE name <> ${WRITE_PROBE}` : sql``;
      const rows = await database.read(sql`SELECT * FROM ${new Statement([name])}${condition} ORDER BY 1, 2`);
      return [name, rows] as const;
    }),
  );
  return Object.fromEntries(tables) as Record<TableName, Row[]>;
}

/** Adds rows to all tables, except those that already exist. */
const loadTables = (database: Database, tables: CopiedTables): Promise<void> =>
  database.transaction(function* () {
    for (const name of TABLE_NAMES) {
      const columns = Object.keys(TABLES[name]);
      const rows = tables[name] as readonly Record<string, SqlValue>[];
      const isNew = OF_PROJECTS.includes(name)
        ? sql`r.project_id NOT IN (SELECT project_id FROM projects)`
        : sql`true`;
      yield sql`
        INSERT INTO ${new Statement([`${name} (${columns.join(', ')})`])}
        SELECT ${new Statement([columns.map((column) => `r.${column}`).join(', ')])}
        FROM ${records(TABLES[name], rows)} WHERE ${isNew} ON CONFLICT DO NOTHING`;
    }
  });

/**
 * Creates bulk access to a database, for copies. Keeps existing rows: `createdAt` never changes,
 * `updatedAt` only moves forward. Each batch is one transaction.
 */
export const bulkStore = (database: Database) => ({
  /** Adds missing records; returns how many of the keys were new. */
  // Any later time updates `updatedAt`.
  load: (keys: readonly BulkKey[]): Promise<number> => addKeys(database, keys, 1),
  /** Returns up to `limit` keys after a position. Positions are valid only for this store. */
  read: (after: number, limit: number) => readKeys(database, after, limit),
  async countKeys(): Promise<number> {
    const [row] = await database.read(sql`SELECT count(*) AS count FROM btc_keys`);
    return row?.count as number;
  },
  readTables: () => readTables(database),
  loadTables: (tables: CopiedTables) => loadTables(database, tables),
  readUsage: (afterDay: number) => readUsageAfter(database, afterDay),
  loadUsage: (rows: readonly UsageRow[]) => loadUsage(database, rows),
  /** Updates the planner's statistics. Must be called after the last `load`. */
  finish: database.analyze,
  close: database.close,
});

async function readKeys(
  database: Database,
  after: number,
  limit: number,
): Promise<{ keys: BulkKey[]; position: number }> {
  const found = await database.read(
    sql`SELECT * FROM btc_keys WHERE id > ${after} ORDER BY id LIMIT ${limit}`,
  );
  const position = (found.at(-1)?.id as number | undefined) ?? after;
  const range = sql`WHERE key_id > ${after} AND key_id <= ${position}`;
  const addresses = byKey<{ address: string }>(
    await database.read(sql`SELECT key_id, address FROM btc_addresses ${range} AND recorded_always = 1`),
  );
  const accounts = byKey<BulkAccount>(
    await database.read(sql`
      SELECT key_id, chain_id AS "chainId", version, account_address AS "accountAddress",
             created_at AS "createdAt", updated_at AS "updatedAt" FROM btc_accounts ${range}`),
  );
  const proven = byKey<BulkProven>(
    await database.read(sql`
      SELECT key_id, chain_id AS "chainId", version, address, created_at AS "createdAt"
      FROM btc_proven_addresses ${range}`),
  );
  const spends = byKey<BulkSpend>(
    await database.read(sql`
      SELECT key_id, address, txid, server, created_at AS "createdAt" FROM btc_spends ${range}`),
  );
  const keys = found.map(({ id, public_key, created_at }) => ({
    publicKey: public_key as string,
    createdAt: created_at as number,
    addresses: (addresses.get(id) ?? []).map(({ address }) => address),
    accounts: accounts.get(id) ?? [],
    proven: proven.get(id) ?? [],
    spends: spends.get(id) ?? [],
  }));
  return { keys, position };
}

/** Groups the rows of a table by their `key_id`, which is not part of the records. */
function byKey<Item>(rows: readonly Row[]): Map<unknown, Item[]> {
  const groups = new Map<unknown, Item[]>();
  for (const { key_id, ...item } of rows) {
    const group = groups.get(key_id);
    if (group) group.push(item as Item);
    else groups.set(key_id, [item as Item]);
  }
  return groups;
}
