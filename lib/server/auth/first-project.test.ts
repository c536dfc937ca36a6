import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ProjectStore } from '@/lib/projects/project-store';
import { readEnv } from '@/lib/server/env';
import { openStore } from '@/lib/store/open';
import { post, startService } from '@/lib/testing/servers/processes';
import { until } from '@/lib/testing/until';
import { Authenticator } from './authenticator';
import { hashServerKey } from './basic-auth';
import { ensureFirstProject, invalidKeyWarning } from './first-project';

const root = mkdtempSync(join(tmpdir(), 'satchel-first-'));
let count = 0;
const newFolder = () => join(root, String(++count));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const KEYS = [
  'first-key-of-24-characters',
  'second-key-of-24-characters',
  'third-key-of-24-characters',
] as const;
const [FIRST, SECOND, THIRD] = KEYS;

/** Simulates a start with this environment. Returns the first project, and which of `keys` are valid afterwards. */
async function start(dataDir: string, env: Record<string, string>, keys: readonly string[] = KEYS) {
  return withProjects(dataDir, async (projects) => {
    const project = await ensureFirstProject(readEnv({ DATA_DIR: dataDir, ...env }), projects);
    const authenticator = new Authenticator(projects);
    const accepted: string[] = [];
    for (const serverKey of keys) {
      const header = `Basic ${Buffer.from(`${project.projectId}:${serverKey}`).toString('base64')}`;
      if ('projectId' in (await authenticator.authenticate('192.0.2.1', header))) accepted.push(serverKey);
    }
    return { ...project, accepted };
  });
}

async function withProjects<T>(dataDir: string, work: (projects: ProjectStore) => Promise<T>): Promise<T> {
  const store = await openStore({ dataDir });
  try {
    return await work(store.projects);
  } finally {
    await store.close();
  }
}

const withKey = (key: string) => ({ PROJECT_ID: 'p', PROJECT_SERVER_KEY: key });

describe('a key in the environment', () => {
  it('creates the project from the environment, and replaces its key when the environment has a new key', async () => {
    const folder = newFolder();
    expect(await start(folder, withKey(FIRST))).toMatchObject({ isKeyInvalid: false, accepted: [FIRST] });
    expect(await start(folder, withKey(FIRST))).toMatchObject({ isKeyInvalid: false, accepted: [FIRST] });
    expect(await start(folder, withKey(SECOND))).toMatchObject({ isKeyInvalid: false, accepted: [SECOND] });
  });

  it('a key from the environment stays invalid once a rotation, or a start with another key, has replaced it', async () => {
    const folder = newFolder();
    await start(folder, withKey(FIRST));
    await withProjects(folder, (projects) => projects.replaceKey('p', hashServerKey(SECOND)));
    expect(await start(folder, withKey(FIRST))).toMatchObject({ isKeyInvalid: true, accepted: [SECOND] });
    await start(folder, withKey(THIRD));
    for (const dead of [FIRST, SECOND])
      expect(await start(folder, withKey(dead))).toMatchObject({ isKeyInvalid: true, accepted: [THIRD] });
  });

  it('a key from the environment stays invalid after it is revoked, even if the project has a new key', async () => {
    const folder = newFolder();
    await start(folder, withKey(FIRST));
    await withProjects(folder, (projects) => projects.revokeProject('p'));
    expect(await start(folder, withKey(FIRST))).toMatchObject({ isKeyInvalid: true, accepted: [] });
    expect(await start(folder, withKey(SECOND))).toMatchObject({ isKeyInvalid: false, accepted: [SECOND] });
    expect(await start(folder, withKey(FIRST))).toMatchObject({ isKeyInvalid: true, accepted: [SECOND] });
  });

  it('accepts a key from the environment even if the key belonged to another project before', async () => {
    const folder = newFolder();
    await start(folder, withKey(FIRST));
    await start(folder, withKey(SECOND));
    expect(await start(folder, { ...withKey(FIRST), PROJECT_ID: 'q' })).toMatchObject({
      isKeyInvalid: false,
      accepted: [FIRST],
    });
  });
});

describe('the key in credentials.json', () => {
  it('the key in credentials.json is valid from the first start and stays invalid after rotation or revocation', async () => {
    const folder = newFolder();
    const { projectId, serverKey, isNew } = await start(folder, {});
    expect(isNew).toBe(true);
    const keys = [serverKey, SECOND];
    expect(await start(folder, {}, keys)).toMatchObject({
      projectId,
      isNew: false,
      isKeyInvalid: false,
      accepted: [serverKey],
    });
    await withProjects(folder, (projects) => projects.replaceKey(projectId, hashServerKey(SECOND)));
    expect(await start(folder, {}, keys)).toMatchObject({ isKeyInvalid: true, accepted: [SECOND] });

    writeFileSync(join(folder, 'credentials.json'), JSON.stringify({ projectId, serverKey: SECOND }));
    expect(await start(folder, {}, keys)).toMatchObject({ isKeyInvalid: false, accepted: [SECOND] });
    await withProjects(folder, (projects) => projects.revokeProject(projectId));
    expect(await start(folder, {}, keys)).toMatchObject({ isKeyInvalid: true, accepted: [] });
    expect(JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8'))).toEqual({
      projectId,
      serverKey: SECOND,
    });
  });
});

it('makes all files of DATA_DIR readable only by their owner', async () => {
  const folder = newFolder();
  const modes = () =>
    Object.fromEntries(
      readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
    );
  const all = {
    'credentials.json': '600',
    'satchel.db': '600',
    'satchel.db-shm': '600',
    'satchel.db-wal': '600',
  };
  const open = () =>
    withProjects(folder, async (projects) => {
      await ensureFirstProject(readEnv({ DATA_DIR: folder }), projects);
      return modes();
    });
  const umask = process.umask(0);
  try {
    expect(await open()).toEqual(all);
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
    expect(await open()).toEqual(all);
  } finally {
    process.umask(umask);
  }
});

it('creates one project when several starts create credentials.json concurrently', async () => {
  const folder = newFolder();
  const started = await Promise.all(Array.from({ length: 4 }, () => start(folder, {}, [])));
  expect(new Set(started.map(({ serverKey }) => serverKey)).size).toBe(1);
  expect(started.filter(({ isNew }) => isNew)).toHaveLength(1);
});

it('two services that start at once in an empty DATA_DIR create one project, which both print and accept', async () => {
  const folder = newFolder();
  // Empty values count as unset: the helper sets a project.
  const env = { DATA_DIR: folder, PROJECT_ID: '', PROJECT_SERVER_KEY: '' };
  const services = await Promise.all([startService(env), startService(env)]);
  try {
    const { projectId, serverKey } = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8'));
    const Authorization = `Basic ${Buffer.from(`${projectId}:${serverKey}`).toString('base64')}`;
    for (const service of services) {
      await until('it prints the project', () => service.output().includes('project id'));
      expect(/project id +(\S+)/.exec(service.output())?.[1]).toBe(projectId);
      const body = { id: 1, method: 'rpc.discover' };
      expect((await post(service, '/evm-chain', body, { Authorization })).status).toBe(200);
    }
    const ids = await withProjects(folder, async (projects) =>
      (await projects.listProjects()).map((project) => project.projectId),
    );
    expect(ids).toEqual([projectId]);
  } finally {
    for (const service of services) await service.stop();
  }
});

it('the start fails with a clear message if credentials.json is empty or a dangling link', async () => {
  const folder = newFolder();
  mkdirSync(folder);
  const file = join(folder, 'credentials.json');
  symlinkSync(join(folder, 'missing.json'), file);
  await expect(start(folder, {})).rejects.toThrow(/credentials\.json is empty or a dangling link/);
  rmSync(file);
  writeFileSync(file, '');
  await expect(start(folder, {})).rejects.toThrow(/credentials\.json is empty/);
});

it('the warning about a key that no longer works is one line with the project and the key’s source, but not the key', async () => {
  const folder = newFolder();
  await start(folder, withKey(FIRST));
  await start(folder, withKey(SECOND));
  const words = invalidKeyWarning(await start(folder, withKey(FIRST)));
  expect(words).toMatch(
    /^Warning: the environment \(.*PROJECT_SERVER_KEY\) has a key of project p that no longer works: .*$/,
  );
  expect(words).not.toContain(FIRST);
});
