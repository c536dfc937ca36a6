import Libsql from 'libsql';
import { createPrivateFile, makePrivate } from '@/lib/store/private-file';

type Statement = { run: (...values: unknown[]) => unknown; all: (...values: unknown[]) => unknown[] };

/**
 * A connection to the embedded file. Statements are prepared once.
 *
 * Two rules of the driver stand behind this: a `get` leaves its statement open, and with it a read transaction,
 * so reads are `all`; and a statement that failed stays open too, so what may fail by a lock goes through `exec`.
 */
export type SqliteConnection = {
  all: (sql: string, ...values: unknown[]) => Record<string, unknown>[];
  run: (sql: string, ...values: unknown[]) => void;
  exec: (sql: string) => void;
  /** Runs `work` as one durable transaction; waits for other processes' writes without blocking this one. */
  transaction: <T>(work: () => T) => Promise<T>;
  /**
   * The same without waiting for the disk, which takes a busy one a second or more, and the process with it: lasts when
   * the process is killed, and may not when the machine loses power.
   */
  transactionUnsynced: <T>(work: () => T) => Promise<T>;
  close: () => void;
};

/** How long SQLite itself may wait for a lock, which blocks the process; beyond it the wait is asynchronous. */
const BLOCKING_WAIT_MS = 20;
/** An import holds the lock for a second or two at a time. */
const LOCK_DEADLINE_MS = 20_000;

/**
 * Opens the file, making it if there is none: WAL, and a sync to disk in every commit. Only its owner may read it;
 * SQLite gives the mode of the file to those that it makes beside it.
 */
export function openSqlite(path: string): SqliteConnection {
  createPrivateFile(path);
  for (const end of ['', '-wal', '-shm']) makePrivate(path + end);
  const database = new Libsql(path, { timeout: BLOCKING_WAIT_MS });
  const statements = new Map<string, Statement>();
  const prepared = (sql: string): Statement => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = database.prepare(sql) as Statement;
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
      // After some failures (a full disk) SQLite has rolled back by itself, and says so here.
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
    all: (sql, ...values) => prepared(sql).all(...values) as Record<string, unknown>[],
    run: (sql, ...values) => void prepared(sql).run(...values),
    exec: (sql) => void database.exec(sql),
    transaction: (work) => waitingForLock(() => transactionNow(work)),
    transactionUnsynced: (work) => waitingForLock(() => unsyncedNow(work)),
    close() {
      statements.clear();
      // Folds the write-ahead log in: the driver leaves that to whoever opens the file next.
      try {
        database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {} // somebody else reads or writes: then it is theirs to do
      database.close();
    },
  };
}

/** Tries again while another connection holds the lock. */
export async function waitingForLock<T>(attempt: () => T): Promise<T> {
  const deadline = Date.now() + LOCK_DEADLINE_MS;
  for (;;) {
    try {
      return attempt();
    } catch (cause) {
      const { code = '' } = cause as { code?: string };
      if (!/^SQLITE_(BUSY|LOCKED)/.test(code) || Date.now() > deadline) throw cause;
      await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 25));
    }
  }
}
