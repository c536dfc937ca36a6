// `npm run bench:instances`: answers per CPU-second of one, two and three instances on one Postgres and one Redis.
// On two cores the instances share one of them, and their load, Postgres and Redis the other: what is measured is
// what an instance more costs, not how the load pushes them aside. With more cores nothing is pinned.
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import autocannon from 'autocannon';
import { publicKeys } from '@/lib/testing/keys';
import { startTestPostgres } from '@/lib/testing/postgres';
import { BENCH_AUTHORIZATION, cpuSeconds, median, type Running, startService } from '@/lib/testing/processes';
import { hasRedis, startTestRedis } from '@/lib/testing/redis';
import { benchRow } from './bench-row';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const ROUNDS = 5;
const WARM_UP_SECONDS = 10;
const MOST = 3;
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

const PINNED = cpus().length === 2 && spawnSync('taskset', ['-V']).status === 0;

/** Keeps a process, its threads included, on one core. */
function pin(pid: number, core: number): void {
  if (PINNED) spawnSync('taskset', ['-acp', String(core), String(pid)]);
}

type Measured = { perCpuSecond: number; perSecond: number };

async function load(instances: Running[], seconds: number): Promise<Measured> {
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
  const answers = results.reduce((sum, result) => sum + result.requests.total, 0);
  return { perCpuSecond: answers / spent, perSecond: answers / seconds };
}

if (!hasRedis()) {
  console.log('NOT RUN: no redis-server on this machine');
  process.exit(0);
}
// What is started from here on inherits the core.
pin(process.pid, 1);
const postgres = await startTestPostgres();
const redis = await startTestRedis();
const DATABASE_URL = await postgres.createDatabase();
const rates = new Map<number, Measured>();
try {
  const instances = await Promise.all(
    Array.from({ length: MOST }, () => startService({ DATABASE_URL, REDIS_URL: redis.url })),
  );
  for (const instance of instances) {
    pin(instance.pid, 0);
    // Alone, each in turn: its own hot paths are compiled before it is measured.
    await load([instance], WARM_UP_SECONDS);
  }
  const measured = new Map<number, Measured[]>();
  // One, two and three in each round, so that a machine that is slower for a while is so for all of them.
  for (let round = 0; round < ROUNDS; round++)
    for (let count = 1; count <= MOST; count++) {
      const loaded = Array.from({ length: count }, (_, i) => instances[(round + i) % MOST] as Running);
      measured.set(count, [...(measured.get(count) ?? []), await load(loaded, SECONDS)]);
    }
  for (const [count, rounds] of measured) {
    const of = (what: keyof Measured) => median(rounds.map((round) => round[what]));
    rates.set(count, { perCpuSecond: of('perCpuSecond'), perSecond: of('perSecond') });
  }
  await Promise.all(instances.map((instance) => instance.stop()));
} finally {
  await redis.stop();
  await postgres.stop();
}
const one = rates.get(1);
const against = (what: keyof Measured, rate: Measured) => (rate[what] / (one?.[what] ?? 1)).toFixed(2);
console.log(
  `${cpus().length} cores${PINNED ? ', the instances on one of them, all else on the other' : ''}\n`,
);
console.log('| instances | answers per CPU-second | against one | answers a second | against one |');
console.log('| --- | --- | --- | --- | --- |');
for (const [count, rate] of rates) {
  if (count > 1)
    benchRow({
      what: `answers per CPU-second, ${count} instances`,
      satchel: rate.perCpuSecond.toFixed(0),
      against: `one instance ${one?.perCpuSecond.toFixed(0)}`,
      ratio: against('perCpuSecond', rate),
      asked: '≥ 0.8',
      met: rate.perCpuSecond / (one?.perCpuSecond ?? 1) >= 0.8,
    });
  console.log(
    `| ${count} | ${rate.perCpuSecond.toFixed(0)} | ${against('perCpuSecond', rate)} | ${rate.perSecond.toFixed(0)} | ${against('perSecond', rate)} |`,
  );
}
