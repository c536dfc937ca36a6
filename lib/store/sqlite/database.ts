import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite';
import { UnusableSettingError } from '@/lib/errors';
import {
  type Database,
  type Dialect,
  isSqliteError,
  type Row,
  render,
  type SqlValue,
  type Statement,
  type StoreFacts,
} from '@/lib/store/database';
import { migrations } from '@/lib/store/migrations';
import { createPrivateFile, createPrivateFolder, makePrivate } from '@/lib/store/private-file';

const SCHEMA_DIALECT = { rowId: 'INTEGER PRIMARY KEY', tableEnd: 'WITHOUT ROWID' };
const MIGRATIONS = migrations(SCHEMA_DIALECT);

const DIALECT: Dialect = {
  parameter: () => '?',
  records: (parameter, columns) => {
    const selected = Object.keys(columns).map((name) => `value->>'${name}' AS "${name}"`);
    return `(SELECT ${selected.join(', ')} FROM json_each(${parameter})) AS r`;
  },
};

type SqliteOptions = {
  migrate?: boolean | undefined;
  forBulk?: boolean;
};

/**
 * Opens the SQLite file, creates it and its folder if necessary, and updates its schema. Several processes can have the
 * file open.
 * @param forBulk use a large cache, because inserts into address indexes touch random pages
 * @throws UnusableSettingError that names DATA_DIR and the problem
 */
export async function openSqliteDatabase(
  path: string,
  { migrate = true, forBulk = false }: SqliteOptions = {},
): Promise<Database> {
  try {
    createPrivateFolder(dirname(path));
    const connection = openSqlite(path);
    try {
      await waitingForLock(() => connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL'));
      if (migrate) await migrateSqlite(connection);
      // A read-only file can be opened. Without this test, the first lookup would fail instead.
      await testWrite(connection);
      // Not before: the path may be that of a file of something else, whose permissions must stay.
      for (const suffix of ['', '-wal', '-shm']) makePrivate(path + suffix);
    } catch (cause) {
      connection.close();
      throw cause;
    }
    if (forBulk)
      connection.exec(
        'PRAGMA cache_size = -262144; PRAGMA wal_autocheckpoint = 20000; PRAGMA foreign_keys = OFF',
      );
    return sqliteDatabase(connection, path);
  } catch (cause) {
    throw new UnusableSettingError('DATA_DIR', explain(cause as Error & { code?: string }, path), cause);
  }
}

/**
 * Inspects an SQLite file without creating or changing it.
 * @throws UnusableSettingError that names DATA_DIR and the problem
 */
export async function inspectSqlite(path: string): Promise<StoreFacts> {
  const expected = MIGRATIONS.length;
  try {
    if (!existsSync(path)) {
      assertCanCreateIn(dirname(path));
      return { version: 0, expected, isWritable: true };
    }
    const connection = openSqlite(path);
    try {
      return { version: schemaVersion(connection), expected, isWritable: await canWrite(connection) };
    } finally {
      connection.close();
    }
  } catch (cause) {
    throw new UnusableSettingError('DATA_DIR', explain(cause as Error & { code?: string }, path), cause);
  }
}

/** Checks that a folder or, if it does not exist, its closest existing parent is a folder that can be written to. */
function assertCanCreateIn(folder: string): void {
  let existing = resolve(folder);
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  // The trailing slash requires a folder.
  accessSync(`${existing}/`, constants.W_OK | constants.X_OK);
}

const schemaVersion = (connection: SqliteConnection): number =>
  Number(connection.all('PRAGMA user_version')[0]?.user_version ?? 0);

/**
 * Makes a test write to the file and rolls it back.
 * @throws the driver's error if the file cannot be written
 */
async function testWrite(connection: SqliteConnection): Promise<void> {
  await waitingForLock(() => connection.exec('BEGIN IMMEDIATE'));
  try {
    connection.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  } finally {
    connection.exec('ROLLBACK');
  }
}

async function canWrite(connection: SqliteConnection): Promise<boolean> {
  try {
    await testWrite(connection);
    return true;
  } catch (cause) {
    if (isSqliteError(cause, 'READONLY')) return false;
    throw cause;
  }
}

/** Implements `Database` with an SQLite file. */
function sqliteDatabase(connection: SqliteConnection, path: string): Database {
  const run = (statement: Statement): Row[] => {
    const { text, values } = render(statement, DIALECT);
    return connection.all(text, ...values);
  };
  return {
    engine: 'sqlite',
    read: async (statement) => run(statement),
    write: (statement) => connection.transaction(() => run(statement)),
    transaction: (work, { sync } = {}) =>
      connection.transaction(() => {
        const steps = work();
        let step = steps.next();
        while (!step.done) step = steps.next(run(step.value));
        return step.value;
      }, sync),
    size: async () =>
      ['', '-wal']
        .map((suffix) => statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0)
        .reduce((sum, size) => sum + size),
    analyze: async () => undefined, // SQLite plans these queries well without statistics.
    async close() {
      connection.close();
    },
  };
}

async function migrateSqlite(connection: SqliteConnection): Promise<void> {
  if (schemaVersion(connection) > MIGRATIONS.length)
    throw new Error('it was upgraded by a newer version of Satchel; use that version or a later one');
  await connection.transaction(() => {
    // Read the version under the lock: another process may have migrated the file first.
    for (let version = schemaVersion(connection); version < MIGRATIONS.length; version++) {
      for (const statement of MIGRATIONS[version] ?? []) connection.exec(statement);
      connection.exec(`PRAGMA user_version = ${version + 1}`);
    }
  });
}

function explain(error: Error & { code?: string }, path: string): string {
  const { code = '', message } = error;
  if (isSqliteError(error, 'NOTADB', 'CORRUPT'))
    return `${path} is not a database or is damaged (${message})`;
  if (isSqliteError(error, 'READONLY', 'CANTOPEN', 'IOERR', 'PERM') || /EACCES|EROFS/.test(code))
    return `${path} cannot be opened for writing (${message})`;
  if (/^E(?!RR_)/.test(code)) return `the folder cannot be created (${message})`;
  return `${path} cannot be used: ${message}`;
}

type SqliteConnection = ReturnType<typeof openSqlite>;

/** How long SQLite itself waits for a lock, in ms. This blocks the event loop; after it, the wait is asynchronous. */
const BLOCKING_WAIT_MS = 20;
/** Maximum total wait for a lock, in ms. A copy holds the lock for a second or two at a time. */
const LOCK_DEADLINE_MS = 20_000;

/**
 * Opens the file. Creates it if necessary, readable only by its owner; SQLite gives the write-ahead log the same
 * permissions. Every commit is synced to disk. The connection prepares each statement once. It uses only features that
 * `node:sqlite` also provides, so that `node:sqlite` can replace the driver once all supported Node versions include it.
 */
export function openSqlite(path: string) {
  createPrivateFile(path);
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
    all: (sql: string, ...values: SqlValue[]): Row[] => prepared(sql).all(...values),
    exec: (sql: string): void => database.exec(sql),
    /**
     * Runs `work` as one transaction. Waits for other processes' writes without blocking the event loop.
     * @param sync if false, does not wait for the disk (`Database.transaction`)
     */
    transaction: <T>(work: () => T, sync = true): Promise<T> =>
      waitingForLock(() => transactionNow(work, sync)),
    close(): void {
      statements.clear();
      database.close();
    },
  };
}

/** Retries an attempt while another connection holds the lock, for at most `LOCK_DEADLINE_MS`. */
async function waitingForLock<T>(attempt: () => T): Promise<T> {
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
