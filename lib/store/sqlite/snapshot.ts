import { renameSync, rmSync } from 'node:fs';
import { createPrivateFile } from '@/lib/store/private-file';
import type { SqliteConnection } from './connection';

/**
 * Writes a consistent snapshot of a database to a new file that only its owner can read, even during writes of other
 * processes.
 * @param partial path of the unfinished snapshot, which replaces the rest of an interrupted one
 */
export function writeSnapshot(connection: SqliteConnection, path: string, partial: string): void {
  rmSync(partial, { force: true });
  createPrivateFile(partial);
  connection.run('VACUUM INTO ?', partial);
  renameSync(partial, path);
}
