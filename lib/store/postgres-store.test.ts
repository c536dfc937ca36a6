import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPostgres, type TestPostgres } from '@/lib/testing/postgres';
import { openStore } from './open-store';
import { openPostgresStore } from './postgres-store';
import { describeStore } from './store.contract';

let server: TestPostgres;
let url = '';
beforeAll(async () => {
  server = await startTestPostgres();
});
afterAll(() => server?.stop());

describeStore('Postgres', {
  reset: async () => {
    url = await server.createDatabase();
  },
  open: (now) => openPostgresStore(url, now),
});

describe('openPostgresStore', () => {
  it('lets many instances start at once on an empty database', async () => {
    url = await server.createDatabase();
    const stores = await Promise.all(Array.from({ length: 6 }, () => openPostgresStore(url)));
    await Promise.all(stores.map((store) => store.ping()));
    await Promise.all(stores.map((store) => store.close()));
  });

  it('says what is wrong with DATABASE_URL, and not its password', async () => {
    const open = (databaseUrl: string) => openStore({ databaseUrl, dataDir: '/nonexistent' });
    for (const databaseUrl of ['mysql://x', 'postgres://', 'nonsense'])
      await expect(async () => open(databaseUrl)).rejects.toThrow(/^DATABASE_URL must be postgres:\/\//);
    const missing = url.replace(/[^/]+$/, 'missing').replace('postgres@', 'postgres:s3cret@');
    await expect(open(missing)).rejects.toThrow(/^DATABASE_URL: .*"missing" does not exist/);
    await expect(open(missing)).rejects.not.toThrow('s3cret');
  });
});
