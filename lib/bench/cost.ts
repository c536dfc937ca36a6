// `npm run bench:cost`: measures the CPU time of the service for each kind of call, from which the capacity table of
// docs/benchmarks.md follows.
import { Pool } from 'undici';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { publicKeys } from '@/lib/testing/keys';
import { testNode } from '@/lib/testing/nodes/test-node';
import { cpuSeconds, median, type Running, startService } from '@/lib/testing/servers/processes';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { benchRow } from './bench-row';
import { BENCH_HEADERS, listingBody, lookUpBody } from './look-up-request';

/** Concurrent lookups. The more there are, the more answers the service writes together. */
const LOOK_UPS = 50;
/** Concurrent listings, fewer than an overloaded process accepts. */
const LISTINGS = 12;
const ROUNDS = 5;
const RECENT_KEYS = 1_000;
const NEW_KEYS = 5_000;
const OWNERS = 250;

/** Sends each body once; returns the service's CPU milliseconds per body. */
async function cpuMsPerCall(service: Running, path: string, bodies: readonly string[]): Promise<number> {
  const connections = path === '/solana' ? LISTINGS : LOOK_UPS;
  const pool = new Pool(service.base, { connections });
  const before = cpuSeconds(service.pid);
  const left = bodies.values();
  const client = async () => {
    for (const body of left) {
      const response = await pool.request({ path, method: 'POST', headers: BENCH_HEADERS, body });
      await response.body.text();
      if (response.statusCode !== 200)
        throw new Error(`A request to ${path} failed with status ${response.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  await pool.close();
  return ((cpuSeconds(service.pid) - before) * 1000) / bodies.length;
}

/**
 * Runs one warm-up round and `ROUNDS` measured rounds, each with its own bodies. Reports the median per lookup or
 * listing.
 */
async function report(
  what: string,
  service: Running,
  path: string,
  bodiesOf: (round: number) => readonly string[],
  each = 1,
): Promise<void> {
  const rounds: number[] = [];
  for (let round = 0; round <= ROUNDS; round++)
    rounds.push((await cpuMsPerCall(service, path, bodiesOf(round))) / each);
  const ms = median(rounds.slice(1));
  console.log(`| ${what} | ${ms.toFixed(4)} ms |`);
  benchRow({
    what: `CPU of ${what}`,
    satchel: `${ms.toFixed(4)} ms`,
    against: '',
    ratio: '',
    limit: '',
    met: true,
  });
}

const owners = Array.from({ length: OWNERS }, (_, i) => addressOf(`bench owner ${i}`));
const listings = owners.map(listingBody);
const node = await testNode(
  sampleNode(
    snapshotOf(
      1000,
      owners.flatMap((owner) => nftWallet(owner, 100)),
    ),
  ),
);
const keys = publicKeys(RECENT_KEYS + (ROUNDS + 1) * NEW_KEYS).map(lookUpBody);
const recent = keys.slice(0, RECENT_KEYS);
const caching = await startService({ SOLANA_RPC_URL_101: node.url });
const uncached = await startService({ SOLANA_RPC_URL_101: node.url, SOLANA_CACHE_MS: '0' });
try {
  console.log('| kind | CPU |\n| --- | --- |');
  await report('a lookup of a recent key', caching, '/evm-chain', () =>
    Array.from({ length: 10 }, () => recent).flat(),
  );
  const batches = Array.from(
    { length: 100 },
    (_, i) => `[${recent.slice((i % 10) * 100, (i % 10) * 100 + 100)}]`,
  );
  await report('a lookup of a recent key in a batch', caching, '/evm-chain', () => batches, 100);
  await report('a lookup of a new key', caching, '/evm-chain', (round) =>
    keys.slice(RECENT_KEYS + round * NEW_KEYS, RECENT_KEYS + (round + 1) * NEW_KEYS),
  );
  const repeated = listings.map(() => listings[0] ?? '');
  await report('a listing of 100 items from the cache', caching, '/solana', () => repeated);
  const calls = node.calls.length;
  await report('a listing of 100 items', uncached, '/solana', () => listings);
  console.log(`\nSolana calls of a listing: ${(node.calls.length - calls) / (OWNERS * (ROUNDS + 1))}`);
} finally {
  await caching.stop();
  await uncached.stop();
  await node.close();
}
