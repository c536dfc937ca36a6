// `npm run bench:door`: the service's door against a bare node:http handler, in one run.

import autocannon from 'autocannon';
import { sampleNode, snapshotOf } from '@/lib/sources/sample-node';
import { publicKeys } from '@/lib/testing/keys';
import {
  BENCH_AUTHORIZATION,
  cpuSeconds,
  median,
  type Running,
  startNode,
  startService,
} from '@/lib/testing/processes';
import { testNode } from '@/lib/testing/solana-node';
import { addressOf, nftWallet } from '@/lib/testing/solana-wallet';

const CONNECTIONS = 50;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const ROUNDS = 3;
const KEYS = 1000;

type Measured = { perSecond: number; p99: number; cpuMsPerCall: number };

const headers = { 'Content-Type': 'application/json', Authorization: BENCH_AUTHORIZATION };
const single = (key: string) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    chainId: 31337,
    method: 'svc_aa_getBTCAccount',
    params: [{ name: 'BTC', version: '2.0.0', btcPublicKey: key }],
  });

async function load(target: Running, path: string, bodies: string[], seconds = SECONDS): Promise<Measured> {
  const cpuBefore = cpuSeconds(target.pid);
  const result = await autocannon({
    url: target.base + path,
    connections: CONNECTIONS,
    duration: seconds,
    method: 'POST',
    headers,
    requests: bodies.map((body) => ({ method: 'POST', path, headers, body })),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers were no 200, ${result.errors} failed`);
  const calls = result.requests.total;
  return {
    perSecond: calls / result.duration,
    p99: result.latency.p99,
    cpuMsPerCall: ((cpuSeconds(target.pid) - cpuBefore) * 1000) / calls,
  };
}

async function answerOf(target: Running, path: string, body: string): Promise<string> {
  const response = await fetch(target.base + path, { method: 'POST', headers, body });
  return response.text();
}

async function main() {
  const keys = publicKeys(KEYS);
  const node = await testNode(sampleNode(snapshotOf(1000, nftWallet(addressOf('bench owner'), 100))));
  // As `npm start` runs it: Next in the same process, and a page served, which switches its async hooks on.
  const service = await startService({ SOLANA_RPC_URL_101: node.url, DASHBOARD: 'on' });
  await fetch(service.base);
  const listing = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    chainId: 101,
    method: 'enhancedGetTokensAndNFTs',
    params: [addressOf('bench owner')],
  });
  const cases = [
    { name: 'BTC look-up, recent key', path: '/evm-chain', bodies: keys.map(single), callsEach: 1 },
    {
      name: 'BTC look-ups, batch of 100',
      path: '/evm-chain',
      bodies: Array.from(
        { length: 10 },
        (_, i) =>
          `[${keys
            .slice(i * 100, i * 100 + 100)
            .map(single)
            .join(',')}]`,
      ),
      callsEach: 100,
    },
    { name: 'cached listing of 100 items', path: '/solana', bodies: [listing], callsEach: 1 },
  ];
  const rows: string[][] = [];
  const rates = new Map<string, number>();
  try {
    for (const { name, path, bodies, callsEach } of cases) {
      for (const body of bodies) await answerOf(service, path, body);
      const floor = await startNode(['lib/bench/door-floor.mjs'], {
        ANSWER: await answerOf(service, path, bodies[0] ?? ''),
      });
      const ours: Measured[] = [];
      const bare: Measured[] = [];
      await load(service, path, bodies, 2);
      await load(floor, path, bodies, 2);
      for (let round = 0; round < ROUNDS; round++) {
        bare.push(await load(floor, path, bodies));
        ours.push(await load(service, path, bodies));
      }
      await floor.stop();
      const of = (all: Measured[], what: keyof Measured) => median(all.map((one) => one[what]));
      const rate = of(ours, 'perSecond');
      rates.set(name, rate * callsEach);
      rows.push([
        name,
        of(bare, 'perSecond').toFixed(0),
        rate.toFixed(0),
        (rate / of(bare, 'perSecond')).toFixed(2),
        `${of(ours, 'p99')} ms`,
        `${of(ours, 'cpuMsPerCall').toFixed(3)} ms`,
        `${(of(ours, 'cpuMsPerCall') - of(bare, 'cpuMsPerCall')).toFixed(3)} ms`,
      ]);
    }
  } finally {
    await service.stop();
    await node.close();
  }
  print(['case', 'bare node:http /s', 'Satchel /s', 'ratio', 'p99', 'CPU a call', 'CPU over bare'], rows);
  const [one, hundred] = [
    rates.get('BTC look-up, recent key') ?? 0,
    rates.get('BTC look-ups, batch of 100') ?? 0,
  ];
  console.log(
    `\nLook-ups a second: single ${one.toFixed(0)}, in batches of 100 ${hundred.toFixed(0)}: ${(hundred / one).toFixed(1)} times`,
  );
}

function print(head: string[], rows: string[][]): void {
  for (const row of [head, head.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`);
}

await main();
