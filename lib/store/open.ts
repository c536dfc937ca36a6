import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ObserveStore,
  type OnWritable,
  observedDatabase,
  type StoreFacts,
  sql,
  WriteWatch,
} from './database';
import { inspectPostgres, openPostgresDatabase } from './postgres/database';
import { bulkStore } from './queries/bulk';
import { storedProjects, storedUsage } from './queries/projects';
import { probeWrite, storedSecrets } from './queries/secrets';
import { recordedBtcAccounts } from './recorded-btc-accounts';
import { inspectSqlite, openSqliteDatabase } from './sqlite/database';

type StoreLocation = {
  /** A `postgres://…` URL; undefined for SQLite. */
  databaseUrl?: string | undefined;
  /** Folder of the SQLite file. */
  dataDir: string;
};

type StoreOptions = StoreLocation & {
  /** Timeout of an operation on a database server, in ms; equal to the deadline of a call. */
  deadlineMs?: number;
  /** Whether to update the schema; default true. Set to false if another process has already updated it. */
  migrate?: boolean;
  /** Called when the store stops taking writes, and when it takes them again. */
  onWritable?: OnWritable;
  observe?: ObserveStore;
};

/** All persistent data of the service. */
export type Store = Awaited<ReturnType<typeof openStore>>;

/**
 * Opens the configured store and updates its schema.
 * @throws Error that names the variable (DATABASE_URL or DATA_DIR) and the problem
 */
export async function openStore(
  { databaseUrl, dataDir, deadlineMs = Number.POSITIVE_INFINITY, migrate, onWritable, observe }: StoreOptions,
  now: () => number = Date.now,
) {
  const opened = databaseUrl
    ? await openPostgresDatabase(databaseUrl, {
        readMs: Math.min(5_000, deadlineMs),
        writeMs: Math.min(10_000, deadlineMs),
        migrate,
      })
    : await openSqliteDatabase(locationOf({ dataDir }), { migrate });
  const database = observe ? observedDatabase(opened, observe) : opened;
  const watch = new WriteWatch(onWritable);
  const btcAccounts = recordedBtcAccounts(database, now, watch);
  return {
    btcAccounts,
    projects: storedProjects(database, now),
    usage: storedUsage(database, now),
    secrets: storedSecrets(database, now),
    /** Resolves if the store can be read; rejects otherwise. */
    ping: async () => void (await database.read(sql`SELECT name FROM service_secrets LIMIT 1`)),
    /** Makes a durable test write, as large as a few records. Rejects if it fails. */
    probeWrite: () => watch.run(probeWrite(database, now())),
    /** Returns the size in bytes of the SQLite file with its write-ahead log, or of the database. */
    size: database.size,
    /** Writes pending data and closes the store. */
    async close() {
      await btcAccounts.close();
      await database.close();
    },
  };
}

/** Returns the location of the configured store: a Postgres URL or the path of the SQLite file. */
export function locationOf({ databaseUrl, dataDir }: StoreLocation): string {
  return databaseUrl ?? join(dataDir, 'satchel.db');
}

/** Checks whether a location is a Postgres URL. */
export function isPostgresLocation(location: string): boolean {
  return /^postgres(ql)?:/i.test(location);
}

/** Returns the path of the SQLite file at a location: the file itself, or the file in a folder. */
export function sqlitePath(location: string): string {
  if (location.endsWith('.db')) return location;
  return statSync(location, { throwIfNoEntry: false })?.isFile() ? location : join(location, 'satchel.db');
}

/**
 * Inspects a store without creating or changing it.
 * @param location `postgres://…`, a data folder or an SQLite file
 * @throws UnusableSettingError that names DATABASE_URL or DATA_DIR and the problem
 */
export const inspectStore = (location: string): Promise<StoreFacts> =>
  isPostgresLocation(location) ? inspectPostgres(location) : inspectSqlite(sqlitePath(location));

/** Timeout of a batch in a bulk store on Postgres, including retries, in ms. */
const BATCH_MS = 60_000;

export type BulkStore = ReturnType<typeof bulkStore>;

/**
 * Opens a store for copies. Other processes can use the store meanwhile; they wait while a batch is
 * written.
 * @param location `postgres://…`, a data folder or an SQLite file
 * @param options.migrate whether to update the schema; default true
 */
export async function openBulk(location: string, options: { migrate?: boolean } = {}): Promise<BulkStore> {
  return bulkStore(
    isPostgresLocation(location)
      ? await openPostgresDatabase(location, { max: 2, readMs: BATCH_MS, writeMs: BATCH_MS, ...options })
      : await openSqliteDatabase(sqlitePath(location), { forBulk: true, ...options }),
  );
}
