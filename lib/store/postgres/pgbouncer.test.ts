import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBulk, openStore } from '@/lib/store/open';
import type { KeyRows } from '@/lib/store/queries/btc-accounts';
import { describeStore } from '@/lib/store/store.contract';
import { publicKeys } from '@/lib/testing/keys';
import { hasPgBouncer, startPgBouncer, type TestPgBouncer } from '@/lib/testing/servers/debian/pgbouncer';
import { startTestPostgres, type TestPostgres } from '@/lib/testing/servers/postgres';
import { post, type Running, startService } from '@/lib/testing/servers/processes';
import { connectPostgres, isPooled } from './connection';

// Tests transaction pooling, where session state (prepared statements, locks, settings) does not outlast a
// transaction. Skipped if PgBouncer is not installed; `.ci/run` installs it.

describe.skipIf(!hasPgBouncer())('through PgBouncer in transaction pooling', () => {
  let server: TestPostgres;
  let bouncer: TestPgBouncer;
  let url = '';
  beforeAll(async () => {
    server = await startTestPostgres();
    // Fewer sessions than the store has connections, so that connections share sessions.
    bouncer = await startPgBouncer(await server.createDatabase(), 2);
  });
  afterAll(async () => {
    await bouncer?.stop();
    await server?.stop();
  });
  const reset = async () => {
    url = bouncer.through(await server.createDatabase());
  };

  describeStore('Postgres through PgBouncer', {
    reset,
    open: (now) => openStore({ databaseUrl: url, dataDir: '' }, now),
  });

  it('many instances can start, record lookups, find them and count usage concurrently through PgBouncer', async () => {
    await reset();
    const stores = await Promise.all(
      Array.from({ length: 4 }, () => openStore({ databaseUrl: url, dataDir: '' })),
    );
    const lane = async (lane: number) => {
      const { btcAccounts, usage, projects } = stores[lane % stores.length] as (typeof stores)[0];
      for (let i = 0; i < 25; i++) {
        const n = lane * 100 + i;
        const publicKey = `02${String(n).padStart(64, '0')}`;
        const account = { chainId: 1, version: '1.0.0', smartAccountAddress: `0x${n}` };
        await btcAccounts.record([{ ...account, publicKey, btcAddresses: () => [`1${n}`] }]);
        const other = stores[(lane + 1) % stores.length];
        expect(await other?.btcAccounts.find({ btcAddress: `1${n}` })).toMatchObject([{ publicKey }]);
        await usage.add({
          writer: `w${lane}`,
          number: i + 1,
          rows: [{ day: 20_000 + lane, projectId: 'p', method: 'm', calls: 1, units: 2 }],
        });
        await projects.addProject({ projectId: `p${n}`, keyHash: 'h', name: '' });
      }
    };
    await Promise.all(Array.from({ length: 12 }, (_, index) => lane(index)));
    expect(await stores[0]?.projects.listProjects()).toHaveLength(300);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('distinguishes PgBouncer in transaction pooling from a direct connection', async () => {
    const direct = await server.createDatabase();
    for (const [databaseUrl, pooled] of [
      [direct, false],
      [bouncer.through(direct), true],
    ] as const) {
      const sql = connectPostgres(databaseUrl, { max: 1, prepare: false });
      expect(await isPooled(sql)).toBe(pooled);
      await sql.end();
    }
  });

  it('an instance finds the records of another instance through PgBouncer', async () => {
    await reset();
    const two = await Promise.all([1, 2].map(() => startService({ DATABASE_URL: url })));
    try {
      const keys = publicKeys(320);
      const call = async <Result>(instance: Running | undefined, method: string, params: unknown[]) => {
        if (!instance) throw new Error('no such instance');
        const answer = await post(instance, '/evm-chain', { id: 1, chainId: 31337, method, params });
        return ((await answer.json()) as { result: Result }).result;
      };
      const lane = async (lane: number) => {
        for (let i = lane; i < keys.length; i += 8) {
          const btcPublicKey = keys[i] ?? '';
          const { smartAccountAddress } = await call<{ smartAccountAddress: string }>(
            two[lane % 2],
            'svc_aa_getBTCAccount',
            [{ name: 'BTC', version: '2.0.0', btcPublicKey }],
          );
          const other = two[(lane + 1) % 2];
          const found = await call(other, 'svc_aa_getBTCAccountsByAddress', [
            { address: smartAccountAddress },
          ]);
          expect(found).toMatchObject(Array(4).fill({ publicKey: btcPublicKey }));
        }
      };
      await Promise.all(Array.from({ length: 8 }, (_, index) => lane(index)));
    } finally {
      await Promise.all(two.map((instance) => instance.stop('SIGKILL')));
    }
  });

  it('loads a store in bulk with several concurrent transactions through PgBouncer', async () => {
    await reset();
    const bulks = await Promise.all(Array.from({ length: 4 }, () => openBulk(url)));
    const rowsOf = (...numbers: number[]): KeyRows => {
      const keys = numbers.map((n) => ({ n, public_key: `03${String(n).padStart(64, '0')}` }));
      const account = { chain_id: 1, version: '1.0.0', created_at: 1, updated_at: 1 };
      return {
        btc_keys: keys.map(({ public_key }) => ({ public_key, created_at: 1 })),
        btc_addresses: keys.map(({ n, public_key }) => ({
          public_key,
          address: `1${n}`,
          recorded_always: 1,
        })),
        btc_accounts: keys.map(({ n, public_key }) => ({
          public_key,
          ...account,
          account_address: `0x${n}`,
        })),
        btc_proven_addresses: [],
        btc_spends: [],
      };
    };
    const added = await Promise.all(
      bulks.map(async (bulk, lane) => {
        let count = 0;
        for (let i = 0; i < 20; i++) count += await bulk.load(rowsOf(lane * 40 + i, lane * 40 + i + 20));
        return count;
      }),
    );
    expect(added).toEqual([40, 40, 40, 40]);
    expect(await bulks[0]?.countKeys()).toBe(160);
    await Promise.all(bulks.map((bulk) => bulk.close()));
  });
});
