import { openPostgresStore } from '@/lib/store/postgres/store';
import { openSqliteStore } from '@/lib/store/sqlite/store';
import type { Store, StoreOptions } from './store';

/**
 * Opens the store that the configuration names, its schema up to date.
 * @throws Error that names the variable (DATABASE_URL or DATA_DIR) and says what is wrong with it
 */
export function openStore({ databaseUrl, dataDir, deadlineMs, migrate }: StoreOptions): Promise<Store> {
  return databaseUrl
    ? openPostgresStore(databaseUrl, Date.now, { deadlineMs, migrate })
    : openSqliteStore(dataDir, Date.now, migrate);
}
