import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite';
import { createPrivateFile, makePrivate } from '@/lib/store/private-file';
import { isSqliteError } from '../sqlite-error';

/**
 * A connection to an SQLite file. Prepares each statement once. Uses only features that `node:sqlite` also provides, so
 * that `node:sqlite` can replace the driver once all supported Node versions include it.
 */
export type SqliteConnection = {
  all: (sql: string, ...values: SqliteValue[]) => Record<string, unknown>[];
  exec: (sql: string) => void;
  /**
   * Runs `work` as one transaction. Waits for other processes' writes without blocking the event loop.
   * @param sync if false, does not wait for the disk (`Database.transaction`)
   */
  transaction: <T>(work: () => T, sync?: boolean) => Promise<T>;
  close: () => void;
};

export type SqliteValue = string | number | bigint | null;

/** How long SQLite itself waits for a lock, in ms. This blocks the event loop; after it, the wait is asynchronous. */
const BLOCKING_WAIT_MS = 20;
/** Maximum total wait for a lock, in ms. A copy holds the lock for a second or two at a time. */
const LOCK_DEADLINE_MS = 20_000;

/**
 * Opens the file. Creates it if necessary, readable only by its owner; SQLite gives the write-ahead log the same
 * permissions. Every commit is synced to disk.
 */
export function openSqlite(path: string): SqliteConnection {
  createPrivateFile(path);
  for (const suffix of ['', '-wal', '-shm']) makePrivate(path + suffix);
  const database = new DatabaseSync(path, { timeout: BLOCKING_WAIT_MS });
  const statements = new Map<string, StatementSyncInstance>();
  const prepared = (sql: string): StatementSyncInstance => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = database.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
  const transactionNow = <T>(work: () => T, sync: boolean): T => {
    if (!sync) database.exec('PRAGMA synchronous = NORMAL');
    try {
      database.exec('BEGIN IMMEDIATE');
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (cause) {
      // After failures such as a full disk, SQLite has already rolled back, and this rollback fails.
      try {
        database.exec('ROLLBACK');
      } catch {}
      throw cause;
    } finally {
      if (!sync) database.exec('PRAGMA synchronous = FULL');
    }
  };
  return {
    all: (sql, ...values) => prepared(sql).all(...values),
    exec: (sql) => database.exec(sql),
    transaction: (work, sync = true) => waitingForLock(() => transactionNow(work, sync)),
    close() {
      statements.clear();
      database.close();
    },
  };
}

/** Retries an attempt while another connection holds the lock, for at most `LOCK_DEADLINE_MS`. */
export async function waitingForLock<T>(attempt: () => T): Promise<T> {
  const deadline = performance.now() + LOCK_DEADLINE_MS;
  for (;;) {
    try {
      return attempt();
    } catch (cause) {
      if (!isSqliteError(cause, 'BUSY', 'LOCKED') || performance.now() > deadline) throw cause;
      await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 25));
    }
  }
}
