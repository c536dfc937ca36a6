import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { Redis } from 'ioredis';
import { endProcess } from './end-process';
import { freePort } from './free-port';

/** A Redis server for tests, which can be stopped and restarted on the same port. */
export type TestRedis = { url: string; start: () => Promise<void>; stop: () => Promise<void> };

/** Checks whether a Redis server is installed. Tests that need it are skipped otherwise. */
export function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Checks whether the machine's Redis server supports TLS. A server without TLS support rejects the option. */
export function hasRedisTls(): boolean {
  const { stdout } = spawnSync('redis-server', ['--port', '0', '--tls-port', '1'], { encoding: 'utf8' });
  return stdout?.includes('tls-cert-file') ?? false;
}

/**
 * Starts the machine's `redis-server` without persistence.
 * @param tls files with the server's key and certificate; if set, the server accepts only TLS
 * @param password password of the default user
 */
export async function startTestRedis({
  tls,
  password,
}: {
  tls?: { key: string; cert: string };
  password?: string;
} = {}): Promise<TestRedis> {
  const port = await freePort();
  const listen = tls
    ? ['--port', '0', '--tls-port', String(port), '--tls-key-file', tls.key, '--tls-cert-file', tls.cert]
    : ['--port', String(port)];
  const options = [
    ...listen,
    ...(tls ? ['--tls-auth-clients', 'no'] : []),
    ...(password === undefined ? [] : ['--requirepass', password]),
  ];
  let server: ChildProcess | undefined;
  const stop = async () => {
    if (server) await endProcess(server, 'SIGKILL');
  };
  const start = async () => {
    server = spawn('redis-server', [...options, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
      stdio: 'ignore',
      cwd: '/tmp',
    });
    const probe = new Redis({
      host: '127.0.0.1',
      port,
      ...(tls ? { tls: { rejectUnauthorized: false } } : {}),
      ...(password === undefined ? {} : { password }),
      retryStrategy: (attempt) => (attempt > 3000 ? null : 50),
    });
    probe.on('error', () => undefined);
    try {
      await probe.ping();
    } finally {
      probe.disconnect();
    }
  };
  await start();
  const user = password === undefined ? '' : `:${encodeURIComponent(password)}@`;
  return { url: `${tls ? 'rediss' : 'redis'}://${user}127.0.0.1:${port}`, start, stop };
}
