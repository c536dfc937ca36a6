import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TEST_PROJECT } from '@/lib/testing/servers/service-parts';
import { readEnv } from './env';
import { createSources } from './upstreams/sources';
import { makeService, type ProcessRole } from './wiring';

vi.mock('./upstreams/sources', { spy: true });

// Tests how the API process and the web process share settings, store and work.

const MB = 2 ** 20;
vi.mock('./limits/heap-room', async (importOriginal) => ({
  ...(await importOriginal<typeof import('./limits/heap-room')>()),
  memoryBudget: (share: number) => 64 * MB * share,
}));
const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of cleanUp.splice(0).reverse()) await each();
  vi.clearAllMocks();
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'satchel-roles-'));
  cleanUp.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function make(role: ProcessRole, dataDir = folder()) {
  const env = readEnv({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    // The web process must work without the server key.
    ...(role === 'web'
      ? {}
      : { PROJECT_ID: TEST_PROJECT.projectId, PROJECT_SERVER_KEY: TEST_PROJECT.serverKey }),
  });
  const service = await makeService(env, { role, ...(role === 'web' && { forwarderSecret: 'secret' }) });
  cleanUp.push(() => service.close());
  const [, options] = vi.mocked(createSources).mock.lastCall ?? [];
  return { service, share: options?.share };
}

describe('the roles of a process', () => {
  it('the API and web processes share memory and the limits of upstreams equally', async () => {
    const dataDir = folder();
    for (const [role, share] of [
      ['all', 1],
      ['api', 1 / 2],
      ['web', 1 / 2],
    ] as const) {
      const { service, share: shareOfUpstreams } = await make(role, dataDir);
      expect(shareOfUpstreams, role).toBe(share);
      expect(service.memory.tryTake(64 * MB * share), role).toBe(true);
      expect(service.memory.tryTake(1), role).toBe(false);
    }
  });

  it('only the API process creates the database schema and the first project', async () => {
    const dataDir = folder();
    await expect(make('web', dataDir)).rejects.toThrow();
    const { service: api } = await make('api', dataDir);
    expect(api.firstProject?.projectId).toBe(TEST_PROJECT.projectId);
    const { service: web } = await make('web', dataDir);
    expect(web.firstProject).toBeUndefined();
  });

  it('only the process that serves images decodes images', async () => {
    const dataDir = folder();
    expect((await make('api', dataDir)).service.images).toBeUndefined();
    expect((await make('web', dataDir)).service.images).toBeDefined();
    expect((await make('all', dataDir)).service.images).toBeDefined();
  });
});
