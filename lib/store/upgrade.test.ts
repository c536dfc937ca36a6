import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPostgres, type TestPostgres } from '@/lib/testing/servers/postgres';
import { openStore } from './open';
import { openSqlite } from './sqlite/connection';
import type { Store } from './store';

// Opens stores of earlier releases, with the schema that each release created (`lib/testing/stores`) and rows in
// every table.

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
      // Tables that were added in later versions are usable.
      await store.projects.changeProject('two', { unitsPerSecond: 9 });
      expect(await store.projects.findProject('two')).toMatchObject({ unitsPerSecond: 9 });
      await store.close();
      await earlier.close();
    },
  );
});
