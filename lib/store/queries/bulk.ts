import type { Project } from '@/lib/projects/project-store';
import type { UsageRow } from '@/lib/projects/usage-store';
import type { BulkKey, BulkRetiredKey, StoredSecret } from '@/lib/store/bulk';
import { type Database, type Row, sql } from '@/lib/store/database';
import { addKeys } from './btc-accounts';
import { loadProjects, loadRetiredKeys, readProjects, readRetiredKeys } from './projects';
import { loadSecrets, readSecrets } from './secrets';
import { loadUsage, readUsageAfter } from './usage';

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
  readProjects: () => readProjects(database),
  loadProjects: (projects: readonly Project[]) => loadProjects(database, projects),
  readRetiredKeys: () => readRetiredKeys(database),
  loadRetiredKeys: (keys: readonly BulkRetiredKey[]) => loadRetiredKeys(database, keys),
  readSecrets: () => readSecrets(database),
  loadSecrets: (secrets: readonly StoredSecret[]) => loadSecrets(database, secrets),
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
  const addresses = byKey(await database.read(sql`SELECT * FROM btc_addresses ${range}`));
  const accounts = byKey(await database.read(sql`SELECT * FROM btc_accounts ${range}`));
  const proven = byKey(await database.read(sql`SELECT * FROM btc_proven_addresses ${range}`));
  const spends = byKey(await database.read(sql`SELECT * FROM btc_spends ${range}`));
  const keys = found.map(({ id, public_key, created_at }) => ({
    publicKey: public_key as string,
    createdAt: created_at as number,
    addresses: (addresses.get(id) ?? [])
      .filter((row) => row.recorded_always === 1)
      .map((row) => row.address as string),
    accounts: (accounts.get(id) ?? []).map((row) => ({
      chainId: row.chain_id as number,
      version: row.version as string,
      accountAddress: row.account_address as string,
      createdAt: row.created_at as number,
      updatedAt: row.updated_at as number,
    })),
    proven: (proven.get(id) ?? []).map((row) => ({
      chainId: row.chain_id as number,
      version: row.version as string,
      address: row.address as string,
      createdAt: row.created_at as number,
    })),
    spends: (spends.get(id) ?? []).map((row) => ({
      address: row.address as string,
      txid: row.txid as string,
      server: row.server as string,
      createdAt: row.created_at as number,
    })),
  }));
  return { keys, position };
}

/** Groups the rows of a table by the id of their key. */
function byKey(rows: readonly Row[]): Map<unknown, Row[]> {
  const groups = new Map<unknown, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.key_id);
    if (group) group.push(row);
    else groups.set(row.key_id, [row]);
  }
  return groups;
}
