// npm run bench:listing [-- quick]: Satchel's listing beside Umi's fetchAllDigitalAssetWithTokenByOwner and
// Metaplex JS' findAllByOwner, each in a process of its own, on a local node with a set round-trip time.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { benchRow } from '@/lib/bench/bench-row';
import { writeLongJson } from '@/lib/json/exact-write';
import { documentedHoldings } from '@/lib/solana/holdings';
import { EMPTY_TOKEN_LIST } from '@/lib/solana/token-list';
import { solanaSource } from '@/lib/sources/solana/solana-chains';
import { httpTransport } from '@/lib/sources/transport/transport';
import { median } from '@/lib/testing/servers/processes';
import { noDocuments } from '@/lib/testing/solana/no-documents';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { benchAddresses, benchMetadata } from './listing-pieces';
import type { RunResult } from './listing-run';

const quick = process.argv.includes('quick');
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const checks: [name: string, ok: boolean][] = [];

type Node = { url: string; ask: (message: { prepare?: string }) => Promise<number>; stop: () => void };

async function startNode(latencyMs: number): Promise<Node> {
  const child = fork(file('./listing-node.ts'), [String(latencyMs)]);
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return {
    url,
    ask: async (message) => {
      child.send(message);
      const [{ calls }] = (await once(child, 'message')) as [{ calls: number }];
      return calls;
    },
    stop: () => child.disconnect(),
  };
}

type Row = RunResult & { calls: number };

/** Median of `times` listings of wallets of `count` NFTs, after one that warms up. */
async function run(tool: string, node: Node, count: number, times: number, warmUps: number): Promise<Row> {
  const child: ChildProcess = fork(file('./listing-run.ts'), [tool, node.url], {
    execArgv: [...process.execArgv, '--expose-gc'],
  });
  await once(child, 'message');
  const rows: Row[] = [];
  for (let turn = 0; turn < warmUps + times; turn++) {
    const name = `${turn < warmUps ? Math.min(count, 1_000) : count}-${tool}-${turn}`;
    await node.ask({ prepare: name });
    child.send(addressOf(name));
    const [result] = (await once(child, 'message')) as [RunResult];
    rows.push({ ...result, calls: await node.ask({}) });
  }
  child.disconnect();
  const kept = rows.slice(warmUps);
  if (kept.some(({ items }) => items !== count))
    throw new Error(`${tool} listed ${kept.map(({ items }) => items)} of ${count}`);
  const of = (key: keyof Row) => median(kept.map((row) => row[key]));
  return {
    items: count,
    ms: of('ms'),
    cpuMs: of('cpuMs'),
    peakMb: Math.max(...rows.map(({ peakMb }) => peakMb)),
    bytes: of('bytes'),
    calls: of('calls'),
  };
}

const format = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits });

function print(title: string, rows: [string, Row][]) {
  console.log(
    `\n${title}\n\n| | ms | CPU ms | calls | peak over idle MB | Satchel is faster by |\n|---|---|---|---|---|---|`,
  );
  const own = rows[0]?.[1].ms ?? Number.NaN;
  for (const [name, { ms, cpuMs, calls, peakMb }] of rows) {
    console.log(
      `| ${name} | ${format(ms)} | ${format(cpuMs)} | ${format(calls)} | ${format(peakMb)} | ${name === 'Satchel' ? '' : `${format(ms / own, 1)} ×`} |`,
    );
  }
}

/**
 * A small listing every 20 ms while listings of 10,000 run one after another, in one process.
 * @param small node of the small one: how long the large one keeps its node busy is not the question
 */
async function responsiveness(node: Node, small: Node, written: boolean) {
  await small.ask({ prepare: '3-small' });
  const names = Array.from({ length: 4 }, (_, i) => `10000-busy-${written}-${i}`);
  for (const name of names) await node.ask({ prepare: name });
  const chain = ({ url }: Node) => ({
    transport: httpTransport({ urls: [url] }),
    tokenList: async () => EMPTY_TOKEN_LIST,
  });
  const source = solanaSource({
    chains: new Map([
      [101, chain(node)],
      [102, chain(small)],
    ]),
    fillDocuments: noDocuments,
    cacheMs: 0,
  });
  const list = (chainId: number, name: string) =>
    source.getHoldings(chainId, addressOf(name), {
      parseMetadataUri: false,
      signal: AbortSignal.timeout(60_000),
    });
  for (let i = 0; i < 20; i++) await list(102, '3-small');
  let busy = true;
  const times: number[] = [];
  const often = (async () => {
    while (busy) {
      const started = performance.now();
      await list(102, '3-small');
      times.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  for (const name of names) {
    const holdings = documentedHoldings(await list(101, name));
    if (written) await writeLongJson(holdings);
  }
  busy = false;
  await often;
  times.sort((a, b) => a - b);
  return {
    count: times.length,
    p50: median(times),
    p95: times[Math.floor(times.length * 0.95)] ?? Number.NaN,
    most: times.at(-1) ?? Number.NaN,
  };
}

console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
);

const addresses = benchAddresses(quick ? 2_000 : 100_000);
const metadata = benchMetadata();
console.log(`\n| piece | Satchel ms | others ms |\n|---|---|---|`);
console.log(
  `| metadata PDA (${format(addresses.count)} mints, ${addresses.different} different from web3.js) | ${format(addresses.satchelMs, 4)} | web3.js ${format(addresses.web3Ms, 2)}, Umi ${format(addresses.umiMs, 2)} |`,
);
console.log(`| metadata decoding | ${format(metadata.satchelMs, 4)} | Umi ${format(metadata.umiMs, 3)} |`);
checks.push([
  'a PDA takes at most 0.03 ms and equals web3.js',
  addresses.satchelMs <= 0.03 && addresses.different === 0,
]);
checks.push(['decoding metadata takes at most 0.01 ms', metadata.satchelMs <= 0.01]);

const near = await startNode(0);
const own = await run('satchel', near, 1_000, 5, 5);
const umi = await run('umi', near, 1_000, quick ? 1 : 2, 1);
const metaplex = await run('metaplex-js', near, 1_000, quick ? 1 : 2, 1);
print('1,000 NFTs at 0 ms', [
  ['Satchel', own],
  ['Umi', umi],
  ['Metaplex JS', metaplex],
]);
checks.push(['1,000 at 0 ms: at least 12 times faster than Umi', umi.ms / own.ms >= 12]);
checks.push(['1,000 at 0 ms: at most 250 ms of CPU', own.cpuMs <= 250]);
checks.push(['1,000: at most 3 + ⌈2M/100⌉ calls', own.calls <= 23]);
near.stop();

const far = await startNode(50);
const ownFar = await run('satchel', far, 1_000, 5, 2);
const umiFar = await run('umi', far, 1_000, 1, 1);
print('1,000 NFTs at 50 ms', [
  ['Satchel', ownFar],
  ['Umi', umiFar],
]);
checks.push(['1,000 at 50 ms: at most twice two round trips, plus 150 ms', ownFar.ms <= 2 * 100 + 150]);
const ownLarge = await run('satchel', far, 10_000, 3, 2);
const large: [string, Row][] = [['Satchel', ownLarge]];
if (!quick) large.push(['Umi', await run('umi', far, 10_000, 1, 0)]);
print('10,000 NFTs at 50 ms', large);
checks.push(['10,000 at 50 ms: under 2.5 s', ownLarge.ms < 2_500]);
checks.push(['10,000: under 300 MB over idle', ownLarge.peakMb < 300]);
checks.push(['10,000: at most 3 + ⌈2M/100⌉ calls', ownLarge.calls <= 203]);
far.stop();

const [large1, small1] = await Promise.all([startNode(0), startNode(0)]);
for (const written of [false, true]) {
  const { count, p50, p95, most } = await responsiveness(large1, small1, written);
  console.log(
    `\nA listing of 3 NFTs while 10,000 are listed${written ? ' and written' : ''} (${count} of them, 0 ms a round trip): p50 ${format(p50)} ms, p95 ${format(p95)} ms, longest ${format(most)} ms`,
  );
  checks.push([
    `a small listing beside 10,000${written ? ' and their writing' : ''} answers within 100 ms (p95)`,
    p95 < 100,
  ]);
}
large1.stop();
small1.stop();

const times = (theirs: number, ours: number) => `${(theirs / ours).toFixed(1)} times`;
const against = (what: string, ours: number, peer: string, theirs: number, asked = '', met = true) =>
  benchRow({
    what,
    satchel: `${format(ours, ours < 1 ? 4 : 0)} ms`,
    against: `${peer} ${format(theirs, theirs < 1 ? 3 : 0)} ms`,
    ratio: times(theirs, ours),
    asked,
    met,
  });
against('1,000 NFTs, 0 ms', own.ms, 'Umi', umi.ms, '≥ 12 times', umi.ms / own.ms >= 12);
against('1,000 NFTs, 0 ms', own.ms, 'Metaplex JS', metaplex.ms);
against('1,000 NFTs, 50 ms', ownFar.ms, 'Umi', umiFar.ms, '≤ 350 ms', ownFar.ms <= 350);
for (const [name, row] of large)
  if (name === 'Umi')
    against('10,000 NFTs, 50 ms', ownLarge.ms, 'Umi', row.ms, '< 2.5 s', ownLarge.ms < 2500);
against(
  'a metadata PDA',
  addresses.satchelMs,
  'web3.js',
  addresses.web3Ms,
  '≤ 0.03 ms',
  addresses.satchelMs <= 0.03,
);
against(
  'decoding metadata',
  metadata.satchelMs,
  'Umi',
  metadata.umiMs,
  '≤ 0.01 ms',
  metadata.satchelMs <= 0.01,
);
console.log('');
for (const [name, ok] of checks) console.log(`${ok ? 'met   ' : 'MISSED'} ${name}`);
process.exit(checks.every(([, ok]) => ok) ? 0 : 1);
