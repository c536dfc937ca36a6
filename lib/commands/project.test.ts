import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openStore } from '@/lib/store/open-store';
import { testIo } from '@/lib/testing/command-io';
import { main } from './project';
import { commandEnvironment } from './setup/prepare.mjs';

const folder = mkdtempSync(join(tmpdir(), 'satchel-project-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const env = { DATA_DIR: folder };

async function project(...argv: string[]) {
  const io = testIo();
  const code = await main(argv, env, io);
  return { code, out: io.out(), err: io.err() };
}

const read = (out: string) => ({
  projectId: /project id {2}(\S+)/.exec(out)?.[1] ?? '',
  serverKey: /server key {2}(\S+)/.exec(out)?.[1] ?? '',
});

async function find(projectId: string) {
  const store = await openStore({ dataDir: folder });
  const found = await store.projects.findProject(projectId);
  await store.close();
  return found;
}

describe('npm run project', () => {
  it('creates, lists, rotates and revokes', async () => {
    const created = await project('create', 'My', 'app');
    const { projectId, serverKey } = read(created.out);
    expect(projectId).toMatch(/^[0-9a-f-]{36}$/);
    expect(Buffer.from(serverKey, 'base64url')).toHaveLength(32);
    expect(await find(projectId)).toMatchObject({
      name: 'My app',
      keyHash: hash('sha256', serverKey),
      revokedAt: null,
    });
    const rotated = read((await project('rotate', projectId)).out);
    expect(rotated.projectId).toBe(projectId);
    expect(rotated.serverKey).not.toBe(serverKey);
    expect((await find(projectId))?.keyHash).toBe(hash('sha256', rotated.serverKey));
    expect((await project('revoke', projectId)).code).toBe(0);
    expect((await find(projectId))?.revokedAt).not.toBeNull();
    const { out } = await project('list');
    expect(out).toMatch(new RegExp(`${projectId} .* revoked .* My app`));
    expect(out).not.toContain(serverKey);
  });

  it("keeps the first project's file in step when its key is rotated", async () => {
    const { projectId } = read((await project('create')).out);
    const file = join(folder, 'credentials.json');
    writeFileSync(file, JSON.stringify({ projectId, serverKey: 'old' }), { mode: 0o644 });
    const { serverKey } = read((await project('rotate', projectId)).out);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ projectId, serverKey });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is stopped by a variable that it uses, and by no other', async () => {
    const io = testIo();
    expect(await main(['list'], { ...env, LOG_LEVEL: 'loud', EVM_CHAINS: '0', PORT: 'x' }, io)).toBe(0);
    expect(io.out()).toContain('PROJECT ID');
    const wrong = main(['list'], { ...env, DATABASE_URL: 'mysql://u:hunter2@db' }, io);
    await expect(wrong).rejects.toMatchObject({
      problems: [expect.stringMatching(/^DATABASE_URL: expected/)],
    });
    await expect(wrong).rejects.not.toThrow('hunter2');
  });

  it('finds the data folder of the server, wherever it is called', () => {
    const folderOf = (env: Record<string, string>) => commandEnvironment(env).DATA_DIR;
    expect(folderOf({})).toBe(resolve('.data'));
    expect(folderOf({ DATA_DIR: ' ' })).toBe(resolve('.data'));
    expect(folderOf({ DATA_DIR: 'data' })).toBe(resolve('data'));
    expect(folderOf({ DATA_DIR: '/srv/data' })).toBe('/srv/data');
  });

  it('says so when there is no such project, and how it is used', async () => {
    for (const command of ['revoke', 'rotate'])
      expect(await project(command, 'nobody')).toMatchObject({
        code: 1,
        err: 'There is no project nobody.\n',
      });
    for (const argv of [[], ['delete'], ['revoke'], ['revoke', 'a', 'b']])
      await expect(project(...argv)).rejects.toMatchObject({ name: 'UsageError' });
    expect((await project('--help')).out).toContain('rotate ID');
  });
});
