import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicKeys } from '@/lib/testing/keys';
import { FULL } from '@/lib/testing/measure';
import { type BenchNode, startBenchNode } from '@/lib/testing/nodes/bench-node';
import { BENCH_AUTHORIZATION, median, type Running, startService } from '@/lib/testing/servers/processes';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { type LoadCall, type LoadResult, percentile, runLoad } from './open-loop';

// Open-loop load at twice the service's capacity. Accepted calls must be as fast as under low load, and the others must
// be rejected at once. This process generates the load; the service and the node are separate processes. Not part of
// `npm test`, because it measures speed and needs an otherwise idle machine.

const CONNECTIONS = 200;
/** Number of connections that saturate the CPU without long queues. Their throughput is taken as the capacity. */
const CALIBRATION = 40;
const SECONDS = 30;
const ROUNDS = 3;
const LATENCY_MS = 50;
/** Number of wallets: greater than the number of connections, so that no two listings in flight share a read. */
const WALLETS = 400;

const keys = publicKeys(500, 5_000_000);
const wallets = Array.from({ length: WALLETS }, (_, i) => `50-${i}`);
const owners = wallets.map(addressOf);
/** One call in five is a listing that reads from the node; the others are BTC lookups. */
const LISTING_EVERY = 5;
function mixed(): () => LoadCall {
  let n = 0;
  return () => {
    n += 1;
    const head = `"jsonrpc":"2.0","id":${n}`;
    return n % LISTING_EVERY === 0
      ? {
          path: '/solana',
          body: `{${head},"chainId":101,"method":"enhancedGetTokensAndNFTs","params":["${owners[(n / LISTING_EVERY) % WALLETS]}"]}`,
        }
      : {
          path: '/evm-chain',
          body: `{${head},"chainId":31337,"method":"svc_aa_getBTCAccount","params":[{"name":"BTC","version":"2.0.0","btcPublicKey":"${keys[n % keys.length]}"}]}`,
        };
  };
}
const round = (value: number) => Math.round(value * 10) / 10;
const figures = (name: string, load: LoadResult) => {
  const text = `${name}: ${round(load.sent / load.seconds)}/s sent, ${round(load.accepted.length / load.seconds)}/s accepted (p50 ${round(percentile(load.accepted, 0.5))} p99 ${round(percentile(load.accepted, 0.99))} ms), ${round(load.refused.length / load.seconds)}/s refused (p99 ${round(percentile(load.refused, 0.99))} ms), loader late ${round(load.loaderLateMs)} ms, failures ${JSON.stringify([...load.failures])}`;
  process.stdout.write(`${text}\n`);
};

describe.runIf(FULL)('measured load', () => {
  let node: BenchNode;
  let service: Running;

  beforeAll(async () => {
    node = await startBenchNode(LATENCY_MS);
    for (const prepare of wallets) await node.ask({ prepare });
    service = await startService({
      SOLANA_RPC_URL_101: node.url,
      SOLANA_CACHE_MS: '0',
      LOG_LEVEL: 'info',
    });
  });
  afterAll(async () => {
    await service?.stop();
    node?.stop();
  });

  const run = (perSecond: number | undefined, seconds: number, connections = CONNECTIONS) =>
    runLoad({
      port: service.port,
      authorization: BENCH_AUTHORIZATION,
      connections,
      seconds,
      perSecond,
      next: mixed(),
    });

  it(`accepted calls stay fast during ${SECONDS} s at twice the capacity over ${CONNECTIONS} connections`, async () => {
    await run(undefined, 5, CALIBRATION);
    const closed = await run(undefined, 10, CALIBRATION);
    figures('closed loop', closed);
    const capacity = closed.accepted.length / closed.seconds;
    const ratios: number[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      const half = await run(capacity / 2, 15);
      figures('half of it', half);
      const twice = await run(capacity * 2, SECONDS);
      figures('twice', twice);
      for (const load of [half, twice]) expect([...load.failures]).toEqual([]);
      // The service must still complete calls, not only reject them.
      expect(twice.accepted.length / twice.seconds).toBeGreaterThan(capacity / 5);
      expect(half.refused.length).toBeLessThan(half.sent / 100);
      expect(twice.refused.length).toBeGreaterThan(0);
      ratios.push(percentile(twice.accepted, 0.99) / Math.max(50, 3 * percentile(half.accepted, 0.99)));
    }
    process.stdout.write(`p99 of accepted calls, divided by its limit: ${ratios.map(round).join(', ')}\n`);
    expect(median(ratios)).toBeLessThan(1);
  }, 400_000);
});
