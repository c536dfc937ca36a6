import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { endProcess } from '@/lib/testing/servers/end-process';
import { freePort } from '@/lib/testing/servers/free-port';
import { ownerOfServer } from '@/lib/testing/servers/postgres';
import { isFulfilled, untilStarted } from '@/lib/testing/until';

/** A PgBouncer for tests, in front of a Postgres server. */
export type TestPgBouncer = {
  /**
   * Returns the URL of a database through PgBouncer.
   * @param direct the direct URL of the database
   */
  through: (direct: string) => string;
  stop: () => Promise<void>;
};

/** Checks whether PgBouncer is installed. Tests that need it are skipped otherwise. */
export function hasPgBouncer(): boolean {
  return spawnSync('pgbouncer', ['--version'], { stdio: 'ignore' }).status === 0;
}

/**
 * Starts the machine's `pgbouncer` in transaction pooling mode: each transaction can use a different connection.
 * @param postgresUrl URL of a database on the server, which must trust connections
 * @param poolSize number of connections to the server for each database
 */
export async function startPgBouncer(postgresUrl: string, poolSize: number): Promise<TestPgBouncer> {
  const { hostname, port: serverPort, username } = new URL(postgresUrl);
  const folder = mkdtempSync(join(tmpdir(), 'satchel-pgbouncer-'));
  const port = await freePort();
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${username}" ""\n`);
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
`,
  );
  spawnSync('chmod', ['-R', 'a+rX', folder]);
  const server = spawn('pgbouncer', [settings], { ...ownerOfServer(), cwd: folder, stdio: 'ignore' });
  const through = (direct: string) => {
    const url = new URL(direct);
    url.port = String(port);
    return url.href;
  };
  const probe = postgres(through(postgresUrl), { max: 1, prepare: false, fetch_types: false });
  await untilStarted('PgBouncer answers', async () => {
    if (server.exitCode !== null) throw new Error('PgBouncer did not start');
    return isFulfilled(probe`SELECT 1`);
  });
  await probe.end({ timeout: 1 });
  return {
    through,
    async stop() {
      await endProcess(server, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
