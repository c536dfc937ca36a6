import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_EMPTY_WALLET, SAMPLE_TINY_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { publicKeys } from '@/lib/testing/keys';
import { count, FULL } from '@/lib/testing/measure';
import { metricOf } from '@/lib/testing/servers/metrics';
import { median, post, type Running, residentMegabytes, startService } from '@/lib/testing/servers/processes';

// Sends a long mix of calls to a real process. Its memory must not grow after the warm-up.

const CALLS = count(20_000, 3_000);
const WARM_UP = 4_000;
const LANES = 8;
/**
 * Maximum growth in MB. The limit of the short suite is higher because the heap has not settled; it still detects a
 * leak of about 20 KB per call.
 */
const MAX_GROWTH_MB = FULL ? 30 : 60;

let service: Running;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'error' });
});
afterAll(() => service?.stop());

/** The warm-up looks up every key, so that filling the bounded key cache does not count as a leak. */
const keys = publicKeys(1_000, 3_000_000);
const btc = (id: number, btcPublicKey: string) => ({
  id,
  chainId: 31337,
  method: 'svc_aa_getBTCAccount',
  params: [{ name: 'BTC', version: id % 2 ? '1.0.0' : '2.0.0', btcPublicKey }],
});
const listing = (id: number, owner: string, parseMetadataUri = false) => ({
  id,
  chainId: 104,
  method: 'enhancedGetTokensAndNFTs',
  params: [owner, { parseMetadataUri }],
});

/** Returns the request of call number `n` and its expected outcome: a result, an error code or a batch. */
function call(n: number): [path: string, body: string, expected: number | 'result' | 'batch'] {
  const key = keys[n % keys.length] ?? '';
  switch (n % 20) {
    case 0:
      return ['/solana', JSON.stringify(listing(n, SAMPLE_WALLET, true)), 'result'];
    case 1:
      return ['/solana', JSON.stringify(listing(n, SAMPLE_TINY_WALLET)), 'result'];
    case 2:
      return ['/solana', JSON.stringify(listing(n, SAMPLE_EMPTY_WALLET)), 'result'];
    case 3:
      return ['/evm-chain', `{"id":${n},"method":"svc_`, -32700];
    case 4:
      return ['/evm-chain', JSON.stringify(btc(n, `${key}00`)), -32602];
    case 5:
      return ['/evm-chain', JSON.stringify({ id: n, method: `none-${n}` }), -32601];
    case 6:
      return ['/evm-chain', JSON.stringify({ ...btc(n, key), chainId: 1_000_000 + n }), -32001];
    case 7:
      return [
        '/evm-chain',
        JSON.stringify([1, 2, 3, 4, 5].map((id) => btc(id, keys[(n + id) % keys.length] ?? key))),
        'batch',
      ];
    case 8:
      return [
        '/evm-chain',
        JSON.stringify({
          id: n,
          method: 'svc_aa_getBTCAccountsByAddress',
          params: [{ address: '0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc' }],
        }),
        'result',
      ];
    case 9:
      return ['/solana', JSON.stringify(listing(n, `${SAMPLE_WALLET}1`)), -32602];
    default:
      return ['/evm-chain', JSON.stringify(btc(n, key)), 'result'];
  }
}

async function run(from: number, calls: number) {
  let next = from;
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      while (next < from + calls) {
        const [path, body, expected] = call(next++);
        const response = await post(service, path, body);
        const answer = await response.json();
        if (expected === 'batch')
          expect(answer.map((one: object) => 'result' in one)).toEqual(Array(5).fill(true));
        else if (expected === 'result') expect(answer.error).toBeUndefined();
        else expect(answer.error.code).toBe(expected);
      }
    }),
  );
}

/** Returns the median of five memory readings in MB, because garbage collection makes them vary. */
async function resident(): Promise<number> {
  const readings: number[] = [];
  for (let i = 0; i < 5; i++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    readings.push(residentMegabytes(service.pid));
  }
  return median(readings);
}

it(`memory grows by less than ${MAX_GROWTH_MB} MB over ${CALLS} calls of every kind`, async () => {
  await run(0, WARM_UP);
  const before = await resident();
  const after: number[] = [];
  for (let part = 0; part < 5; part++) {
    await run(WARM_UP + (part * CALLS) / 5, CALLS / 5);
    after.push(await resident());
  }
  const text = after.map((each) => each.toFixed(0)).join(', ');
  process.stdout.write(
    `memory: ${before.toFixed(0)} MB after ${WARM_UP} calls, then ${text} MB over ${CALLS}\n`,
  );
  // Readings vary by tens of MB with garbage collection, so the lowest reading shows a leak best.
  expect(Math.min(...after.slice(2)) - before).toBeLessThan(MAX_GROWTH_MB);
  const metrics = await (await fetch(`${service.base}/metrics`)).text();
  expect(metricOf(metrics, 'satchel_work_units_under_way')).toBe(0);
}, 300_000);
