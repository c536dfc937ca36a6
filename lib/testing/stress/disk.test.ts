import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { openSqlite } from '@/lib/store/sqlite/database';
import { publicKeys } from '@/lib/testing/keys';
import { count, randomNumbers } from '@/lib/testing/measure';
import { freePort } from '@/lib/testing/servers/free-port';
import { post, type Running, startService } from '@/lib/testing/servers/processes';
import { until } from '@/lib/testing/until';

// Tests the embedded store with a full or read-only disk, and after a first start that was killed.

const folders: string[] = [];
const mounts: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'satchel-disk-'));
  folders.push(made);
  return made;
};
/** Mount point of an 8 MB tmpfs; undefined if this process may not mount one. */
const smallDisk = (() => {
  const at = folder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', at], { stdio: 'ignore' });
    mounts.push(at);
    return at;
  } catch {
    return undefined;
  }
})();
const running: Running[] = [];
const start = async (env: Record<string, string>) => {
  const service = await startService(env);
  running.push(service);
  return service;
};
afterAll(async () => {
  await Promise.all(running.map((service) => service.stop('SIGKILL')));
  for (const at of mounts) execFileSync('umount', [at]);
  for (const at of folders) rmSync(at, { recursive: true, force: true });
});

const call = async (service: Running, method: string, params: object) =>
  (await post(service, '/evm-chain', { id: 1, chainId: 31337, method, params: [params] })).json();
const lookUp = (service: Running, btcPublicKey: string) =>
  call(service, 'svc_aa_getBTCAccount', { name: 'BTC', version: '2.0.0', btcPublicKey });
const find = (service: Running, address: string) =>
  call(service, 'svc_aa_getBTCAccountsByAddress', { address });

/** Fills the disk completely. Returns a function that frees the space. */
function fill(disk: string): () => void {
  const path = join(disk, 'ballast');
  const file = openSync(path, 'w');
  for (const size of [65_536, 4096, 1])
    for (;;) {
      try {
        writeSync(file, Buffer.alloc(size));
      } catch {
        break;
      }
    }
  closeSync(file);
  return () => rmSync(path);
}

describe.skipIf(smallDisk === undefined)('a store on a small disk', () => {
  it('while the disk is full, lookups are answered but not recorded, and the log says when that begins and ends', async () => {
    const disk = smallDisk ?? '';
    const service = await start({ DATA_DIR: disk });
    const lines = (text: string) => service.output().split(text).length - 1;
    const keys = publicKeys(400, 12_000_000);
    const addresses = new Map<string, string>();
    const attempt = async (key: string) => {
      const { result, error } = await lookUp(service, key);
      expect(error).toBeUndefined();
      addresses.set(key, result.smartAccountAddress);
    };
    const recordsOf = async (from: Running, key: string) =>
      (await find(from, addresses.get(key) ?? '')).result.map(
        ({ publicKey }: { publicKey: string }) => publicKey,
      );
    const [first = '', ...more] = keys.slice(0, 300);
    await attempt(first);
    const empty = fill(disk);
    for (const key of more) await attempt(key);
    const unrecorded: string[] = [];
    for (const key of more) if ((await recordsOf(service, key)).length === 0) unrecorded.push(key);
    expect(unrecorded.length).toBeGreaterThan(0);
    expect(lines('the store takes no writes')).toBe(1);
    expect(lines('JSON-RPC call failed')).toBe(0);
    // Lookups of existing records still succeed, and the process is still healthy.
    expect((await fetch(`${service.base}/health`)).status).toBe(200);
    await until('the store is reported as read-only', async () => {
      const ready = await fetch(`${service.base}/ready`);
      expect(ready.status).toBe(200);
      return (await ready.json()).store === 'read-only';
    });
    expect(await recordsOf(service, first)).toEqual([first, first, first, first]);
    empty();
    // A response without a record is not cached.
    const repeated = unrecorded.at(-1) ?? '';
    await attempt(repeated);
    expect(await recordsOf(service, repeated)).toEqual([repeated, repeated, repeated, repeated]);
    await until('the store is writable again', async () => {
      await fetch(`${service.base}/ready`);
      return lines('the store takes writes again') > 0;
    });
    const later = [...keys.slice(300), unrecorded[0] ?? ''];
    for (const key of later) await attempt(key);
    expect(lines('the store takes no writes')).toBe(1);
    expect(lines('the store takes writes again')).toBe(1);
    await service.stop();
    const again = await start({ DATA_DIR: disk });
    for (const key of [first, ...later]) expect(await recordsOf(again, key)).toEqual([key, key, key, key]);
    await again.stop();
  });

  it('the service fails to start, with a message, if the disk is read-only', async () => {
    const disk = smallDisk ?? '';
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    try {
      await expect(start({ DATA_DIR: join(disk, 'new') })).rejects.toThrow(/DATA_DIR/);
      await expect(start({ DATA_DIR: disk })).rejects.toThrow(/DATA_DIR/);
    } finally {
      execFileSync('mount', ['-o', 'remount,rw', disk]);
    }
  });
});

const rounds = count(30, 4);
it(`a service that was killed during its first start serves calls after a restart, in ${rounds} rounds`, async () => {
  const random = randomNumbers(Date.now());
  for (let round = 0; round < rounds; round++) {
    const DATA_DIR = folder();
    const child = spawn(process.execPath, ['dist/server.js'], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        DASHBOARD: 'off',
        PORT: String(await freePort()),
        DATA_DIR,
      },
      stdio: 'ignore',
    });
    const gone = new Promise((resolve) => child.once('exit', resolve));
    await until(
      'it makes its store',
      () => existsSync(join(DATA_DIR, 'satchel.db')) || child.exitCode !== null,
    );
    await sleep(random() * 100);
    child.kill('SIGKILL');
    await gone;
    const service = await start({ DATA_DIR });
    const [key = ''] = publicKeys(1, 13_000_000 + round);
    const { result } = await lookUp(service, key);
    expect((await find(service, result.smartAccountAddress)).result).toHaveLength(4);
    await service.stop();
    const connection = openSqlite(join(DATA_DIR, 'satchel.db'));
    expect(connection.all('PRAGMA integrity_check')).toMatchObject([{ integrity_check: 'ok' }]);
    connection.close();
  }
}, 900_000);
