import type { UsageRow } from '@/lib/projects/project-store';
import { type Database, type Row, records, type SqlValue, Statement, sql } from '@/lib/store/database';
import { addKeys, KEY_TABLES, type KeyRows } from './btc-accounts';
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

/**
 * Creates bulk access to a database, for copies. Keeps existing rows: `created_at` never changes, `updated_at` only moves
 * forward. Each batch is one transaction.
 */
export const bulkStore = (database: Database) => ({
  /** Adds missing records; returns how many of the keys were new. */
  // Any later time updates `updated_at`.
  load: (rows: KeyRows): Promise<number> => addKeys(database, rows, 1),
  /** Returns up to `limit` keys after a position, with their records. Positions are valid only for this store. */
  async read(after: number, limit: number): Promise<{ rows: KeyRows; position: number }> {
    const keys = await database.read(
      sql`SELECT * FROM btc_keys WHERE id > ${after} ORDER BY id LIMIT ${limit}`,
    );
    const position = (keys.at(-1)?.id as number | undefined) ?? after;
    const tables = Object.keys(KEY_TABLES).map(async (name) => {
      if (name === 'btc_keys') return [name, keys];
      const rows = await database.read(sql`
        SELECT k.public_key, t.* FROM ${new Statement([name])} t JOIN btc_keys k ON k.id = t.key_id
        WHERE t.key_id > ${after} AND t.key_id <= ${position}`);
      return [name, rows];
    });
    return { rows: Object.fromEntries(await Promise.all(tables)), position };
  },
  async countKeys(): Promise<number> {
    const [row] = await database.read(sql`SELECT count(*) AS count FROM btc_keys`);
    return row?.count as number;
  },
  async readTables(): Promise<CopiedTables> {
    const tables = TABLE_NAMES.map(async (name) => {
      const condition = name === 'service_secrets' ? sql` WHERE name <> ${WRITE_PROBE}` : sql``;
      return [
        name,
        await database.read(sql`SELECT * FROM ${new Statement([name])}${condition} ORDER BY 1, 2`),
      ];
    });
    return Object.fromEntries(await Promise.all(tables));
  },
  /** Adds rows to all tables, except those that already exist. */
  loadTables: (tables: CopiedTables): Promise<void> =>
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
    }),
  readUsage: (afterDay: number) => readUsageAfter(database, afterDay),
  loadUsage: (rows: readonly UsageRow[]) => loadUsage(database, rows),
  /** Updates the planner's statistics. Must be called after the last `load`. */
  finish: database.analyze,
  close: database.close,
});
