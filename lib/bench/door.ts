// `npm run bench:door`: the service's door against a bare node:http handler, in one run.

import autocannon from 'autocannon';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { publicKeys } from '@/lib/testing/keys';
import {
  BENCH_AUTHORIZATION,
  cpuSeconds,
  median,
  type Running,
  startNode,
  startService,
} from '@/lib/testing/servers/processes';
import { testNode } from '@/lib/testing/servers/solana-node';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { benchRow } from './bench-row';

const CONNECTIONS = 50;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const ROUNDS = 3;
const WARM_UP_SECONDS = 10;
const KEYS = 1000;
const RECENT = 'BTC look-up, recent key';

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
    { name: RECENT, path: '/evm-chain', bodies: keys.map(single), callsEach: 1, least: 0.6 },
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
      least: undefined,
    },
    { name: 'cached listing of 100 items', path: '/solana', bodies: [listing], callsEach: 1, least: 0.3 },
  ];
  const rows: string[][] = [];
  const rates = new Map<string, number>();
  try {
    for (const { name, path, bodies, callsEach, least } of cases) {
      for (const body of bodies) await answerOf(service, path, body);
      const floor = await startNode(['lib/bench/door-floor.mjs'], {
        ANSWER: await answerOf(service, path, bodies[0] ?? ''),
      });
      const ours: Measured[] = [];
      const bare: Measured[] = [];
      // Both have compiled their hot paths before they are measured.
      await load(service, path, bodies, WARM_UP_SECONDS);
      await load(floor, path, bodies, WARM_UP_SECONDS);
      for (let round = 0; round < ROUNDS; round++) {
        bare.push(await load(floor, path, bodies));
        ours.push(await load(service, path, bodies));
      }
      await floor.stop();
      const of = (all: Measured[], what: keyof Measured) => median(all.map((one) => one[what]));
      const rate = of(ours, 'perSecond');
      rates.set(name, rate * callsEach);
      const bareRate = of(bare, 'perSecond');
      benchRow({
        what: name,
        satchel: `${rate.toFixed(0)}/s, p99 ${of(ours, 'p99')} ms`,
        against: `bare node:http ${bareRate.toFixed(0)}/s`,
        ratio: (rate / bareRate).toFixed(2),
        asked: least === undefined ? '' : `≥ ${least}`,
        met: rate / bareRate >= (least ?? 0) && (name !== RECENT || of(ours, 'p99') < 15),
      });
      if (name === RECENT) {
        const over = of(ours, 'cpuMsPerCall') - of(bare, 'cpuMsPerCall');
        benchRow({
          what: 'CPU of a small call over the bare handler’s',
          satchel: `${of(ours, 'cpuMsPerCall').toFixed(3)} ms`,
          against: `bare node:http ${of(bare, 'cpuMsPerCall').toFixed(3)} ms`,
          ratio: `+${over.toFixed(3)} ms`,
          asked: '≤ 0.1 ms',
          met: over <= 0.1,
        });
      }
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
  const [one, hundred] = [rates.get(RECENT) ?? 0, rates.get('BTC look-ups, batch of 100') ?? 0];
  benchRow({
    what: 'look-ups a second in batches of 100',
    satchel: `${hundred.toFixed(0)}/s`,
    against: `single calls ${one.toFixed(0)}/s`,
    ratio: (hundred / one).toFixed(1),
    asked: '≥ 5',
    met: hundred / one >= 5,
  });
  console.log(
    `\nLook-ups a second: single ${one.toFixed(0)}, in batches of 100 ${hundred.toFixed(0)}: ${(hundred / one).toFixed(1)} times`,
  );
}

function print(head: string[], rows: string[][]): void {
  for (const row of [head, head.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`);
}

await main();
