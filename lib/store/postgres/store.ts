import { recordedBtcAccounts } from '@/lib/store/recorded-btc-accounts';
import type { Store } from '@/lib/store/store';
import { postgresBtcAccounts } from './btc-accounts';
import { connectPostgres, isPooled, retrying, type Sql } from './connection';
import { POSTGRES_ADDITIONS, POSTGRES_MIGRATIONS } from './migrations';
import { postgresProjects } from './projects';
import { postgresProbeWrite, postgresSecrets } from './secrets';
import { databaseUnusable } from './unusable';
import { postgresUsage } from './usage';

/**
 * Opens the store on a Postgres server and brings its schema up to date. Several instances may start at once.
 * @throws Error that names DATABASE_URL and says what is wrong, without address and credentials
 */
export async function openPostgresStore(databaseUrl: string, now: () => number = Date.now): Promise<Store> {
  const sql = await openPostgres(databaseUrl);
  const btcAccounts = recordedBtcAccounts(postgresBtcAccounts(sql), now);
  return {
    engine: 'postgres',
    btcAccounts,
    projects: postgresProjects(sql, now),
    usage: postgresUsage(sql, now),
    secrets: postgresSecrets(sql, now),
    ping: async () => void (await sql`SELECT 1`),
    probeWrite: () => postgresProbeWrite(sql, now()),
    async close() {
      await btcAccounts.close();
      await sql.end({ timeout: 5 });
    },
  };
}

/**
 * Connections to a database whose schema is up to date.
 * @param max connections at most
 * @throws Error that names DATABASE_URL and says what is wrong, without address and credentials
 */
export async function openPostgres(databaseUrl: string, max?: number): Promise<Sql> {
  let sql = connectPostgres(databaseUrl, { max });
  try {
    if (await isPooled(databaseUrl)) sql = connectPostgres(databaseUrl, { max, prepare: false });
    await migratePostgres(sql);
    return sql;
  } catch (cause) {
    await sql.end({ timeout: 1 });
    throw databaseUnusable(cause);
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
