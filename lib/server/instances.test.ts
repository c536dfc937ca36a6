import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveAccount } from '@/lib/btc-account/derive-account';
import { publicKeys } from '@/lib/testing/keys';
import { startTestPostgres, type TestPostgres } from '@/lib/testing/servers/postgres';
import { BENCH_AUTHORIZATION, type Running, startService } from '@/lib/testing/servers/processes';
import { hasRedis, startTestRedis, type TestRedis } from '@/lib/testing/servers/redis';
import { until } from '@/lib/testing/until';

// Tests three instances with one Postgres and one Redis. Skipped if no Redis server is installed; `.ci/run` installs
// one.

const CHAIN = 31337;
const headers = { 'Content-Type': 'application/json', Authorization: BENCH_AUTHORIZATION };

type Answer =
  | { status: number; body: { result?: Record<string, unknown>; error?: { code: number } } }
  | { gone: true };

async function ask(instance: Running, method: string, params: unknown): Promise<Answer> {
  try {
    const response = await fetch(`${instance.base}/evm-chain`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, chainId: CHAIN, method, params }),
      signal: AbortSignal.timeout(60_000),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return { gone: true };
  }
}

const lookUp = (instance: Running, key: string) =>
  ask(instance, 'svc_aa_getBTCAccount', [{ name: 'BTC', version: '2.0.0', btcPublicKey: key }]);

/** Repeats a call until it succeeds, because an instance needs some time to recover. Returns the result. */
async function resultOf(call: () => Promise<Answer>): Promise<Record<string, unknown> | undefined> {
  let result: Record<string, unknown> | undefined;
  await until('the call succeeds', async () => {
    const answer = await call();
    if ('status' in answer && answer.status === 200) result = answer.body.result;
    return result !== undefined;
  });
  return result;
}

describe.skipIf(!hasRedis())('three instances on one Postgres and one Redis', () => {
  let postgres: TestPostgres;
  let redis: TestRedis;
  let instances: Running[] = [];

  beforeAll(async () => {
    postgres = await startTestPostgres();
    redis = await startTestRedis();
  });
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.stop('SIGKILL')));
    await redis?.stop();
    await postgres?.stop();
  });

  async function startThree(env: Record<string, string>): Promise<Running[]> {
    await Promise.all(instances.map((instance) => instance.stop('SIGKILL')));
    const DATABASE_URL = await postgres.createDatabase();
    instances = await Promise.all(
      [1, 2, 3].map(() => startService({ DATABASE_URL, REDIS_URL: redis.url, ...env })),
    );
    return instances;
  }

  it('three instances share one rate limit', async () => {
    const three = await startThree({ RATE_LIMIT_PER_SECOND: '3' });
    const [key = ''] = publicKeys(1);
    const answers: Answer[] = [];
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: 6 }, async (_, lane) => {
        for (let i = 0; i < 50; i++) answers.push(await lookUp(three[(lane + i) % 3] as Running, key));
      }),
    );
    const accepted = answers.filter((answer) => 'status' in answer && answer.status === 200).length;
    const refused = answers.filter((answer) => 'status' in answer && answer.status === 429).length;
    expect(accepted + refused).toBe(300);
    // The limit is 30 calls per 10 s window, plus 1 % per instance. With separate limits, the instances would accept
    // 90.
    const mostWindows = Math.floor((performance.now() - startedAt) / 10_000) + 2;
    expect(accepted).toBeGreaterThanOrEqual(30);
    expect(accepted).toBeLessThanOrEqual(33 * mostWindows);
  });

  it('three instances return no incorrect result and lose no record when an instance is killed and Redis and Postgres restart', async () => {
    const three = await startThree({ RATE_LIMIT_PER_SECOND: '1000000' });
    const keys = publicKeys(6000, 10_000);
    const answered = new Set<string>();
    const wrong: unknown[] = [];
    const counts = { answered: 0, refused: 0, gone: 0 };
    let stop = false;

    const load = Promise.all(
      Array.from({ length: 8 }, async (_, lane) => {
        for (let i = lane; !stop; i += 8) {
          const key = keys[i % keys.length] ?? '';
          const answer = await lookUp(three[i % 3] as Running, key);
          if ('gone' in answer) {
            counts.gone++;
            await sleep(5);
          } else if (answer.body.result) {
            counts.answered++;
            const expected = deriveAccount({ version: '2.0.0', btcPublicKey: key }, CHAIN);
            if (answer.body.result.smartAccountAddress === expected.smartAccountAddress) answered.add(key);
            else wrong.push(answer.body);
          } else if (answer.body.error?.code === -32002) {
            counts.refused++;
            await sleep(5);
          } else wrong.push(answer);
        }
      }),
    );

    const answeredMore = async (count: number) => {
      const enough = counts.answered + count;
      await until(`${count} more answers`, () => counts.answered >= enough);
    };
    await answeredMore(100);
    await three[2]?.stop('SIGKILL');
    await until('calls to it fail', () => counts.gone > 10);
    await answeredMore(50);
    await redis.stop();
    await answeredMore(50);
    const duringRedisOutage = await lookUp(three[0] as Running, keys[0] ?? '');
    await redis.start();
    await answeredMore(50);
    await postgres.restart();
    await answeredMore(50);
    stop = true;
    await load;

    expect(wrong).toEqual([]);
    expect(duringRedisOutage).toMatchObject({ status: 200 });
    // The remaining instances must recover and find every lookup that any of the three has acknowledged.
    for (const survivor of three.slice(0, 2)) await resultOf(() => lookUp(survivor, keys[1] ?? ''));
    const lost: string[] = [];
    for (const key of answered) {
      const { smartAccountAddress } = deriveAccount({ version: '2.0.0', btcPublicKey: key }, CHAIN);
      const found = await resultOf(() =>
        ask(three[0] as Running, 'svc_aa_getBTCAccountsByAddress', [{ address: smartAccountAddress }]),
      );
      const rows = found as unknown as { publicKey: string }[];
      if (!rows.some((row) => row.publicKey === key)) lost.push(key);
    }
    expect(lost).toEqual([]);
  }, 300_000);
});
