import { renameSync, rmSync } from 'node:fs';
import { createPrivateFile } from '@/lib/store/private-file';
import type { SqliteConnection } from './connection';

/**
 * Writes a consistent snapshot of a database to a new file that only its owner can read. Other processes may write to
 * the database meanwhile.
 * @param partial temporary path of the unfinished snapshot; a file left by an interrupted run is replaced
 */
export function writeSnapshot(connection: SqliteConnection, path: string, partial: string): void {
  rmSync(partial, { force: true });
  createPrivateFile(partial);
  connection.run('VACUUM INTO ?', partial);
  renameSync(partial, path);
}
