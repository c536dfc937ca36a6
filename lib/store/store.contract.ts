import { describe, expect, it } from 'vitest';
import type { BtcAccountPairing, BtcAccountRecord } from '@/lib/btc-account/btc-account-store';
import type { Store } from './open';

/** Access to a store for the contract tests. */
export type StoreHarness = {
  /** Opens a store on the current data. `now` returns the time in ms since 1970. */
  open: (now: () => number) => Promise<Store>;
  /** Discards all data, so that the next `open` starts with an empty store. */
  reset: () => Promise<void>;
};

const KEY_A = `02${'a1'.repeat(32)}`;
const KEY_B = `03${'a1'.repeat(32)}`;
const T0 = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const SHARED_TAPROOT = 'bc1pshared';

const pairing = (publicKey: string, chainId: number, version: string, more = {}): BtcAccountPairing => {
  const name = publicKey.slice(0, 2);
  return {
    publicKey,
    chainId,
    version,
    smartAccountAddress: `0x${name}Account${version}`,
    btcAddresses: () => [`1${name}`, `3${name}`, `bc1q${name}`, SHARED_TAPROOT],
    ...more,
  };
};

const places = (rows: readonly BtcAccountRecord[]) =>
  rows.map((r) => `${r.chainId} ${r.version} ${r.btcAddress}`);

/** Defines the tests that SQLite and Postgres must pass. */
export function describeStore(name: string, harness: StoreHarness): void {
  describe(`store on ${name}`, () => {
    const withStore = async (
      work: (store: Store, clock: { time: number }) => Promise<void>,
      keep = false,
    ) => {
      if (!keep) await harness.reset();
      const clock = { time: T0 };
      const store = await harness.open(() => clock.time);
      try {
        await work(store, clock);
      } finally {
        await store.close();
      }
    };

    it('finds recorded pairings by either of their addresses, in a fixed order', () =>
      withStore(async ({ btcAccounts }) => {
        await btcAccounts.record([pairing(KEY_A, 56, '2.0.0'), pairing(KEY_A, 1, '2.0.0')]);
        await btcAccounts.record([pairing(KEY_A, 1, '1.0.0')]);
        expect(await btcAccounts.find({ btcAddress: '302' })).toEqual(
          [
            [1, '1.0.0'],
            [1, '2.0.0'],
            [56, '2.0.0'],
          ].map(([chainId, version]) => ({
            btcAddress: '302',
            chainId,
            version,
            smartAccountAddress: `0x02Account${version}`,
            publicKey: KEY_A,
            createdAt: '2026-01-02T03:04:05.678Z',
            updatedAt: '2026-01-02T03:04:05.678Z',
          })),
        );
        expect(places(await btcAccounts.find({ smartAccountAddress: '0x02Account2.0.0' }))).toEqual([
          '1 2.0.0 102',
          '1 2.0.0 302',
          '1 2.0.0 bc1pshared',
          '1 2.0.0 bc1q02',
          '56 2.0.0 102',
          '56 2.0.0 302',
          '56 2.0.0 bc1pshared',
          '56 2.0.0 bc1q02',
        ]);
      }));

    it('filters pairings by both addresses and by chain, and returns [] when nothing matches', () =>
      withStore(async ({ btcAccounts }) => {
        await btcAccounts.record([
          pairing(KEY_A, 1, '1.0.0'),
          pairing(KEY_A, 56, '1.0.0'),
          pairing(KEY_B, 1, '1.0.0'),
        ]);
        const smartAccountAddress = '0x02Account1.0.0';
        expect(
          places(await btcAccounts.find({ btcAddress: '102', smartAccountAddress, chainId: 56 })),
        ).toEqual(['56 1.0.0 102']);
        expect(await btcAccounts.find({ btcAddress: '103', smartAccountAddress })).toEqual([]);
        expect(await btcAccounts.find({ btcAddress: '102', chainId: 5 })).toEqual([]);
        expect(await btcAccounts.find({ btcAddress: 'BC1Q02' })).toEqual([]);
        expect(await btcAccounts.find({ chainId: 1 })).toEqual([]);
      }));

    it('distinguishes two keys that are recorded with the same address', () =>
      withStore(async ({ btcAccounts }) => {
        await btcAccounts.record([pairing(KEY_A, 1, '1.0.0'), pairing(KEY_B, 1, '1.0.0')]);
        const rows = await btcAccounts.find({ btcAddress: SHARED_TAPROOT });
        expect(rows.map(({ publicKey }) => publicKey).sort()).toEqual([KEY_A, KEY_B]);
      }));

    it('returns a proven address only with the accounts that were looked up with that address', () =>
      withStore(async ({ btcAccounts }, clock) => {
        await btcAccounts.record([pairing(KEY_A, 1, '1.0.0')]);
        await btcAccounts.record([pairing(KEY_A, 1, '2.0.0')]);
        clock.time += 5000;
        await btcAccounts.record([pairing(KEY_A, 1, '2.0.0', { provenAddress: 'tb1q02' })]);
        const [row, ...others] = await btcAccounts.find({ btcAddress: 'tb1q02' });
        expect(others).toEqual([]);
        expect(row).toMatchObject({ version: '2.0.0', createdAt: '2026-01-02T03:04:10.678Z' });
        const account = (version: string) =>
          btcAccounts.find({ smartAccountAddress: `0x02Account${version}` });
        expect(await account('1.0.0')).toHaveLength(4);
        expect(await account('2.0.0')).toHaveLength(5);
      }));

    it('keeps the first spend that revealed a key, even if the pairing was recorded before', () =>
      withStore(async ({ btcAccounts }, clock) => {
        const spend = (address: string, txid: string) => ({
          spend: { btcAddress: address, txid, server: `${txid}.example` },
        });
        await btcAccounts.record([pairing(KEY_A, 1, '1.0.0')]);
        expect(await btcAccounts.findSpends('102')).toEqual([]);
        clock.time += 5000;
        // Record both versions with the same spend, concurrently with a lookup that has no spend.
        await Promise.all([
          btcAccounts.record(
            ['1.0.0', '2.0.0'].map((version) => pairing(KEY_A, 1, version, spend('102', 'first'))),
          ),
          btcAccounts.record([pairing(KEY_A, 1, '2.0.0')]),
        ]);
        clock.time += 5000;
        await btcAccounts.record([pairing(KEY_A, 56, '1.0.0', spend('102', 'second'))]);
        await btcAccounts.record([pairing(KEY_A, 56, '1.0.0', spend('bc1q02', 'third'))]);
        const first = {
          btcAddress: '102',
          txid: 'first',
          server: 'first.example',
          publicKey: KEY_A,
          createdAt: '2026-01-02T03:04:10.678Z',
        };
        expect(await btcAccounts.findSpends('102')).toEqual([first]);
        expect(await btcAccounts.findSpends('bc1q02')).toMatchObject([{ txid: 'third' }]);
        expect(await btcAccounts.findSpends('302')).toEqual([]);
      }));

    it('a repeated lookup updates updatedAt, but neither adds a row nor changes createdAt', () =>
      withStore(async ({ btcAccounts }, clock) => {
        const record = () => btcAccounts.record([pairing(KEY_A, 1, '1.0.0')]);
        const times = async () => {
          const rows = await btcAccounts.find({ btcAddress: '102' });
          return rows.map(({ createdAt, updatedAt }) => [
            Date.parse(createdAt) - T0,
            Date.parse(updatedAt) - T0,
          ]);
        };
        await record();
        clock.time += 59_000;
        await record();
        expect(await times()).toEqual([[0, 0]]);
        await btcAccounts.flush();
        expect(await times()).toEqual([[0, 59_000]]);
        clock.time -= 30_000; // After the clock is set back, the row must not change.
        await record();
        await btcAccounts.flush();
        expect(await times()).toEqual([[0, 59_000]]);
      }));

    it('a repeated lookup updates updatedAt of a row that an earlier process created', async () => {
      await withStore(async ({ btcAccounts }) => btcAccounts.record([pairing(KEY_A, 1, '1.0.0')]));
      await withStore(async ({ btcAccounts }, clock) => {
        clock.time += 30_000;
        await btcAccounts.record([pairing(KEY_A, 1, '1.0.0')]);
        expect((await btcAccounts.find({ btcAddress: '102' }))[0]?.updatedAt).toBe(
          new Date(T0).toISOString(),
        );
        clock.time += 40_000;
        await btcAccounts.record([pairing(KEY_A, 1, '1.0.0')]);
      }, true);
      await withStore(async ({ btcAccounts }) => {
        const rows = await btcAccounts.find({ btcAddress: '102' });
        expect(rows.map(({ updatedAt }) => Date.parse(updatedAt) - T0)).toEqual([70_000]);
      }, true);
    });

    it('records many concurrent pairings, each distinct pairing once', () =>
      withStore(async ({ btcAccounts }) => {
        const key = (n: number) => `02${String(n % 100).padStart(64, '0')}`;
        const calls = Array.from({ length: 400 }, (_, n) => ({
          ...pairing(key(n), 1 + (n % 2), '1.0.0'),
          btcAddresses: () => [`1${n % 100}`],
          smartAccountAddress: `0x${n % 100}`,
          ...(n % 3 ? {} : { provenAddress: `tb1${n % 100}` }),
        }));
        await Promise.all(calls.map((call) => btcAccounts.record([call])));
        for (const n of [0, 1, 50, 99])
          expect((await btcAccounts.find({ btcAddress: `1${n}` })).length).toBe(1);
      }));

    it('two stores opened on the same data find each other’s records', async () => {
      await harness.reset();
      const stores = await Promise.all([harness.open(() => T0), harness.open(() => T0 + 1)]);
      const keys = Array.from({ length: 60 }, (_, n) => `02${String(n).padStart(64, '0')}`);
      await Promise.all(
        stores.map(({ btcAccounts }) =>
          Promise.all(
            keys.map((key) =>
              btcAccounts.record([
                { ...pairing(key, 1, '1.0.0'), btcAddresses: () => [`1${key.slice(-2)}`, 'bc1all'] },
              ]),
            ),
          ),
        ),
      );
      for (const { btcAccounts } of stores)
        expect(await btcAccounts.find({ btcAddress: 'bc1all' })).toHaveLength(60);
      await Promise.all(stores.map((store) => store.close()));
    });

    it('adds, finds, rotates and revokes projects', () =>
      withStore(async ({ projects }, clock) => {
        expect(await projects.findProject('p')).toBeNull();
        expect(await projects.addProject({ projectId: 'p', keyHash: 'h1', name: 'First' })).toBe(true);
        expect(await projects.addProject({ projectId: 'p', keyHash: 'h2', name: 'Other' })).toBe(false);
        const first = {
          projectId: 'p',
          keyHash: 'h1',
          name: 'First',
          createdAt: new Date(T0).toISOString(),
          revokedAt: null,
          keyExpiresAt: null,
          previousKey: null,
          unitsPerSecond: null,
          methods: null,
        };
        expect(await projects.findProject('p')).toEqual(first);
        clock.time += 1000;
        await projects.addProject({ projectId: 'a', keyHash: 'h3', name: '' });
        expect((await projects.listProjects()).map(({ projectId }) => projectId)).toEqual(['p', 'a']);
        expect(await projects.revokeProject('p')).toBe(true);
        expect(await projects.revokeProject('p')).toBe(false);
        expect((await projects.findProject('p'))?.revokedAt).toBe(new Date(T0 + 1000).toISOString());
        expect(await projects.replaceKey('p', 'h4')).toBe(true);
        expect(await projects.findProject('p')).toEqual({ ...first, keyHash: 'h4' });
        expect(await projects.replaceKey('nobody', 'h5')).toBe(false);
        expect(await projects.revokeProject('nobody')).toBe(false);
      }));

    it('recognizes former keys of a project, but not former keys of other projects', () =>
      withStore(async ({ projects }) => {
        for (const projectId of ['p', 'q'])
          await projects.addProject({ projectId, keyHash: `${projectId}1`, name: '' });
        expect(await projects.isRetiredKey('p', 'p1')).toBe(false);
        await projects.replaceKey('p', 'p1');
        expect(await projects.isRetiredKey('p', 'p1')).toBe(false);
        await projects.replaceKey('p', 'p2');
        await projects.revokeProject('p');
        await projects.replaceKey('p', 'p3');
        const known = async (projectId: string) =>
          Promise.all(['p1', 'p2', 'p3', 'q1'].map((hash) => projects.isRetiredKey(projectId, hash)));
        expect(await known('p')).toEqual([true, true, false, false]);
        expect(await known('q')).toEqual([false, false, false, false]);
        // Concurrent rotations must not lose a key.
        await Promise.all(['p4', 'p5', 'p6'].map((hash) => projects.replaceKey('p', hash)));
        const last = (await projects.findProject('p'))?.keyHash;
        for (const hash of ['p3', 'p4', 'p5', 'p6'])
          expect(await projects.isRetiredKey('p', hash)).toBe(hash !== last);
      }));

    it('keeps the previous key if a rotation is repeated, because its answer was lost', () =>
      withStore(async ({ projects }) => {
        await projects.addProject({ projectId: 'p', keyHash: 'h1', name: '' });
        const terms = { previousUntil: new Date(Date.now() + 3_600_000).toISOString() };
        for (let attempt = 0; attempt < 2; attempt++) await projects.replaceKey('p', 'h2', terms);
        expect(await projects.findProject('p')).toMatchObject({
          keyHash: 'h2',
          previousKey: { keyHash: 'h1', validUntil: terms.previousUntil },
        });
      }));

    it('keeps a project’s previous key valid until its overlap ends or the key changes again', () =>
      withStore(async ({ projects }) => {
        const at = (days: number) => new Date(T0 + days * 86_400_000).toISOString();
        const keys = async () => {
          const found = await projects.findProject('p');
          return [found?.keyHash, found?.keyExpiresAt, found?.previousKey];
        };
        await projects.addProject({ projectId: 'p', keyHash: 'h1', name: '', keyExpiresAt: at(3) });
        expect(await keys()).toEqual(['h1', at(3), null]);
        await projects.replaceKey('p', 'h2', { previousUntil: at(1), expiresAt: at(9) });
        expect(await keys()).toEqual(['h2', at(9), { keyHash: 'h1', validUntil: at(1) }]);
        expect(await projects.isRetiredKey('p', 'h1')).toBe(true);
        // The previous key's own expiry is earlier than the end of the overlap.
        await projects.changeProject('p', { keyExpiresAt: at(2) });
        expect(await keys()).toEqual(['h2', at(2), { keyHash: 'h1', validUntil: at(1) }]);
        await projects.replaceKey('p', 'h3', { previousUntil: at(5) });
        expect(await keys()).toEqual(['h3', null, { keyHash: 'h2', validUntil: at(2) }]);
        await projects.changeProject('p', { keyExpiresAt: null });
        expect(await keys()).toEqual(['h3', null, { keyHash: 'h2', validUntil: at(2) }]);
        await projects.replaceKey('p', 'h4');
        expect(await keys()).toEqual(['h4', null, null]);
        await projects.revokeProject('p');
        await projects.replaceKey('p', 'h5', { previousUntil: at(1) });
        expect(await keys()).toEqual(['h5', null, null]);
        expect(await projects.replaceKey('nobody', 'h', { previousUntil: at(1) })).toBe(false);
      }));

    it('changes the limit, methods and name of a project independently', () =>
      withStore(async ({ projects }) => {
        const settings = async (projectId: string) => {
          const found = await projects.findProject(projectId);
          return [found?.name, found?.unitsPerSecond, found?.methods];
        };
        await projects.addProject({ projectId: 'p', keyHash: 'h', name: 'n', methods: ['a', 'b'] });
        await projects.addProject({ projectId: 'q', keyHash: 'h', name: 'm', unitsPerSecond: 0 });
        expect(await settings('p')).toEqual(['n', null, ['a', 'b']]);
        expect(await settings('q')).toEqual(['m', 0, null]);
        await projects.changeProject('p', { unitsPerSecond: 5, name: 'other' });
        expect(await settings('p')).toEqual(['other', 5, ['a', 'b']]);
        await projects.changeProject('p', { methods: null });
        await projects.replaceKey('p', 'h2');
        expect(await settings('p')).toEqual(['other', 5, null]);
        expect(await projects.changeProject('nobody', { name: 'x' })).toBe(false);
        expect((await projects.listProjects()).map(({ unitsPerSecond }) => unitsPerSecond)).toEqual([5, 0]);
        // Adding a project again must not change it.
        await projects.addProject({ projectId: 'p', keyHash: 'h', name: 'n', unitsPerSecond: 9 });
        expect(await settings('p')).toEqual(['other', 5, null]);
      }));

    it('adds up the usage from several writers, counts each batch once, and deletes the oldest days', async () => {
      await harness.reset();
      const clock = { time: T0 };
      const today = Math.floor(T0 / 86_400_000);
      const stores = await Promise.all([0, 1].map(() => harness.open(() => clock.time)));
      const row = (day: number, projectId: string, method: string, calls: number) => ({
        day,
        projectId,
        method,
        calls,
        units: 10 * calls,
      });
      const rows = [
        row(today, 'p', 'b', 1),
        row(today, 'p', 'a', 2),
        row(today - 1, 'p', 'a', 3),
        row(today, 'q', 'a', 4),
      ];
      await Promise.all(
        stores.flatMap(({ usage }, i) =>
          // Add the same batch twice, as a retry does if the response to the first attempt is lost.
          [1, 1].map((number) =>
            usage.add({ writer: `w${i}`, number, rows: i === 0 ? rows : [...rows].reverse() }),
          ),
        ),
      );
      const [first] = stores as [Store];
      expect(await first.usage.read('p', 0)).toEqual([
        row(today - 1, 'p', 'a', 6),
        row(today, 'p', 'a', 4),
        row(today, 'p', 'b', 2),
      ]);
      expect(await first.usage.read('p', today)).toHaveLength(2);
      expect(await first.usage.read('nobody', 0)).toEqual([]);
      clock.time += 399.5 * 86_400_000;
      await first.usage.add({ writer: 'w0', number: 2, rows: [row(today + 399, 'p', 'a', 1)] });
      expect((await first.usage.read('p', 0)).map(({ day }) => day - today)).toEqual([0, 0, 399]);
      await Promise.all(stores.map((store) => store.close()));
    });

    it('all stores, whether opened concurrently or later, return the same random secret for a name', async () => {
      await harness.reset();
      const stores = await Promise.all(Array.from({ length: 4 }, () => harness.open(() => T0)));
      const secrets = await Promise.all(
        stores.flatMap((store) => [store.secrets.getOrCreate('a'), store.secrets.getOrCreate('a')]),
      );
      await Promise.all(stores.map((store) => store.close()));
      expect(new Set(secrets).size).toBe(1);
      expect(Buffer.from(secrets[0] ?? '', 'base64url')).toHaveLength(32);
      await withStore(async (store) => {
        expect(await store.secrets.getOrCreate('a')).toBe(secrets[0]);
        expect(await store.secrets.getOrCreate('b')).not.toBe(secrets[0]);
      }, true);
    });

    it('the store can be pinged and probed for writing repeatedly', () =>
      withStore(async (store) => {
        await store.ping();
        await store.probeWrite();
        await store.probeWrite();
        expect(await store.secrets.getOrCreate('one')).not.toContain('.');
      }));
  });
}
