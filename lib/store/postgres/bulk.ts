import type { BulkStore } from '@/lib/store/bulk';
import { bulkStore } from '@/lib/store/queries/bulk';
import { PostgresConnections } from './connections';
import { postgresDatabase } from './database';
import { preparePostgres } from './store';

/** Longest time for a batch, retries included. */
const BATCH_MS = 60_000;

/**
 * A Postgres store for work in bulk.
 * @throws Error that names DATABASE_URL
 */
export async function openPostgresBulk(databaseUrl: string): Promise<BulkStore> {
  const connect = await preparePostgres(databaseUrl, { max: 2 });
  return bulkStore(
    postgresDatabase(new PostgresConnections(connect, { readMs: BATCH_MS, writeMs: BATCH_MS })),
  );
}
