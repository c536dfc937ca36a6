import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProcess } from '@/lib/testing/servers/end-process';
import { freePort } from '@/lib/testing/servers/free-port';
import { isFulfilled, untilStarted } from '@/lib/testing/until';

/** A running HAProxy with the configuration of `compose.yaml`, listening on loopback. */
export type TestBalancer = { base: string; port: number; stop: () => Promise<void> };

/** Checks whether HAProxy is installed. Tests that need it are skipped otherwise. */
export function hasHaproxy(): boolean {
  return spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).status === 0;
}

/**
 * Starts the machine's `haproxy` with the configuration of `compose.yaml`, except for addresses.
 * @param ports ports of the two instances
 * @param changes strings to replace in the configuration, each with its replacement
 */
export async function startBalancer(
  ports: readonly [number, number],
  ...changes: readonly [string, string][]
): Promise<TestBalancer> {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-haproxy-'));
  const [port, healthPort] = [await freePort(), await freePort()];
  const settings = [
    ['bind :8080', `bind 127.0.0.1:${port}`],
    ['bind :8404', `bind 127.0.0.1:${healthPort}`],
    ['satchel-1:3000', `127.0.0.1:${ports[0]}`],
    ['satchel-2:3000', `127.0.0.1:${ports[1]}`],
    ...changes,
  ].reduce(
    (text, [from = '', to = '']) => {
      if (!text.includes(from)) throw new Error(`the balancer's configuration has no ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync('deploy/haproxy.cfg', 'utf8'),
  );
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, settings);
  const server = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  const base = `http://127.0.0.1:${port}`;
  await untilStarted('HAProxy listens', async () => {
    if (server.exitCode !== null) throw new Error('HAProxy did not start');
    return isFulfilled(fetch(`${base}/health`));
  });
  return {
    base,
    port,
    async stop() {
      await endProcess(server); // Closes connections immediately.
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
