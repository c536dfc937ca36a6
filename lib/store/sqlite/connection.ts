import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite';
import { createPrivateFile, makePrivate } from '@/lib/store/private-file';

/**
 * A connection to the embedded file; statements are prepared once. This is the only file that knows the driver, and it
 * uses only what `node:sqlite` has too, so that `node:sqlite` can replace it once every supported Node includes it.
 */
export type SqliteConnection = {
  all: (sql: string, ...values: SqlValue[]) => Record<string, unknown>[];
  run: (sql: string, ...values: SqlValue[]) => void;
  exec: (sql: string) => void;
  /** Runs `work` as one durable transaction; waits for other processes' writes without blocking this one. */
  transaction: <T>(work: () => T) => Promise<T>;
  /**
   * Like `transaction`, without waiting for the disk, which can block the process for a second or more. The write
   * survives a crash of the process, but not necessarily a power failure.
   */
  transactionUnsynced: <T>(work: () => T) => Promise<T>;
  close: () => void;
};

export type SqlValue = string | number | bigint | null;

/** How long SQLite itself waits for a lock, blocking the process; after that the wait is asynchronous. */
const BLOCKING_WAIT_MS = 20;
/** An import holds the lock for a second or two at a time. */
const LOCK_DEADLINE_MS = 20_000;

/** The first version without the WAL-reset race, in which two processes on one file could lose acknowledged writes. */
const MIN_SQLITE_VERSION = '3.51.3';

/**
 * Opens the file, creating it if necessary: WAL, and a sync to disk in every commit. Only its owner may read it; SQLite
 * gives the files next to it the same mode.
 * @throws Error when the driver's SQLite is older than 3.51.3
 */
export function openSqlite(path: string): SqliteConnection {
  createPrivateFile(path);
  for (const suffix of ['', '-wal', '-shm']) makePrivate(path + suffix);
  const database = new DatabaseSync(path, { timeout: BLOCKING_WAIT_MS });
  try {
    const [row] = database.prepare('SELECT sqlite_version() AS version').all();
    assertSqliteVersion(row.version);
  } catch (cause) {
    database.close();
    throw cause;
  }
  const statements = new Map<string, StatementSyncInstance>();
  const prepared = (sql: string): StatementSyncInstance => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = database.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
  const transactionNow = <T>(work: () => T): T => {
    database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (cause) {
      // After some failures, such as a full disk, SQLite has already rolled back and refuses to do it twice.
      try {
        database.exec('ROLLBACK');
      } catch {}
      throw cause;
    }
  };
  const unsyncedNow = <T>(work: () => T): T => {
    database.exec('PRAGMA synchronous = NORMAL');
    try {
      return transactionNow(work);
    } finally {
      database.exec('PRAGMA synchronous = FULL');
    }
  };
  return {
    all: (sql, ...values) => prepared(sql).all(...values),
    run: (sql, ...values) => void prepared(sql).run(...values),
    exec: (sql) => database.exec(sql),
    transaction: (work) => waitingForLock(() => transactionNow(work)),
    transactionUnsynced: (work) => waitingForLock(() => unsyncedNow(work)),
    close() {
      statements.clear();
      database.close();
    },
  };
}

/** @throws Error when a version of SQLite is older than the first one that is safe for several processes */
export function assertSqliteVersion(version: string): void {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const [minMajor = 0, minMinor = 0, minPatch = 0] = MIN_SQLITE_VERSION.split('.').map(Number);
  if ((major - minMajor || minor - minMinor || patch - minPatch) < 0)
    throw new Error(
      `SQLite ${version} can lose writes when two processes share a file; install the packages again (npm ci) to get ${MIN_SQLITE_VERSION} or newer`,
    );
}

/** SQLite's primary result codes that callers handle: https://sqlite.org/rescode.html */
const PRIMARY_CODES = {
  PERM: 3,
  BUSY: 5,
  LOCKED: 6,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  CANTOPEN: 14,
  NOTADB: 26,
};
export type SqliteFailure = keyof typeof PRIMARY_CODES;

/** Whether an error of the driver is one of these failures. */
export function isSqliteError(error: unknown, ...failures: SqliteFailure[]): boolean {
  // The low byte of an extended code is the primary code.
  const primary = ((error as { errcode?: number }).errcode ?? 0) & 0xff;
  return failures.some((failure) => PRIMARY_CODES[failure] === primary);
}

/** Repeats an attempt while another connection holds the lock. */
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
