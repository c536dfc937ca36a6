import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPostgres, type TestPostgres } from '@/lib/testing/servers/postgres';
import { downgradeStore } from './downgrade';
import { openStore } from './open';
import { openSqlite } from './sqlite/connection';
import type { Store } from './store';

// Tests the upgrade of stores from earlier releases (schemas in `lib/testing/stores`) that have rows in every table.

/** Schema version used by each release; 0.3.0 has the schema of 0.2.0. */
const RELEASES = { '0.1.0': '0.1.0', '0.2.0': '0.2.0', '0.3.0': '0.2.0' };

const KEY = `02${'a1'.repeat(32)}`;
const TODAY = Math.floor(Date.now() / 86_400_000);
const ROWS: Record<string, Record<string, string | number | null>[]> = {
  projects: [
    { project_id: 'one', key_hash: 'hash of one', name: 'One', created_at: 1_000, revoked_at: null },
    { project_id: 'two', key_hash: 'hash of two', name: '', created_at: 2_000, revoked_at: 3_000 },
  ],
  btc_keys: [{ id: 7, public_key: KEY, created_at: 4_000 }],
  btc_addresses: [
    { key_id: 7, address: '1a', recorded_always: 1 },
    { key_id: 7, address: 'bc1pa', recorded_always: 0 },
  ],
  btc_accounts: [
    {
      key_id: 7,
      chain_id: 1,
      version: '1.0.0',
      account_address: '0xA',
      created_at: 5_000,
      updated_at: 6_000,
    },
  ],
  btc_proven_addresses: [{ key_id: 7, chain_id: 1, version: '1.0.0', address: 'bc1pa', created_at: 7_000 }],
  store_copies: [{ source: 'another store', position: 12 }],
  service_secrets: [{ name: 'cursor', value: 'the secret', created_at: 8_000 }],
  project_keys_retired: [{ project_id: 'one', key_hash: 'an earlier key', retired_at: 9_000 }],
  btc_spends: [{ key_id: 7, address: '1a', txid: 'ab', server: 'a.example', created_at: 10_000 }],
  project_key_terms: [
    {
      project_id: 'one',
      key_hash: 'hash of one',
      expires_at: 9_000_000_000_000,
      previous_hash: 'an earlier key',
      previous_until: 9_000_000_000_000,
    },
  ],
  project_settings: [{ project_id: 'one', units_per_second: 5, methods: 'rpc.discover' }],
  project_usage: [{ day: TODAY, project_id: 'one', method: 'rpc.discover', calls: 3, units: 4 }],
  project_usage_writers: [{ writer: 'a process', last: 2, written_at: 11_000 }],
};

type EarlierStore = {
  location: string;
  /** Reads the stored schema version. */
  version: () => Promise<number>;
  run: (statement: string) => Promise<void>;
  all: (statement: string) => Promise<Record<string, unknown>[]>;
  open: () => Promise<Store>;
  close: () => Promise<void>;
};

let server: TestPostgres;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-upgrade-'));
  server = await startTestPostgres();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server?.stop();
});

const engines: Record<'sqlite' | 'postgres', () => Promise<EarlierStore>> = {
  sqlite: async () => {
    const dataDir = mkdtempSync(join(folder, 'store-'));
    const database = openSqlite(join(dataDir, 'satchel.db'));
    return {
      location: join(dataDir, 'satchel.db'),
      version: async () => Number(database.all('PRAGMA user_version')[0]?.user_version),
      run: async (statement) => database.exec(statement),
      all: async (statement) => database.all(statement),
      open: () => openStore({ dataDir }),
      close: async () => database.close(),
    };
  },
  postgres: async () => {
    const url = await server.createDatabase();
    const sql = postgres(url, {
      max: 1,
      types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } },
    });
    return {
      location: url,
      version: async () => (await sql`SELECT version FROM satchel_schema`)[0]?.version as number,
      run: async (statement) => void (await sql.unsafe(statement)),
      all: async (statement) => [...(await sql.unsafe(statement))],
      open: () => openStore({ databaseUrl: url, dataDir: '' }),
      close: () => sql.end(),
    };
  },
};

const literal = (value: string | number | null) => (typeof value === 'string' ? `'${value}'` : String(value));

describe.each(Object.entries(RELEASES))('a store of %s', (_, schema) => {
  it.each(['sqlite', 'postgres'] as const)(
    'keeps every row when this version opens an older store on %s',
    async (engine) => {
      const file = new URL(`../testing/stores/schema-${schema}.json`, import.meta.url);
      const statements = JSON.parse(readFileSync(file, 'utf8')) as Record<typeof engine, string[]>;
      const tables = Object.keys(ROWS).filter((table) =>
        statements[engine].some((each) => each.startsWith('CREATE TABLE') && each.includes(` ${table} (`)),
      );
      const earlier = await engines[engine]();
      for (const statement of statements[engine]) await earlier.run(statement);
      for (const table of tables)
        for (const row of ROWS[table] ?? [])
          await earlier.run(
            `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.values(row).map(literal)})`,
          );

      const store = await earlier.open();
      for (const table of tables)
        expect(
          (await earlier.all(`SELECT * FROM ${table} ORDER BY 1, 2`)).map((row) => ({ ...row })),
        ).toEqual(ROWS[table]);
      const records = await store.btcAccounts.find({ smartAccountAddress: '0xA' });
      expect(records.map(({ publicKey, btcAddress }) => [publicKey, btcAddress])).toEqual([
        [KEY, '1a'],
        [KEY, 'bc1pa'],
      ]);
      expect(await store.secrets.getOrCreate('cursor')).toBe('the secret');
      expect(await store.projects.isRetiredKey('one', 'an earlier key')).toBe(true);
      expect((await store.projects.listProjects()).map(({ projectId }) => projectId)).toEqual(['one', 'two']);
      // Tables that were added in later versions must be usable.
      await store.projects.changeProject('two', { unitsPerSecond: 9 });
      expect(await store.projects.findProject('two')).toMatchObject({ unitsPerSecond: 9 });
      await store.close();
      // Release 0.1.0 refuses a schema version above 1.
      expect(await earlier.version()).toBe(2);

      if (engine === 'sqlite') {
        const backup = openSqlite(earlier.location.replace('.db', '-schema-1.db'));
        for (const table of tables)
          expect(backup.all(`SELECT * FROM ${table} ORDER BY 1, 2`).map((row) => ({ ...row }))).toEqual(
            ROWS[table],
          );
        expect(backup.all('PRAGMA user_version')).toEqual([{ user_version: 1 }]);
        backup.close();
      }
      await earlier.close();
    },
  );
});

describe.each(['sqlite', 'postgres'] as const)('a downgrade on %s', (engine) => {
  const now = Date.UTC(2026, 10, 26);
  /** Opens a new store with a project whose key has expired and one without limits. */
  async function storeWithProjects() {
    const database = await engines[engine]();
    const store = await database.open();
    const common = { keyHash: 'hash', name: '', unitsPerSecond: null, methods: null };
    await store.projects.addProject({ ...common, projectId: 'plain' });
    await store.projects.addProject({ ...common, projectId: 'expired' });
    await store.projects.replaceKey('expired', 'other hash', { expiresAt: new Date(now - 1).toISOString() });
    return { database, store };
  }

  it('a downgrade lets an earlier release open the store, and revokes expired keys that 0.1.0 would accept', async () => {
    const { database, store } = await storeWithProjects();
    await store.close();
    expect(await downgradeStore(database.location, '0.5.0', now)).toEqual([]);
    expect(await database.version()).toBe(1);
    expect(await downgradeStore(database.location, '0.1.0', now)).toEqual(['expired']);
    expect(await database.version()).toBe(1);
    expect(await database.all('SELECT project_id FROM projects WHERE revoked_at IS NULL')).toEqual([
      { project_id: 'plain' },
    ]);
    // The store can be upgraded again.
    const again = await database.open();
    expect((await again.projects.findProject('expired'))?.revokedAt).not.toBeNull();
    await again.close();
    expect(await database.version()).toBe(2);
    await database.close();
  });

  it('a downgrade to 0.1.0 is refused while a project has limits that 0.1.0 would ignore', async () => {
    const { database, store } = await storeWithProjects();
    await store.projects.changeProject('plain', { methods: ['rpc.discover'] });
    await store.close();
    await expect(downgradeStore(database.location, '0.1.0', now)).rejects.toThrow(
      'would ignore the expiry date or the limits of plain.',
    );
    expect(await database.version()).toBe(2);
    expect(await downgradeStore(database.location, '0.2.0', now)).toEqual([]);
    await database.close();
  });
});
