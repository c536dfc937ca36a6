import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { freePort } from '@/lib/testing/servers/free-port';
import { ownerOfServer } from '@/lib/testing/servers/postgres';
import { until } from '@/lib/testing/until';

/** The load balancer of `compose.yaml`, listening on loopback. */
export type TestBalancer = { base: string; port: number; stop: () => Promise<void> };

/** Checks whether this machine has nginx. */
export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status === 0;
}

/**
 * Starts the machine's `nginx` with the configuration in `compose.yaml`, except for paths and ports.
 * @param ports ports of the two instances
 * @param changes texts to replace in the configuration, each with its replacement
 */
export async function startBalancer(
  ports: readonly [number, number],
  ...changes: readonly [string, string][]
): Promise<TestBalancer> {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-nginx-'));
  const owner = ownerOfServer();
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid ?? owner.uid);
  const port = await freePort();
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const http = `http {\n access_log off;\n${places.map((name) => ` ${name}_temp_path ${folder}/${name};`).join('\n')}`;
  const settings = [
    ['http {', http],
    ['listen 8080;', `listen 127.0.0.1:${port};`],
    ['satchel-1:3000', `127.0.0.1:${ports[0]}`],
    ['satchel-2:3000', `127.0.0.1:${ports[1]}`],
    ...changes,
  ].reduce((text, [from = '', to = '']) => {
    if (!text.includes(from)) throw new Error(`compose.yaml: the balancer's configuration has no ${from}`);
    return text.replace(from, to);
  }, balancerSettings());
  writeFileSync(join(folder, 'nginx.conf'), `daemon off;\npid ${folder}/pid;\n${settings}`);
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
  const server = spawn('nginx', args, { ...owner, stdio: 'ignore' });
  const base = `http://127.0.0.1:${port}`;
  await until('nginx listens', async () => {
    if (server.exitCode !== null)
      throw new Error(`nginx did not start: ${readFileSync(join(folder, 'error.log'), 'utf8')}`);
    return fetch(`${base}/health`).then(
      () => true,
      () => false,
    );
  });
  return {
    base,
    port,
    async stop() {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM'); // "fast": connections are cut
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Reads the configuration, unescaping `$$` in the compose file to `$`. */
function balancerSettings(): string {
  const { configs } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
    configs: { balancer: { content: string } };
  };
  return configs.balancer.content.replaceAll('$$', '$');
}
