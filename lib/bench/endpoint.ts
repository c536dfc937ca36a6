// `npm run bench:door`: measures the service's endpoints and a bare node:http handler in the same run.

import autocannon from 'autocannon';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { publicKeys } from '@/lib/testing/keys';
import { testNode } from '@/lib/testing/nodes/test-node';
import { cpuSeconds, median, type Running, startNode, startService } from '@/lib/testing/servers/processes';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { benchRow } from './bench-row';
import { BENCH_HEADERS, listingBody, lookUpBody } from './look-up-request';

const CONNECTIONS = 50;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const ROUNDS = 3;
const WARM_UP_SECONDS = 10;
const KEYS = 1000;
const RECENT = 'BTC lookup, recent key';
const BATCH = 'BTC lookups, batch of 100';

type Measured = { perSecond: number; p99: number; cpuMsPerCall: number };

async function load(target: Running, path: string, bodies: string[], seconds = SECONDS): Promise<Measured> {
  const cpuBefore = cpuSeconds(target.pid);
  const result = await autocannon({
    url: target.base + path,
    connections: CONNECTIONS,
    duration: seconds,
    method: 'POST',
    headers: BENCH_HEADERS,
    requests: bodies.map((body) => ({ method: 'POST', path, headers: BENCH_HEADERS, body })),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${result.non2xx} responses had a status other than 200, ${result.errors} requests failed`,
    );
  const calls = result.requests.total;
  return {
    perSecond: calls / result.duration,
    p99: result.latency.p99,
    cpuMsPerCall: ((cpuSeconds(target.pid) - cpuBefore) * 1000) / calls,
  };
}

async function answerOf(target: Running, path: string, body: string): Promise<string> {
  const response = await fetch(target.base + path, { method: 'POST', headers: BENCH_HEADERS, body });
  return response.text();
}

type Case = {
  name: string;
  path: string;
  bodies: string[];
  callsEach: number;
  /** Required fraction of the bare handler's requests per second; undefined if there is no requirement. */
  least: number | undefined;
};

function casesOf(keys: readonly string[]): Case[] {
  const listing = listingBody(addressOf('bench owner'));
  const batch = (i: number) => `[${keys.slice(i * 100, i * 100 + 100).map(lookUpBody)}]`;
  return [
    { name: RECENT, path: '/evm-chain', bodies: keys.map(lookUpBody), callsEach: 1, least: 0.6 },
    {
      name: BATCH,
      path: '/evm-chain',
      bodies: Array.from({ length: 10 }, (_, i) => batch(i)),
      callsEach: 100,
      least: undefined,
    },
    { name: 'cached listing of 100 items', path: '/solana', bodies: [listing], callsEach: 1, least: 0.3 },
  ];
}

/** Measures the service and the bare handler, with the same response, in alternating rounds. Returns the medians. */
async function measure(
  service: Running,
  { path, bodies }: Case,
): Promise<{ ours: Measured; bare: Measured }> {
  for (const body of bodies) await answerOf(service, path, body);
  const floor = await startNode(['lib/bench/endpoint-floor.mjs'], {
    ANSWER: await answerOf(service, path, bodies[0] ?? ''),
  });
  const ours: Measured[] = [];
  const bare: Measured[] = [];
  // Warm up the service and the bare handler.
  await load(service, path, bodies, WARM_UP_SECONDS);
  await load(floor, path, bodies, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await load(floor, path, bodies));
    ours.push(await load(service, path, bodies));
  }
  await floor.stop();
  return { ours: medians(ours), bare: medians(bare) };
}

function medians(all: readonly Measured[]): Measured {
  const of = (what: keyof Measured) => median(all.map((one) => one[what]));
  return { perSecond: of('perSecond'), p99: of('p99'), cpuMsPerCall: of('cpuMsPerCall') };
}

/** Adds a case to the table of all benchmarks. Returns the case's row for the table of this benchmark. */
function report({ name, least }: Case, ours: Measured, bare: Measured): string[] {
  const ratio = ours.perSecond / bare.perSecond;
  const cpuOver = ours.cpuMsPerCall - bare.cpuMsPerCall;
  benchRow({
    what: name,
    satchel: `${ours.perSecond.toFixed(0)}/s, p99 ${ours.p99} ms`,
    against: `bare node:http ${bare.perSecond.toFixed(0)}/s`,
    ratio: ratio.toFixed(2),
    limit: least === undefined ? '' : `≥ ${least}`,
    met: ratio >= (least ?? 0) && (name !== RECENT || ours.p99 < 15),
  });
  if (name === RECENT) {
    benchRow({
      what: 'CPU of a small call over the bare handler’s',
      satchel: `${ours.cpuMsPerCall.toFixed(3)} ms`,
      against: `bare node:http ${bare.cpuMsPerCall.toFixed(3)} ms`,
      ratio: `+${cpuOver.toFixed(3)} ms`,
      limit: '≤ 0.1 ms',
      met: cpuOver <= 0.1,
    });
  }
  return [
    name,
    bare.perSecond.toFixed(0),
    ours.perSecond.toFixed(0),
    ratio.toFixed(2),
    `${ours.p99} ms`,
    `${ours.cpuMsPerCall.toFixed(3)} ms`,
    `${cpuOver.toFixed(3)} ms`,
  ];
}

/**
 * Reports how much faster lookups are in batches.
 * @param one lookups per second in single calls
 * @param hundred lookups per second in batches of 100
 */
function reportBatches(one: number, hundred: number): void {
  benchRow({
    what: 'lookups a second in batches of 100',
    satchel: `${hundred.toFixed(0)}/s`,
    against: `single calls ${one.toFixed(0)}/s`,
    ratio: (hundred / one).toFixed(1),
    limit: '≥ 2.5',
    met: hundred / one >= 2.5,
  });
  console.log(
    `\nLookups a second: single ${one.toFixed(0)}, in batches of 100 ${hundred.toFixed(0)}: ${(hundred / one).toFixed(1)} times`,
  );
}

async function main() {
  const node = await testNode(sampleNode(snapshotOf(1000, nftWallet(addressOf('bench owner'), 100))));
  // Same conditions as `npm start`: the dashboard is on, and a page has been served.
  const service = await startService({ SOLANA_RPC_URL_101: node.url, DASHBOARD: 'on' });
  await fetch(service.base);
  const rows: string[][] = [];
  const rates = new Map<string, number>();
  try {
    for (const one of casesOf(publicKeys(KEYS))) {
      const { ours, bare } = await measure(service, one);
      rates.set(one.name, ours.perSecond * one.callsEach);
      rows.push(report(one, ours, bare));
    }
  } finally {
    await service.stop();
    await node.close();
  }
  print(['case', 'bare node:http /s', 'Satchel /s', 'ratio', 'p99', 'CPU a call', 'CPU over bare'], rows);
  reportBatches(rates.get(RECENT) ?? 0, rates.get(BATCH) ?? 0);
}

function print(head: string[], rows: string[][]): void {
  for (const row of [head, head.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`);
}

await main();
