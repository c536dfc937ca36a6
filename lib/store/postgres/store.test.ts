import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql, type Work } from '@/lib/store/database';
import { openStore } from '@/lib/store/open';
import { describeStore } from '@/lib/store/store.contract';
import { startTestPostgres, type TestPostgres } from '@/lib/testing/servers/postgres';
import { tcpRelay } from '@/lib/testing/servers/tcp-relay';
import { until } from '@/lib/testing/until';
import { DatabaseTimeoutError } from './connection';
import { openPostgresDatabase } from './database';

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
  open: (now) => openStore({ databaseUrl: url, dataDir: '' }, now),
});

describe('a store on Postgres', () => {
  it('many instances can start concurrently on an empty database', async () => {
    url = await server.createDatabase();
    const stores = await Promise.all(
      Array.from({ length: 6 }, () => openStore({ databaseUrl: url, dataDir: '' })),
    );
    await Promise.all(stores.map((store) => store.ping()));
    await Promise.all(stores.map((store) => store.close()));
  });

  it('refuses to open a Postgres store that a newer version has upgraded, with an error that says so', async () => {
    const newer = await server.createDatabase();
    await (await openStore({ databaseUrl: newer, dataDir: '' })).close();
    const admin = postgres(newer, { max: 1 });
    await admin`UPDATE satchel_schema SET version = 99`;
    await admin.end();
    await expect(openStore({ databaseUrl: newer, dataDir: '' })).rejects.toThrow(
      /^DATABASE_URL: the database was upgraded by a newer version of Satchel/,
    );
  });

  it('explains what is wrong with DATABASE_URL without repeating its password', async () => {
    const open = (databaseUrl: string) => openStore({ databaseUrl, dataDir: '/nonexistent' });
    for (const databaseUrl of ['mysql://x', 'postgres://', 'nonsense'])
      await expect(async () => open(databaseUrl)).rejects.toThrow(/^DATABASE_URL: not a valid URL/);
    const missing = url.replace(/[^/]+$/, 'missing').replace('postgres@', 'postgres:s3cret@');
    await expect(open(missing)).rejects.toThrow(/^DATABASE_URL: .*: the database does not exist \(3D000\)$/);
    await expect(open(missing)).rejects.not.toThrow('s3cret');
  });

  /** Opens a database behind a relay, with a transaction that sleeps in its first attempt, and then returns 7. */
  async function behindRelay(readMs: number) {
    const direct = new URL(await server.createDatabase());
    const admin = postgres(direct.href, { max: 1 });
    const relay = await tcpRelay(Number(direct.port));
    const relayed = Object.assign(new URL(direct), { port: String(relay.port) });
    const database = await openPostgresDatabase(relayed.href, { readMs, writeMs: 60_000 });
    const seen = { attempts: 0 };
    const work = function* (): Work<number> {
      seen.attempts++;
      if (seen.attempts === 1) yield sql`SELECT pg_sleep(600)`;
      const [row] = yield sql`SELECT 7 AS seven`;
      return row?.seven as number;
    };
    return {
      relay,
      database,
      seen,
      work,
      untilAsleep: (count: number) =>
        until('the statements sleep', async () => {
          const rows = await admin`
            SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
              AND query LIKE '%pg_sleep(600)%' AND pid <> pg_backend_pid()`;
          return rows.length === count;
        }),
      async close() {
        await database.close();
        await relay.close();
        await admin.end({ timeout: 1 });
      },
    };
  }

  it('a transaction whose connection ends is repeated on another one, and the process goes on', async () => {
    const { relay, database, seen, work, untilAsleep, close } = await behindRelay(60_000);
    const done = database.transaction(work);
    await untilAsleep(1);
    relay.endConnections();
    expect(await done).toBe(7);
    expect(seen.attempts).toBe(2);
    // The connections still work, also for several transactions at once.
    const again = await Promise.all(Array.from({ length: 20 }, () => database.transaction(work)));
    expect(again).toEqual(Array.from({ length: 20 }, () => 7));
    await close();
  });

  it('a transaction whose host disappears is repeated on new connections', async () => {
    const { relay, database, seen, work, untilAsleep, close } = await behindRelay(5_000);
    const done = database.transaction(work);
    // Its time-out replaces the connections.
    const read = expect(database.read(sql`SELECT pg_sleep(600)`)).rejects.toBeInstanceOf(
      DatabaseTimeoutError,
    );
    await untilAsleep(2);
    relay.abandonConnections();
    await read;
    expect(await done).toBe(7);
    expect(seen.attempts).toBe(2);
    await close();
  });

  it('a Postgres store neither loses nor duplicates records when its connections are cut repeatedly', async () => {
    url = await server.createDatabase();
    const store = await openStore({ databaseUrl: url, dataDir: '' });
    const admin = postgres(url, { max: 1 });
    const cut = () =>
      admin`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    const answered: number[] = [];
    const refused: unknown[] = [];
    let next = 0;
    const lane = async () => {
      while (next < 600) {
        const n = next++;
        const publicKey = `02${String(n).padStart(64, '0')}`;
        const pairing = {
          publicKey,
          chainId: 1,
          version: '1.0.0',
          smartAccountAddress: `0x${n}`,
          btcAddresses: () => [`1${n}`],
        };
        try {
          await store.btcAccounts.record([pairing]);
          answered.push(n);
        } catch (cause) {
          refused.push(cause);
        }
        await store.btcAccounts.find({ btcAddress: `1${n}` }).catch((cause) => refused.push(cause));
      }
    };
    const lanes = Promise.all(Array.from({ length: 8 }, lane));
    let done = false;
    void lanes.then(() => {
      done = true;
    });
    let connectionsCut = 0;
    for (let cuts = 0; !done && cuts < 12; cuts++) {
      connectionsCut += (await cut()).length;
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    await lanes;
    for (const cause of refused) expect(cause).toMatchObject({ name: 'UpstreamUnavailableError' });
    expect(connectionsCut).toBeGreaterThan(0);
    expect(answered.length).toBeGreaterThan(0);
    // Wait: the last cut connection may have opened the circuit breaker for reads.
    await until('reads succeed again', () =>
      store.ping().then(
        () => true,
        () => false,
      ),
    );
    for (const n of answered) expect(await store.btcAccounts.find({ btcAddress: `1${n}` })).toHaveLength(1);
    await admin.end();
    await store.close();
  });
});
