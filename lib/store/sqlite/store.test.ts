import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openStore } from '@/lib/store/open';
import { describeStore } from '@/lib/store/store.contract';
import { openSqlite } from './database';

const root = mkdtempSync(join(tmpdir(), 'satchel-store-'));
let folder = '';
let count = 0;
const newFolder = () => {
  folder = join(root, String(++count));
  return folder;
};
afterAll(() => rmSync(root, { recursive: true, force: true }));

describeStore('SQLite', {
  reset: async () => void newFolder(),
  open: (now) => openStore({ dataDir: folder }, now),
});

describe('an SQLite store', () => {
  it('opens an SQLite database in WAL mode', async () => {
    const store = await openStore({ dataDir: newFolder() });
    const database = openSqlite(join(folder, 'satchel.db'));
    expect(database.all('PRAGMA journal_mode')).toMatchObject([{ journal_mode: 'wal' }]);
    database.close();
    await store.close();
  });

  it('explains why a damaged file, an invalid folder or a newer schema cannot be opened', async () => {
    mkdirSync(newFolder());
    writeFileSync(
      join(folder, 'satchel.db'),
      'not a database, and long enough to be read as one'.repeat(100),
    );
    await expect(openStore({ dataDir: folder })).rejects.toThrow(
      /^DATA_DIR: .*satchel\.db is not a database/,
    );
    await expect(openStore({ dataDir: join(folder, 'satchel.db', 'below') })).rejects.toThrow(
      /^DATA_DIR: the folder cannot be created/,
    );
    mkdirSync(join(newFolder(), 'satchel.db'), { recursive: true });
    await expect(openStore({ dataDir: folder })).rejects.toThrow(/^DATA_DIR: .*cannot be opened for writing/);
    await (await openStore({ dataDir: newFolder() })).close();
    const database = openSqlite(join(folder, 'satchel.db'));
    database.exec('PRAGMA user_version = 99');
    database.close();
    await expect(openStore({ dataDir: folder })).rejects.toThrow(
      'it was upgraded by a newer version of Satchel',
    );
  });

  it('uses a version of SQLite without the WAL-reset bug, which can lose acknowledged writes', () => {
    const database = openSqlite(join(newFolder(), '..', 'version.db'));
    const [row] = database.all('SELECT sqlite_version() AS version');
    const [major = 0, minor = 0, patch = 0] = String(row?.version).split('.').map(Number);
    expect(major * 1_000_000 + minor * 1_000 + patch).toBeGreaterThanOrEqual(3_051_003);
    database.close();
  });

  it('upgrades a store of schema 1, which has only the tables of projects and keys, and keeps its rows', async () => {
    const first = await openStore({ dataDir: newFolder() });
    await first.projects.addProject({
      projectId: 'p',
      keyHash: 'h',
      name: '',
      unitsPerSecond: null,
      methods: null,
    });
    await first.close();
    const database = openSqlite(join(folder, 'satchel.db'));
    const later = database
      .all("SELECT name FROM sqlite_master WHERE type = 'table'")
      .map(({ name }) => String(name))
      .filter((name) => !/^(projects|btc_(keys|addresses|accounts|proven_addresses))$/.test(name));
    expect(later).toContain('service_secrets');
    for (const name of later) database.exec(`DROP TABLE ${name}`);
    database.exec('PRAGMA user_version = 1');
    const store = await openStore({ dataDir: folder });
    expect(database.all('PRAGMA user_version')).toMatchObject([{ user_version: 2 }]);
    database.close();
    expect(await store.secrets.getOrCreate('a')).toEqual(await store.secrets.getOrCreate('a'));
    await store.projects.changeProject('p', { unitsPerSecond: 9 });
    expect(await store.projects.findProject('p')).toMatchObject({ keyHash: 'h', unitsPerSecond: 9 });
    await store.close();
  });

  it('waits for another process’s database lock without blocking the event loop', async () => {
    const store = await openStore({ dataDir: newFolder() });
    const other = openSqlite(join(folder, 'satchel.db'));
    other.exec('BEGIN IMMEDIATE');
    // The other process commits only after several turns of this process's event loop.
    let rounds = 0;
    const ticking = setInterval(() => {
      if (++rounds === 20) other.exec('COMMIT');
    }, 5);
    const publicKey = `02${'11'.repeat(32)}`;
    await store.btcAccounts.record([
      { publicKey, chainId: 1, version: '1.0.0', smartAccountAddress: '0x1', btcAddresses: () => ['1a'] },
    ]);
    clearInterval(ticking);
    expect(rounds).toBeGreaterThanOrEqual(20);
    expect(await store.btcAccounts.find({ btcAddress: '1a' })).toHaveLength(1);
    other.close();
    await store.close();
  });

  it('rejects with store-unavailable when the database file cannot be written', async () => {
    const store = await openStore({ dataDir: newFolder() });
    const other = openSqlite(join(folder, 'satchel.db'));
    other.exec('DROP TABLE btc_accounts');
    other.close();
    const pairing = {
      publicKey: '02',
      chainId: 1,
      version: '1.0.0',
      smartAccountAddress: '0x1',
      btcAddresses: () => ['1a'],
    };
    await expect(store.btcAccounts.record([pairing])).rejects.toMatchObject({
      name: 'UpstreamUnavailableError',
      reason: 'store-unavailable',
    });
    await store.close();
  });
});
