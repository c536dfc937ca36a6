import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { freePort } from '@/lib/testing/servers/free-port';
import { findBinaries, ownerOfServer } from '@/lib/testing/servers/postgres';
import { untilStarted } from '@/lib/testing/until';

/** A Postgres primary whose commits wait for its standby (`synchronous_standby_names`), and the standby. */
export type TestPostgresPair = {
  primaryPort: number;
  standbyPort: number;
  /** Returns the process ids of connections to the primary whose commits are waiting for the standby. */
  waiting: () => Promise<number[]>;
  /** Terminates the server process of a connection to the primary. */
  terminate: (pid: number) => Promise<void>;
  /** Stops the standby, so that commits on the primary wait. */
  stopStandby: () => Promise<void>;
  /** Kills every process of the primary, as a power failure would. */
  killPrimary: () => Promise<void>;
  /** Restarts the standby and promotes it to primary. */
  takeOver: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts both servers with the database `postgres`. The standby starts from a copy of the primary's files. */
export async function startPostgresPair(): Promise<TestPostgresPair> {
  const { folder: programs } = findBinaries();
  const owner = ownerOfServer();
  const folder = mkdtempSync(join(tmpdir(), 'satchel-pair-'));
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid ?? owner.uid);
  const options = { ...owner, cwd: folder, env: { ...process.env, LC_ALL: 'C' } };
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  const setUp = ['-D', first, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(join(programs, 'initdb'), setUp, { ...options, stdio: 'pipe' });
  // The server has not been started yet, so copying its files is safe.
  execFileSync('cp', ['-R', first, second], { ...options, stdio: 'pipe' });
  execFileSync('touch', [join(second, 'standby.signal')], options);
  const [primaryPort, standbyPort] = [await freePort(), await freePort()];
  appendFileSync(
    join(second, 'postgresql.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=postgres application_name=standby'\n`,
  );
  const launch = (data: string, port: number, settings: Record<string, string>) => {
    const all = {
      port: String(port),
      unix_socket_directories: folder,
      // Syncing to disk is not needed: these tests kill processes, not the machine.
      fsync: 'off',
      full_page_writes: 'off',
      listen_addresses: '127.0.0.1',
      ...settings,
    };
    const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    return spawn(join(programs, 'postgres'), ['-D', data, ...flags], { ...options, stdio: 'ignore' });
  };
  const primary = launch(first, primaryPort, { synchronous_standby_names: 'standby' });
  let standby = launch(second, standbyPort, {});
  const [atPrimary, atStandby] = [primaryPort, standbyPort].map((port) =>
    postgres(`postgres://postgres@127.0.0.1:${port}/postgres`, { max: 1, onnotice: () => undefined }),
  ) as [postgres.Sql, postgres.Sql];
  await untilStarted('the standby follows the primary', () =>
    atPrimary`SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`.then(
      (rows) => rows.length > 0,
      () => false,
    ),
  );
  return {
    primaryPort,
    standbyPort,
    waiting: async () => {
      const rows = await atPrimary`
        SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%INTO btc_keys%'`;
      return rows.map(({ pid }) => pid as number);
    },
    terminate: async (pid) => void (await atPrimary`SELECT pg_terminate_backend(${pid})`),
    stopStandby: () => end(standby, 'SIGINT'),
    killPrimary: () => end(primary, 'SIGKILL'),
    async takeOver() {
      standby = launch(second, standbyPort, {});
      await untilStarted('the standby is the primary', () =>
        atStandby`SELECT pg_promote()`.then(
          () => true,
          () => false,
        ),
      );
    },
    async stop() {
      await Promise.all([end(primary, 'SIGKILL'), end(standby, 'SIGKILL')]);
      await Promise.all([atPrimary.end({ timeout: 1 }), atStandby.end({ timeout: 1 })]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Stops a server by a signal to its first process, or kills all of its processes. */
async function end(server: ChildProcess, signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((resolve) => server.once('exit', resolve));
  const children = signal === 'SIGKILL' ? childrenOf(server.pid) : [];
  server.kill(signal);
  for (const pid of children)
    try {
      process.kill(pid, signal);
    } catch {
      // The process has already ended, together with the first process.
    }
  await gone;
}

function childrenOf(parent: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' }).trim().split('\n');
  return rows
    .map((row) => row.trim().split(/\s+/).map(Number))
    .flatMap(([of, pid = 0]) => (of === parent ? [pid] : []));
}
