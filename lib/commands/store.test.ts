import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectStore, openBulk, openStore } from '@/lib/store/open';
import type { KeyRows } from '@/lib/store/queries/btc-accounts';
import { openSqlite } from '@/lib/store/sqlite/database';
import { testIo } from '@/lib/testing/command-io';
import { freePort } from '@/lib/testing/servers/free-port';
import { startTestPostgres, type TestPostgres } from '@/lib/testing/servers/postgres';
import { runStore } from './store';

const root = mkdtempSync(join(tmpdir(), 'satchel-copy-'));
let server: TestPostgres;
beforeAll(async () => {
  server = await startTestPostgres();
});
afterAll(async () => {
  await server?.stop();
  rmSync(root, { recursive: true, force: true });
});

const T = Date.UTC(2026, 1, 1);
const publicKey = (n: number) => `02${String(n).padStart(64, '0')}`;

function keyRows(count: number): KeyRows {
  const keys = Array.from({ length: count }, (_, i) => ({ n: i + 1, public_key: publicKey(i + 1) }));
  const proven = keys.filter(({ n }) => n % 5 === 0);
  const account = { chain_id: 1, version: '2.0.0' };
  return {
    btc_keys: keys.map(({ n, public_key }) => ({ public_key, created_at: T + n })),
    btc_addresses: [
      ...keys.flatMap(({ n, public_key }) =>
        [`1${n}`, `3${n}`, `bc1q${n}`, 'bc1pall'].map((address) => ({
          public_key,
          address,
          recorded_always: 1,
        })),
      ),
      ...proven.map(({ n, public_key }) => ({ public_key, address: `tb1q${n}`, recorded_always: 0 })),
    ],
    btc_accounts: keys.flatMap(({ n, public_key }) =>
      ['1.0.0', '2.0.0'].map((version) => ({
        public_key,
        chain_id: 1,
        version,
        account_address: `0x${n}-${version}`,
        created_at: T + n,
        updated_at: T + 2 * n,
      })),
    ),
    btc_proven_addresses: proven.map(({ n, public_key }) => ({
      public_key,
      ...account,
      address: `tb1q${n}`,
      created_at: T + 3 * n,
    })),
    btc_spends: keys
      .filter(({ n }) => n % 7 === 0)
      .map(({ n, public_key }) => ({
        public_key,
        address: `1${n}`,
        txid: `tx${n}`,
        server: 'a.example',
        created_at: T + 4 * n,
      })),
  };
}

async function fill(place: string, count: number): Promise<void> {
  const store = await openBulk(place);
  await store.load(keyRows(count));
  await store.loadTables({
    projects: [
      { project_id: 'p', key_hash: 'h', name: 'n', created_at: T, revoked_at: T + 1 },
      { project_id: 'q', key_hash: 'i', name: '', created_at: T, revoked_at: null },
    ],
    project_key_terms: [
      {
        project_id: 'p',
        key_hash: 'h',
        expires_at: T + 2,
        previous_hash: 'old',
        previous_until: T + 3,
      },
    ],
    project_settings: [{ project_id: 'p', units_per_second: 7, methods: 'a,b' }],
    project_keys_retired: [{ project_id: 'p', key_hash: 'old', retired_at: T }],
    service_secrets: [],
  });
  await store.loadUsage(
    [20_000, 20_001, 20_003].map((day) => ({ day, projectId: 'p', method: 'a', calls: day, units: 2 })),
  );
  await store.close();
}

async function contents(place: string) {
  const store = await openBulk(place);
  const { rows } = await store.read(0, 100_000);
  const tables = await store.readTables();
  const usage = [];
  for (let page = await store.readUsage(-1); page.length > 0; ) {
    usage.push(...page);
    page = await store.readUsage(page[0]?.day ?? 0);
  }
  await store.close();
  // The ids of keys differ between stores.
  const sorted = (table: readonly object[]) =>
    table
      .map((row) =>
        JSON.stringify(
          Object.entries(row)
            .filter(([name]) => !/^(key_)?id$/.test(name))
            .sort(),
        ),
      )
      .sort();
  return {
    rows: Object.fromEntries(Object.entries(rows).map(([name, table]) => [name, sorted(table)])),
    tables,
    usage,
  };
}

async function store(...argv: string[]) {
  const io = testIo();
  return { code: await runStore(argv, {}, io), out: io.out(), err: io.err() };
}

describe('npm run store', () => {
  it('a copy adds no settings to a project that TO already has', async () => {
    const [from, to] = [join(root, 'with-settings'), join(root, 'without-settings')];
    await fill(from, 1);
    const existing = await openBulk(to);
    const none = {
      project_key_terms: [],
      project_settings: [],
      project_keys_retired: [],
      service_secrets: [],
    };
    const projects = [{ project_id: 'p', key_hash: 'own', name: '', created_at: T, revoked_at: null }];
    await existing.loadTables({ ...none, projects });
    await existing.close();
    await store('copy', from, to);
    const { tables } = await contents(to);
    expect(tables.projects).toMatchObject([
      { project_id: 'p', key_hash: 'own' },
      { project_id: 'q', key_hash: 'i' },
    ]);
    expect(tables.project_settings).toEqual([]);
    expect(tables.project_key_terms).toEqual([]);
  });

  it('the store command copies a store to Postgres and back, including times', async () => {
    const first = join(root, 'first');
    await fill(first, 4500);
    const postgres = await server.createDatabase();
    expect((await store('copy', first, postgres)).out).toBe('4500 keys copied, 4500 new in TO.\n');
    const back = join(root, 'back', 'again.db');
    await store('copy', postgres, back);
    const expected = await contents(first);
    expect(expected.rows.btc_keys).toHaveLength(4500);
    expect(expected.rows.btc_addresses).toHaveLength(4 * 4500 + 900);
    expect(expected.rows.btc_accounts).toHaveLength(2 * 4500);
    expect(expected.rows.btc_proven_addresses).toHaveLength(900);
    expect(expected.rows.btc_spends).toHaveLength(642);
    expect(expected.tables.project_keys_retired).toEqual([
      { project_id: 'p', key_hash: 'old', retired_at: T },
    ]);
    expect(expected.tables.project_settings[0]).toMatchObject({ units_per_second: 7, methods: 'a,b' });
    expect(expected.usage.map(({ day }) => day)).toEqual([20_000, 20_001, 20_003]);
    expect(await contents(postgres)).toEqual(expected);
    expect(await contents(back)).toEqual(expected);
    expect((await store('copy', first, postgres)).out).toBe('4500 keys copied, 0 new in TO.\n');
    const reading = await openStore({ databaseUrl: postgres, dataDir: '' });
    expect(await reading.btcAccounts.find({ btcAddress: 'tb1q5' })).toMatchObject([
      { version: '2.0.0', smartAccountAddress: '0x5-2.0.0' },
    ]);
    await reading.btcAccounts.record([
      {
        publicKey: publicKey(9999),
        chainId: 1,
        version: '1.0.0',
        smartAccountAddress: '0x',
        btcAddresses: () => ['19999'],
      },
    ]);
    expect(await reading.btcAccounts.find({ btcAddress: '19999' })).toHaveLength(1);
    await reading.close();
  });

  it('the store command copies the service’s secrets, or says that links stop working', async () => {
    const [from, to, other] = ['secret from', 'secret to', 'secret other'].map((name) => join(root, name));
    const secretsIn = async (dataDir = '') => {
      const opened = await openStore({ dataDir });
      const secrets = [
        await opened.secrets.getOrCreate('cursors'),
        await opened.secrets.getOrCreate('image-links'),
      ];
      await opened.close();
      return secrets;
    };
    const secrets = await secretsIn(from);
    expect((await store('copy', from ?? '', to ?? '')).err).not.toContain('secrets');
    expect(await secretsIn(to)).toEqual(secrets);
    const others = await secretsIn(other);
    expect((await store('copy', from ?? '', other ?? '')).err).toContain(
      'TO keeps its own secrets: cursors and image links made with FROM stop working.',
    );
    expect(await secretsIn(other)).toEqual(others);
  });

  it('a copy that was stopped adds the rest when it is run again, and keeps existing rows', async () => {
    const from = join(root, 'from');
    const to = join(root, 'to');
    await fill(from, 5000);
    await fill(to, 10);
    const io = testIo();
    io.interrupt();
    expect(await runStore(['copy', from, to], {}, io)).toBe(130);
    expect((await store('copy', from, to)).out).toBe('5000 keys copied, 3000 new in TO.\n');
    expect(await contents(to)).toEqual(await contents(from));
  });

  it.each(['backup', 'copy'])(
    '%s from a file that is not a store fails, and leaves its content and permissions',
    async (command) => {
      const file = join(root, `${command}-notes.txt`);
      writeFileSync(file, 'not a database, but readable by everyone', { mode: 0o644 });
      await expect(store(command, file, join(root, `${command}-notes.db`))).rejects.toThrow(/not a database/);
      expect(statSync(file).mode & 0o777).toBe(0o644);
      expect(readFileSync(file, 'utf8')).toBe('not a database, but readable by everyone');
    },
  );

  it('an error names the argument whose store cannot be opened, not a variable', async () => {
    const notes = join(root, 'argument-notes.txt');
    writeFileSync(notes, 'not a database');
    const from = join(root, 'one-key');
    await fill(from, 1);
    await expect(store('copy', notes, from)).rejects.toThrow(
      /^FROM: .*argument-notes\.txt cannot be used: file is not a database/,
    );
    const empty = join(root, 'empty.db');
    writeFileSync(empty, '');
    for (const command of ['backup', 'copy'])
      await expect(store(command, empty, join(root, 'of-empty.db'))).rejects.toThrow(
        'FROM is a database without the tables of a store',
      );
    await expect(store('copy', from, notes)).rejects.toThrow(/^TO: .*argument-notes\.txt is not a database/);
    const url = `postgres://user:hunter2@127.0.0.1:${await freePort()}/satchel`;
    await expect(store('copy', url, from)).rejects.toThrow(/^FROM: the database cannot be used: connection/);
    await expect(store('copy', from, 'postgres://user:hunter2/x@host/satchel')).rejects.toThrow(
      /^TO: not a valid URL of a Postgres server$/,
    );
    expect((await store('copy', from, join(root, 'one-copy'))).out).toBe('1 key copied, 1 new in TO.\n');
  });

  it('the store command backs up an open SQLite store, and a Postgres store, into one file each', async () => {
    const folder = join(root, 'live');
    await fill(folder, 50);
    const live = await openStore({ dataDir: folder });
    const file = join(root, 'backups', 'today.db');
    expect((await store('backup', folder, file)).code).toBe(0);
    await live.close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await contents(file)).toEqual(await contents(folder));
    await expect(store('backup', folder, file)).rejects.toThrow('never overwrites');
    const postgres = await server.createDatabase();
    await fill(postgres, 50);
    const second = join(root, 'backups', 'postgres.db');
    await store('backup', postgres, second);
    expect(existsSync(second)).toBe(true);
    expect(await contents(second)).toEqual(await contents(postgres));
  });

  it('a backup of a Postgres store has nothing of an interrupted earlier one', async () => {
    const from = await server.createDatabase();
    await fill(from, 1);
    const to = join(root, 'interrupted.db');
    const io = testIo();
    io.interrupt();
    expect(await runStore(['backup', from, to], {}, io)).toBe(130);
    const live = await openStore({ databaseUrl: from, dataDir: '' });
    await live.projects.revokeProject('q');
    await live.close();
    expect((await store('backup', from, to)).code).toBe(0);
    expect(await contents(to)).toEqual(await contents(from));
  });

  it.each(['backup', 'copy'])('%s leaves the schema of FROM as it is', async (command) => {
    const url = await server.createDatabase();
    const file = join(root, `${command}-older.db`);
    await fill(url, 1);
    await fill(file, 1);
    const admin = postgres(url, { max: 1 });
    await admin`UPDATE satchel_schema SET version = 1`;
    await admin.end();
    const connection = openSqlite(file);
    connection.exec('PRAGMA user_version = 1');
    connection.close();
    for (const [i, from] of [url, file].entries()) {
      await store(command, from, join(root, `${command}-of-older-${i}.db`)).catch(() => undefined);
      expect((await inspectStore(from)).version).toBe(1);
    }
  });

  it('the store command ignores unrelated variables, so that invalid ones do not prevent a backup', async () => {
    const folder = join(root, 'wrong-environment');
    await fill(folder, 1);
    const wrong = {
      LOG_LEVEL: 'loud',
      EVM_CHAINS: '0',
      DATA_DIR: join(root, 'elsewhere'),
      DATABASE_URL: 'x',
    };
    expect(await runStore(['backup', folder, join(root, 'wrong.db')], wrong, testIo())).toBe(0);
    expect(await contents(join(root, 'wrong.db'))).toEqual(await contents(folder));
  });

  it('the store command rejects invalid arguments with clear messages', async () => {
    const folder = join(root, 'some');
    mkdirSync(folder);
    await expect(store('copy', folder, join(root, 'x'))).rejects.toThrow('No store at');
    writeFileSync(join(folder, 'satchel.db'), '');
    await expect(store('copy', folder, join(folder, 'satchel.db'))).rejects.toThrow('the same store');
    await expect(store('backup', folder, 'postgres://host/db')).rejects.toMatchObject({ name: 'UsageError' });
    for (const argv of [
      [],
      ['copy'],
      ['copy', 'a'],
      ['move', 'a', 'b'],
      ['copy', 'a', 'b', 'c'],
      ['copy', 'a', 'mysql://b/c'],
    ])
      await expect(store(...argv)).rejects.toMatchObject({ name: 'UsageError' });
  });
});
