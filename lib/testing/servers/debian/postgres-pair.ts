import { type ChildProcess, execFileSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { endProcess } from '@/lib/testing/servers/end-process';
import { freePort } from '@/lib/testing/servers/free-port';
import { createPostgres } from '@/lib/testing/servers/postgres';
import { descendantsOf } from '@/lib/testing/servers/process-tree';
import { isFulfilled, untilStarted } from '@/lib/testing/until';

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
  const { folder, data: first, options, launch } = createPostgres('satchel-pair-');
  const second = join(folder, 'second');
  // The server has not been started yet, so copying its files is safe.
  execFileSync('cp', ['-R', first, second], { ...options, stdio: 'pipe' });
  execFileSync('touch', [join(second, 'standby.signal')], options);
  const [primaryPort, standbyPort] = [await freePort(), await freePort()];
  appendFileSync(
    join(second, 'postgresql.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=postgres application_name=standby'\n`,
  );
  const primary = launch(primaryPort, { synchronous_standby_names: 'standby' });
  let standby = launch(standbyPort, {}, second);
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
      standby = launch(standbyPort, {}, second);
      await untilStarted('the standby is the primary', () => isFulfilled(atStandby`SELECT pg_promote()`));
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
  const children = signal === 'SIGKILL' && server.pid !== undefined ? descendantsOf(server.pid) : [];
  const ended = endProcess(server, signal);
  for (const pid of children)
    try {
      process.kill(pid, signal);
    } catch {
      // The process has already ended, together with the first process.
    }
  await ended;
}
