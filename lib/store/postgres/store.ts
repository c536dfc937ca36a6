import { storedProjects } from '@/lib/store/queries/projects';
import { probeWrite, storedSecrets } from '@/lib/store/queries/secrets';
import { storedUsage } from '@/lib/store/queries/usage';
import { recordedBtcAccounts } from '@/lib/store/recorded-btc-accounts';
import type { Store, StoreOptions } from '@/lib/store/store';
import { connectPostgres, isPooled, retrying, type Sql } from './connection';
import { PostgresConnections } from './connections';
import { postgresDatabase } from './database';
import { POSTGRES_ADDITIONS, POSTGRES_MIGRATIONS } from './migrations';
import { databaseUnusable } from './unusable';

/**
 * Opens the store on a Postgres server and brings its schema up to date. Several instances may start at once.
 * @throws Error that names DATABASE_URL and says what is wrong, without address and credentials
 */
export async function openPostgresStore(
  databaseUrl: string,
  now: () => number = Date.now,
  { deadlineMs, migrate }: Pick<StoreOptions, 'deadlineMs' | 'migrate'> = {},
): Promise<Store> {
  const connections = new PostgresConnections(await preparePostgres(databaseUrl, { migrate }), {
    deadlineMs,
  });
  const database = postgresDatabase(connections);
  const btcAccounts = recordedBtcAccounts(database, now);
  return {
    engine: 'postgres',
    btcAccounts,
    projects: storedProjects(database, now),
    usage: storedUsage(database, now),
    secrets: storedSecrets(database, now),
    ping: () => connections.read(async (sql) => void (await sql`SELECT 1`)),
    probeWrite: () => probeWrite(database, now()),
    size: database.size,
    async close() {
      await btcAccounts.close();
      await database.close();
    },
  };
}

/**
 * Brings a database's schema up to date.
 * @param max connections at most
 * @returns what makes a pool of connections to it
 * @throws Error that names DATABASE_URL and says what is wrong, without address and credentials
 */
export async function preparePostgres(
  databaseUrl: string,
  { max, migrate = true }: { max?: number; migrate?: boolean | undefined } = {},
): Promise<() => Sql> {
  const sql = connectPostgres(databaseUrl, { max: 1, prepare: false });
  try {
    const prepare = !(await isPooled(databaseUrl));
    if (migrate) await migratePostgres(sql);
    return () => connectPostgres(databaseUrl, { max, prepare });
  } catch (cause) {
    throw databaseUnusable(cause);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * Applies what is missing of the schema, one instance at a time: each locks the one row of a table of ours. An
 * advisory lock would be shorter, but distributed databases that speak Postgres have none.
 */
async function migratePostgres(sql: Sql): Promise<void> {
  await creating(
    () =>
      sql`CREATE TABLE IF NOT EXISTS satchel_schema (only_row INTEGER PRIMARY KEY, version INTEGER NOT NULL)`,
  );
  await retrying(
    () => sql`INSERT INTO satchel_schema (only_row, version) VALUES (1, 0) ON CONFLICT (only_row) DO NOTHING`,
  );
  await retrying(() =>
    sql.begin(async (transaction) => {
      const [row] = await transaction`SELECT version FROM satchel_schema WHERE only_row = 1 FOR UPDATE`;
      const version = Number(row?.version ?? 0);
      if (version > POSTGRES_MIGRATIONS.length) throw new Error('it was made by a newer version of Satchel');
      for (const statements of POSTGRES_MIGRATIONS.slice(version))
        for (const statement of statements) await transaction.unsafe(statement);
      for (const statement of POSTGRES_ADDITIONS) await transaction.unsafe(statement);
      if (version === POSTGRES_MIGRATIONS.length) return;
      await transaction`UPDATE satchel_schema SET version = ${POSTGRES_MIGRATIONS.length} WHERE only_row = 1`;
    }),
  );
}

/** Two instances that make one table at the same moment: IF NOT EXISTS does not keep the second from failing. */
async function creating(make: () => Promise<unknown>): Promise<void> {
  try {
    await retrying(make);
  } catch (cause) {
    if (!['23505', '42P07', '42710'].includes((cause as { code?: string }).code ?? '')) throw cause;
    await make();
  }
}
