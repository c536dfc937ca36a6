import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openStore } from '@/lib/store/open';
import { testIo } from '@/lib/testing/command-io';
import { runProject } from './project';

const folder = mkdtempSync(join(tmpdir(), 'satchel-project-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const env = { DATA_DIR: folder };

async function project(...argv: string[]) {
  const io = testIo();
  const code = await runProject(argv, env, io);
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
  it('the project command creates, lists, rotates and revokes projects', async () => {
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

  it('the project command updates credentials.json when the key of the first project is rotated', async () => {
    const { projectId } = read((await project('create')).out);
    const file = join(folder, 'credentials.json');
    writeFileSync(file, JSON.stringify({ projectId, serverKey: 'old' }), { mode: 0o644 });
    const { serverKey } = read((await project('rotate', projectId)).out);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ projectId, serverKey });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('the project command lists the state, key expiry, limit, methods and name of each project', async () => {
    const { projectId } = read(
      (
        await project(
          'create',
          'A',
          'b',
          '--limit',
          '7',
          '--methods',
          'svc_aa_getBTCAccount',
          '--expires',
          '2d',
        )
      ).out,
    );
    const row = async () =>
      (await project('list')).out
        .split('\n')
        .find((line) => line.startsWith(projectId))
        ?.split(/ {2,}/)
        .slice(2);
    const inDays = (days: number) =>
      expect.stringMatching(new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
    expect(await row()).toEqual(['alive', inDays(2), '7', 'svc_aa_getBTCAccount', 'A b']);
    const changes = ['--name', 'C', '--limit', '0', '--methods', 'all', '--expires', 'never'];
    expect((await project('set', projectId, ...changes)).out).toContain(`Changed ${projectId}`);
    expect(await row()).toEqual(['alive', 'never', '0', 'all', 'C']);
    await project('set', projectId, '--limit', 'default', '--expires', '3650d');
    expect(await row()).toEqual(['alive', expect.stringMatching(/^20/), 'default', 'all', 'C']);
    const rotated = await project('rotate', projectId, '--overlap', '24h', '--expires', '90d');
    expect(rotated.err).toMatch(/The old key is valid until 20\S+Z\./);
    expect((await row())?.[0]).toMatch(/^alive, old key until 20\S+Z$/);
    await project('revoke', projectId);
    expect((await row())?.[0]).toMatch(/^revoked /);
    expect((await project('rotate', projectId, '--overlap', '1h')).err).toContain('no longer valid');
    expect((await row())?.[0]).toBe('alive');
  });

  it('the project command shows usage by day and method, and the total', async () => {
    const { projectId } = read((await project('create')).out);
    const today = Math.floor(Date.now() / 86_400_000);
    const store = await openStore({ dataDir: folder });
    const rows = [0, 1, 40].map((ago) => ({
      day: today - ago,
      projectId,
      method: 'm',
      calls: 2,
      units: 20 + ago,
    }));
    await store.usage.add({ writer: 'w', number: 1, rows });
    await store.close();
    const shown = async (...options: string[]) =>
      (await project('usage', projectId, ...options)).out
        .trim()
        .split('\n')
        .map((line) => line.split(/ {2,}/));
    const day = (ago: number) => new Date((today - ago) * 86_400_000).toISOString().slice(0, 10);
    expect(await shown()).toEqual([
      ['DAY (UTC)', 'METHOD', 'CALLS', 'UNITS'],
      [day(1), 'm', '2', '21'],
      [day(0), 'm', '2', '20'],
      ['all', 'all', '4', '41'],
    ]);
    expect((await shown('--days', '1')).slice(1)).toEqual([
      [day(0), 'm', '2', '20'],
      ['all', 'all', '2', '20'],
    ]);
    expect(await shown('--days', '400')).toHaveLength(5);
  });

  it.each([
    [['create', '--expires', '2020-01-01'], '--expires: 2020-01-01 is in the past'],
    [['create', '--expires', '2027-02-30'], '--expires: expected a day'],
    [['create', '--expires', '90'], '--expires: expected a day'],
    [['create', '--expires', '9999d'], '--expires: expected a time such as'],
    [['create', '--expires', '2999-01-01'], 'more than ten years away'],
    [['create', '--limit', '-1'], '--limit'],
    [['create', '--limit', '1.5'], '--limit: expected work units'],
    [['create', '--limit', '9999999999'], '--limit: expected work units'],
    [['create', '--methods', 'svc_aa_getBTCAccount,nope'], 'got "nope"'],
    [['create', '--overlap', '1h'], "'create' has no option --overlap"],
    [['rotate', 'p', '--overlap', '0h'], '--overlap: expected a time'],
    [['rotate', 'p', '--overlap', 'soon'], '--overlap: expected a time'],
    [['rotate', 'p', '--limit', '5'], "'rotate' has no option --limit"],
    [['set', 'p'], "'set' needs"],
    [['list', '--days', '3'], "'list' has no option --days"],
    [['usage', 'p', '--days', '401'], '--days: expected a whole number from 1 to 400'],
    [['create', 'x'.repeat(101)], 'at most 100 characters'],
  ])('the project command rejects %j with a message', async (argv, words) => {
    await expect(project(...argv)).rejects.toThrow(words);
  });

  it('the project command fails on an invalid variable only if it uses the variable', async () => {
    const io = testIo();
    expect(await runProject(['list'], { ...env, LOG_LEVEL: 'loud', EVM_CHAINS: '0', PORT: 'x' }, io)).toBe(0);
    expect(io.out()).toContain('PROJECT ID');
    const wrong = runProject(['list'], { ...env, DATABASE_URL: 'mysql://u:hunter2@db' }, io);
    await expect(wrong).rejects.toMatchObject({
      problems: [expect.stringMatching(/^DATABASE_URL: expected/)],
    });
    await expect(wrong).rejects.not.toThrow('hunter2');
  });

  it('the project command reports a missing project and invalid usage', async () => {
    for (const argv of [['revoke'], ['rotate'], ['usage'], ['set', '--limit', '1']])
      expect(await project(...argv, 'missing')).toMatchObject({
        code: 1,
        err: 'Project missing does not exist.\n',
      });
    for (const argv of [[], ['delete'], ['revoke'], ['revoke', 'a', 'b']])
      await expect(project(...argv)).rejects.toMatchObject({ name: 'UsageError' });
    expect((await project('--help')).out).toContain('rotate ID');
  });
});
