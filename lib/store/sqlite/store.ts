import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { UnusableSettingError } from '@/lib/errors';
import { additions, migrations } from '@/lib/store/migrations';
import { storedProjects } from '@/lib/store/queries/projects';
import { probeWrite, storedSecrets } from '@/lib/store/queries/secrets';
import { storedUsage } from '@/lib/store/queries/usage';
import { recordedBtcAccounts } from '@/lib/store/recorded-btc-accounts';
import type { Store } from '@/lib/store/store';
import { isSqliteError, openSqlite, type SqliteConnection, waitingForLock } from './connection';
import { sqliteDatabase } from './database';

const DIALECT = { rowId: 'INTEGER PRIMARY KEY', tableEnd: 'WITHOUT ROWID' };
const MIGRATIONS = migrations(DIALECT);

/**
 * Opens the embedded file `satchel.db` in a folder, making both if need be, and brings its schema up to date.
 * Several processes may have it open.
 * @throws Error that names DATA_DIR and says what is wrong with it
 */
export async function openSqliteStore(
  dataDir: string,
  now: () => number = Date.now,
  migrate = true,
): Promise<Store> {
  const path = join(dataDir, 'satchel.db');
  const connection = await openDatabase(dataDir, path, migrate);
  const database = sqliteDatabase(connection, path);
  const btcAccounts = recordedBtcAccounts(database, now);
  return {
    engine: 'sqlite',
    btcAccounts,
    projects: storedProjects(database, now),
    usage: storedUsage(database, now),
    secrets: storedSecrets(database, now),
    ping: async () => void connection.all('SELECT name FROM service_secrets LIMIT 1'),
    probeWrite: () => probeWrite(database, now()),
    size: database.size,
    async close() {
      await btcAccounts.close();
      await database.close();
    },
  };
}

/** Opens the file with its schema up to date, without a store around it. */
export async function openDatabase(dataDir: string, path: string, migrate = true): Promise<SqliteConnection> {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const connection = openSqlite(path);
    try {
      await waitingForLock(() => connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL'));
      if (migrate) await migrateSqlite(connection);
      // A file that may only be read opens all the same, and would fail at the first look-up.
      await waitingForLock(() => connection.exec('BEGIN IMMEDIATE'));
      try {
        connection.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
      } finally {
        connection.exec('ROLLBACK');
      }
    } catch (cause) {
      connection.close();
      throw cause;
    }
    return connection;
  } catch (cause) {
    throw new UnusableSettingError('DATA_DIR', explain(cause as Error & { code?: string }, path), cause);
  }
}

async function migrateSqlite(connection: SqliteConnection): Promise<void> {
  const versionOf = () => Number(connection.all('PRAGMA user_version')[0]?.user_version ?? 0);
  if (versionOf() > MIGRATIONS.length) throw new Error('it was made by a newer version of Satchel');
  await connection.transaction(() => {
    // Read under the lock: another process may have been faster.
    for (let version = versionOf(); version < MIGRATIONS.length; version++) {
      for (const statement of MIGRATIONS[version] ?? []) connection.exec(statement);
      connection.exec(`PRAGMA user_version = ${version + 1}`);
    }
    for (const statement of additions(DIALECT)) connection.exec(statement);
  });
}

function explain(error: Error & { code?: string }, path: string): string {
  const { code = '', message } = error;
  if (isSqliteError(error, 'NOTADB', 'CORRUPT'))
    return `${path} is not a database, or a damaged one (${message})`;
  if (isSqliteError(error, 'READONLY', 'CANTOPEN', 'IOERR', 'PERM') || /EACCES|EROFS/.test(code))
    return `${path} cannot be opened for writing (${message})`;
  if (/^E(?!RR_)/.test(code)) return `the folder cannot be made (${message})`;
  return `${path} cannot be used: ${message}`;
}
