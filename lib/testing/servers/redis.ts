import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { Redis } from 'ioredis';
import { freePort } from './free-port';

/** A Redis server of the tests' own, that can be stopped and started again on its port. */
export type TestRedis = { url: string; start: () => Promise<void>; stop: () => Promise<void> };

/** Whether this machine has a Redis server. */
export function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Starts the machine's `redis-server`, which keeps nothing on disk. */
export async function startTestRedis(): Promise<TestRedis> {
  const port = await freePort();
  let server: ChildProcess | undefined;
  const stop = async () => {
    const running = server;
    server = undefined;
    if (!running || running.exitCode !== null) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await gone;
  };
  const start = async () => {
    server = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      {
        stdio: 'ignore',
        cwd: '/tmp',
      },
    );
    const probe = new Redis({
      host: '127.0.0.1',
      port,
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
  return { url: `redis://127.0.0.1:${port}`, start, stop };
}
