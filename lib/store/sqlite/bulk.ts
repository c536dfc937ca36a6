import { dirname } from 'node:path';
import type { BulkStore } from '@/lib/store/bulk';
import { bulkStore } from '@/lib/store/queries/bulk';
import { sqliteDatabase } from './database';
import { openDatabase } from './store';

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
  return bulkStore(sqliteDatabase(connection, path));
}
