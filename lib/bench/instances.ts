// `npm run bench:instances`: measures responses per CPU-second with one, two and three instances on one Postgres and
// one Redis. On two cores, the instances share one core; the load generator, Postgres and Redis share the other, so
// that the load does not affect the instances. With more cores, nothing is pinned. Each instance has the same number of
// connections, except in the last case: it splits the connections of one instance among three, which makes batches
// smaller.
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import autocannon from 'autocannon';
import { publicKeys } from '@/lib/testing/keys';
import { startTestPostgres } from '@/lib/testing/servers/postgres';
import { cpuSeconds, median, type Running, startService } from '@/lib/testing/servers/processes';
import { hasRedis, startTestRedis } from '@/lib/testing/servers/redis';
import { benchRow } from './bench-row';
import { BENCH_HEADERS, lookUpBody } from './look-up-request';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);
const ROUNDS = 9;
const WARM_UP_SECONDS = 10;
const MOST = 3;
const CONNECTIONS = 50;

const bodies = publicKeys(1000).map(lookUpBody);

const PINNED = cpus().length === 2 && spawnSync('taskset', ['-V']).status === 0;

/** Pins a process with all its threads to a core. */
function pin(pid: number, core: number): void {
  if (PINNED) spawnSync('taskset', ['-acp', String(core), String(pid)]);
}

type Measured = { perCpuSecond: number; perSecond: number };

async function load(instances: Running[], seconds: number, connections: number): Promise<Measured> {
  const before = instances.map(({ pid }) => cpuSeconds(pid));
  const results = await Promise.all(
    instances.map(({ base }) =>
      autocannon({
        url: `${base}/evm-chain`,
        connections,
        duration: seconds,
        requests: bodies.map((body) => ({
          method: 'POST' as const,
          path: '/evm-chain',
          headers: BENCH_HEADERS,
          body,
        })),
      }),
    ),
  );
  const spent = instances.reduce((sum, { pid }, i) => sum + cpuSeconds(pid) - (before[i] ?? 0), 0);
  const wrong = results.reduce((sum, result) => sum + result.non2xx + result.errors, 0);
  if (wrong > 0) throw new Error(`${wrong} responses had a status other than 200`);
  const answers = results.reduce((sum, result) => sum + result.requests.total, 0);
  return { perCpuSecond: answers / spent, perSecond: answers / seconds };
}

if (!hasRedis()) {
  console.log('NOT RUN: no redis-server on this machine');
  process.exit(0);
}
// Processes started from here on inherit the core.
pin(process.pid, 1);
const postgres = await startTestPostgres();
const redis = await startTestRedis();
const DATABASE_URL = await postgres.createDatabase();
/** Number of instances, and connections to each. The first case is the baseline. */
const CASES = [
  { count: 1, each: CONNECTIONS, load: `${CONNECTIONS} connections`, least: undefined },
  { count: 2, each: CONNECTIONS, load: `${CONNECTIONS} connections each`, least: 0.8 },
  { count: 3, each: CONNECTIONS, load: `${CONNECTIONS} connections each`, least: 0.8 },
  {
    count: 3,
    each: Math.floor(CONNECTIONS / 3),
    load: `${CONNECTIONS} connections shared`,
    least: undefined,
  },
];
const measured: Measured[][] = CASES.map(() => []);
try {
  const instances = await Promise.all(
    Array.from({ length: MOST }, () => startService({ DATABASE_URL, REDIS_URL: redis.url })),
  );
  for (const instance of instances) {
    pin(instance.pid, 0);
    // Warm up each instance separately.
    await load([instance], WARM_UP_SECONDS, CONNECTIONS);
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, { count, each }] of CASES.entries()) {
      const loaded = Array.from({ length: count }, (_, k) => instances[(round + k) % MOST] as Running);
      measured[i]?.push(await load(loaded, SECONDS, each));
    }
  await Promise.all(instances.map((instance) => instance.stop()));
} finally {
  await redis.stop();
  await postgres.stop();
}
const middle = (rounds: Measured[], what: keyof Measured) => median(rounds.map((round) => round[what]));
/** Compares each round with the baseline of the same round, because the machine's speed varies. */
const ratio = (rounds: Measured[], what: keyof Measured) =>
  median(rounds.map((round, i) => round[what] / (measured[0]?.[i]?.[what] ?? Number.NaN)));
const one = middle(measured[0] ?? [], 'perCpuSecond').toFixed(0);
console.log(
  `${cpus().length} cores${PINNED ? ', the instances on one of them, all else on the other' : ''}\n`,
);
console.log(
  '| instances | load | answers per CPU-second | against one | answers a second | against one |\n| --- | --- | --- | --- | --- | --- |',
);
for (const [i, { count, load: how, least }] of CASES.entries()) {
  const rounds = measured[i] ?? [];
  const perCpuSecond = ratio(rounds, 'perCpuSecond');
  console.log(
    `| ${count} | ${how} | ${middle(rounds, 'perCpuSecond').toFixed(0)} | ${perCpuSecond.toFixed(2)} | ${middle(rounds, 'perSecond').toFixed(0)} | ${ratio(rounds, 'perSecond').toFixed(2)} |`,
  );
  if (count > 1)
    benchRow({
      what: `answers per CPU-second, ${count} instances, ${how}`,
      satchel: middle(rounds, 'perCpuSecond').toFixed(0),
      against: `one instance ${one}`,
      ratio: perCpuSecond.toFixed(2),
      limit: least === undefined ? '' : `≥ ${least}`,
      met: perCpuSecond >= (least ?? 0),
    });
}
