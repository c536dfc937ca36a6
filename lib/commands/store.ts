import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UnusableSettingError } from '@/lib/errors';
import { type BulkStore, inspectStore, isPostgresLocation, openBulk, sqlitePath } from '@/lib/store/open';
import { createPrivateFile, createPrivateFolder } from '@/lib/store/private-file';
import { openSqlite } from '@/lib/store/sqlite/database';
import {
  type CommandEnv,
  type CommandIo,
  HELP_OPTION,
  runWhenMain,
  UsageError,
  userPath,
} from './terminal/io';

const USAGE = `Usage: npm run store -- COMMAND

  backup FROM TO   writes a consistent snapshot of a store to a new SQLite file TO
  copy FROM TO     adds everything in FROM to TO, for example from SQLite to Postgres or back

FROM and TO are postgres://…, a data folder or an SQLite file (….db). Existing rows in TO stay, and FROM is not changed.
Do not write to FROM during a copy.
`;

/** Number of keys per transaction. */
const BATCH_KEYS = 2_000;
/** Time between two lines that report the progress, in ms. */
const REPORT_MS = 10_000;

/**
 * `npm run store`.
 * @returns exit code: 0 done, 130 interrupted
 * @throws UsageError, and Error with a clear message for an unusable store
 */
export async function runStore(argv: readonly string[], env: CommandEnv, io: CommandIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: HELP_OPTION,
    allowPositionals: true,
  });
  const [command = '', ...given] = positionals;
  if (values.help || command === 'help') {
    io.stdout.write(USAGE);
    return 0;
  }
  const locationOf = (text: string) => {
    if (isPostgresLocation(text)) return text;
    if (/^\w+:\/\//.test(text)) throw new UsageError('A store with a URL starts with postgres://');
    return userPath(text, env);
  };
  if (!['backup', 'copy'].includes(command))
    throw new UsageError(command === '' ? 'No command was given' : `Unknown command '${command}'`);
  const [from, to, ...more] = given.map(locationOf);
  if (!from || !to || more.length > 0)
    throw new UsageError(`'${command}' takes two stores, FROM and TO: got ${given.length}`);
  if (idOf(from) === idOf(to)) throw new Error('FROM and TO are the same store');
  if (command === 'backup' && isPostgresLocation(to))
    throw new UsageError("TO must be an SQLite file for 'backup'; use 'copy' for Postgres");
  await assertStore(from);
  return command === 'copy' ? copy(from, to, io) : backup(from, to, io);
}

async function assertStore(location: string): Promise<void> {
  if (!isPostgresLocation(location) && !existsSync(sqlitePath(location)))
    throw new Error(`No store at ${location}: ${sqlitePath(location)} does not exist`);
  const { version } = await named('FROM', inspectStore(location));
  if (version === 0) throw new Error('FROM is a database without the tables of a store');
}

async function backup(from: string, to: string, io: CommandIo): Promise<number> {
  const path = sqlitePath(to);
  if (existsSync(path)) throw new Error(`${path} already exists; a backup never overwrites a file`);
  // A backup of a Postgres store goes to a temporary SQLite file first, so that TO is never half a backup.
  const staged = isPostgresLocation(from) ? `${path}.unfinished.db` : undefined;
  if (staged) {
    // A run that was interrupted may have left rows that have changed since, such as a key that was then revoked.
    removeStore(staged);
    const code = await copy(from, staged, io);
    if (code !== 0) return code;
  }
  createPrivateFolder(dirname(path));
  // A file left by an interrupted run is replaced.
  const partial = `${path}.partial`;
  rmSync(partial, { force: true });
  createPrivateFile(partial);
  const connection = openSqlite(staged ?? sqlitePath(from));
  // The snapshot is consistent, even if other processes write to the database meanwhile.
  connection.all('VACUUM INTO ?', partial);
  connection.close();
  renameSync(partial, path);
  if (staged) removeStore(staged);
  io.stdout.write(`Backup written to ${path}\n`);
  return 0;
}

function removeStore(path: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
}

async function copy(from: string, to: string, io: CommandIo): Promise<number> {
  const { version, expected } = await named('FROM', inspectStore(from));
  // Not updated here: the release that uses FROM could then no longer open it.
  if (version !== expected)
    throw new Error(
      `FROM has schema ${version}, this release has ${expected}: use the release that FROM belongs to`,
    );
  const source = await named('FROM', openBulk(from, { migrate: false }));
  try {
    const target = await named('TO', openBulk(to));
    try {
      return await copyAll(source, target, io);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Awaits an opened store. An error names the argument instead of the service's variable. */
async function named<Opened>(name: 'FROM' | 'TO', opening: Promise<Opened>): Promise<Opened> {
  try {
    return await opening;
  } catch (cause) {
    throw cause instanceof UnusableSettingError ? new Error(`${name}: ${cause.problem}`, { cause }) : cause;
  }
}

async function copyAll(source: BulkStore, target: BulkStore, io: CommandIo): Promise<number> {
  const total = await source.countKeys();
  const tables = await source.readTables();
  await target.loadTables(tables);
  const kept = new Map((await target.readTables()).service_secrets.map(({ name, value }) => [name, value]));
  if (tables.service_secrets.some(({ name, value }) => kept.get(name) !== value))
    io.stderr.write('TO keeps its own secrets: cursors and image links made with FROM stop working.\n');
  for (let usage = await source.readUsage(-1); usage.length > 0; ) {
    await target.loadUsage(usage);
    usage = await source.readUsage(usage[0]?.day ?? Number.MAX_SAFE_INTEGER);
  }
  let position = 0;
  let reportAt = performance.now() + REPORT_MS;
  let copied = 0;
  let added = 0;
  for (;;) {
    const page = await source.read(position, BATCH_KEYS);
    const { length } = page.rows.btc_keys;
    if (length === 0) break;
    position = page.position;
    added += await target.load(page.rows);
    copied += length;
    if (performance.now() >= reportAt) {
      io.stderr.write(`${copied} of ${total} keys\n`);
      reportAt = performance.now() + REPORT_MS;
    }
    if (io.signal.aborted) {
      io.stderr.write('Stopped. The same command adds what is missing.\n');
      return 130;
    }
  }
  await target.finish();
  io.stdout.write(`${copied} ${copied === 1 ? 'key' : 'keys'} copied, ${added} new in TO.\n`);
  return 0;
}

/** Returns an identifier of a store, made from its location without the password. */
function idOf(location: string): string {
  // Opening an invalid URL reports it.
  if (!isPostgresLocation(location) || !URL.canParse(location))
    return `file:${resolve(sqlitePath(location))}`;
  const { hostname, port, pathname } = new URL(location);
  return `postgres:${hostname}/${port || '5432'}${pathname}`;
}

await runWhenMain(import.meta.url, runStore, USAGE);
