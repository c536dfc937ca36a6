import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { publicKeys } from '@/lib/testing/keys';
import { post, type Running, startService } from '@/lib/testing/servers/processes';

// Runs the real process over HTTP: a restart must never revive a rotated or revoked key.

const folders: string[] = [];
const running: Running[] = [];
afterAll(async () => {
  await Promise.all(running.map((service) => service.stop('SIGKILL')));
  for (const path of folders) rmSync(path, { recursive: true, force: true });
});
const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'satchel-keys-'));
  folders.push(path);
  return path;
};

/** Starts and stops the service. Returns the status of a call with each key, and the number of warnings about keys. */
async function restart(env: Record<string, string>, projectId: string, keys: readonly string[]) {
  const service = await startService(env);
  running.push(service);
  const [btcPublicKey = ''] = publicKeys(1);
  const body = {
    id: 1,
    chainId: 31337,
    method: 'svc_aa_getBTCAccount',
    params: [{ name: 'BTC', version: '2.0.0', btcPublicKey }],
  };
  const statuses: number[] = [];
  for (const key of keys) {
    const Authorization = `Basic ${Buffer.from(`${projectId}:${key}`).toString('base64')}`;
    statuses.push((await post(service, '/evm-chain', body, { Authorization })).status);
  }
  await service.stop();
  const warnings = service.output().match(/^.*no longer works.*$/gm) ?? [];
  for (const key of keys) expect(service.output()).not.toContain(key);
  return { statuses, warnings: warnings.length };
}

/** Runs `npm run project -- …` and returns its output. */
function projectSays(DATA_DIR: string, ...args: string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['dist/project.js', ...args], {
    env: { NODE_ENV: 'production', PATH: process.env.PATH, DATA_DIR },
    encoding: 'utf8',
  });
  expect(stderr).not.toContain('no project');
  expect(status).toBe(0);
  return stdout;
}

/** Runs `npm run project -- …` and returns the server key that it prints, or "" if it prints no key. */
const project = (DATA_DIR: string, ...args: string[]): string =>
  /server key {2}(\S+)/.exec(projectSays(DATA_DIR, ...args))?.[1] ?? '';

describe('after a restart', () => {
  it('rotated and revoked keys from the environment are rejected after a restart, and a new key is accepted', async () => {
    const DATA_DIR = folder();
    const old = 'old-key-of-the-environment';
    const env = (key: string) => ({ DATA_DIR, PROJECT_ID: 'p', PROJECT_SERVER_KEY: key });
    expect(await restart(env(old), 'p', [old])).toEqual({ statuses: [200], warnings: 0 });
    const rotated = project(DATA_DIR, 'rotate', 'p');
    expect(await restart(env(old), 'p', [old, rotated])).toEqual({ statuses: [401, 200], warnings: 1 });
    project(DATA_DIR, 'revoke', 'p');
    expect(await restart(env(rotated), 'p', [old, rotated])).toEqual({ statuses: [401, 401], warnings: 1 });
    const fresh = 'new-key-of-the-environment';
    expect(await restart(env(fresh), 'p', [old, rotated, fresh])).toEqual({
      statuses: [401, 401, 200],
      warnings: 0,
    });
  }, 60_000);

  it('a rotated key in a restored credentials.json is rejected after a restart', async () => {
    const DATA_DIR = folder();
    const env = { DATA_DIR, PROJECT_ID: '', PROJECT_SERVER_KEY: '' };
    await restart(env, '', []);
    const file = join(DATA_DIR, 'credentials.json');
    const older = readFileSync(file, 'utf8');
    const { projectId, serverKey } = JSON.parse(older) as { projectId: string; serverKey: string };
    const rotated = project(DATA_DIR, 'rotate', projectId);
    expect(await restart(env, projectId, [serverKey, rotated])).toEqual({
      statuses: [401, 200],
      warnings: 0,
    });
    writeFileSync(file, older);
    expect(await restart(env, projectId, [serverKey, rotated])).toEqual({
      statuses: [401, 200],
      warnings: 1,
    });
    project(DATA_DIR, 'revoke', projectId);
    expect(await restart(env, projectId, [serverKey, rotated])).toEqual({
      statuses: [401, 401],
      warnings: 1,
    });
  }, 60_000);

  it('a key that was rotated with an overlap is accepted after a restart, without a warning', async () => {
    const DATA_DIR = folder();
    const old = 'old-key-of-the-environment';
    const env = { DATA_DIR, PROJECT_ID: 'p', PROJECT_SERVER_KEY: old };
    await restart(env, 'p', [old]);
    const rotated = project(DATA_DIR, 'rotate', 'p', '--overlap', '24h');
    expect(await restart(env, 'p', [old, rotated])).toEqual({ statuses: [200, 200], warnings: 0 });
    const last = project(DATA_DIR, 'rotate', 'p');
    expect(await restart(env, 'p', [old, rotated, last])).toEqual({ statuses: [401, 401, 200], warnings: 1 });
  }, 60_000);
});

it('the usage counts of two instances on one store are added up and persist', async () => {
  const env = { DATA_DIR: folder(), PROJECT_ID: 'p', PROJECT_SERVER_KEY: 'one-key-of-the-environment' };
  const instances = await Promise.all([startService(env), startService(env)]);
  running.push(...instances);
  const Authorization = `Basic ${Buffer.from(`p:${env.PROJECT_SERVER_KEY}`).toString('base64')}`;
  const body = { id: 1, method: 'svc_aa_getBTCAccountsByAddress', params: [{ btcAddress: 'bcrt1q' }] };
  await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      post(instances[i % 2] as Running, '/evm-chain', body, { Authorization }),
    ),
  );
  await Promise.all(instances.map((instance) => instance.stop()));
  expect(projectSays(env.DATA_DIR, 'usage', 'p')).toMatch(/^all +all +40 +40$/m);
}, 60_000);
