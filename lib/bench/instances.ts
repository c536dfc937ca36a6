// `npm run bench:instances`: answers per CPU-second of one, two and three instances on one Postgres and one Redis.
import autocannon from 'autocannon';
import { publicKeys } from '@/lib/testing/keys';
import { startTestPostgres } from '@/lib/testing/postgres';
import { BENCH_AUTHORIZATION, cpuSeconds, median, type Running, startService } from '@/lib/testing/processes';
import { hasRedis, startTestRedis } from '@/lib/testing/redis';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const ROUNDS = 3;
const headers = { 'Content-Type': 'application/json', Authorization: BENCH_AUTHORIZATION };

const bodies = publicKeys(1000).map((key) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    chainId: 31337,
    method: 'svc_aa_getBTCAccount',
    params: [{ name: 'BTC', version: '2.0.0', btcPublicKey: key }],
  }),
);

async function load(instances: Running[], seconds: number): Promise<number> {
  const before = instances.map(({ pid }) => cpuSeconds(pid));
  const results = await Promise.all(
    instances.map(({ base }) =>
      autocannon({
        url: `${base}/evm-chain`,
        connections: 50,
        duration: seconds,
        requests: bodies.map((body) => ({ method: 'POST' as const, path: '/evm-chain', headers, body })),
      }),
    ),
  );
  const spent = instances.reduce((sum, { pid }, i) => sum + cpuSeconds(pid) - (before[i] ?? 0), 0);
  const wrong = results.reduce((sum, result) => sum + result.non2xx + result.errors, 0);
  if (wrong > 0) throw new Error(`${wrong} answers were no 200`);
  return results.reduce((sum, result) => sum + result.requests.total, 0) / spent;
}

if (!hasRedis()) {
  console.log('NOT RUN: no redis-server on this machine');
  process.exit(0);
}
const postgres = await startTestPostgres();
const redis = await startTestRedis();
const DATABASE_URL = await postgres.createDatabase();
const rates = new Map<number, number>();
try {
  for (const count of [1, 2, 3]) {
    const instances = await Promise.all(
      Array.from({ length: count }, () => startService({ DATABASE_URL, REDIS_URL: redis.url })),
    );
    await load(instances, 2);
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await load(instances, SECONDS));
    rates.set(count, median(rounds));
    await Promise.all(instances.map((instance) => instance.stop()));
  }
} finally {
  await redis.stop();
  await postgres.stop();
}
console.log('| instances | answers per CPU-second | against one |\n| --- | --- | --- |');
for (const [count, rate] of rates)
  console.log(`| ${count} | ${rate.toFixed(0)} | ${(rate / (rates.get(1) ?? rate)).toFixed(2)} |`);
