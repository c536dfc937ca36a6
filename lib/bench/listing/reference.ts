// `npm run bench -- reference`: compares listings over HTTP with a hand-written reference (reference-read.ts) on the
// same node in the same run. Reports medians of five alternating turns, after both are warm, and the peak memory of the
// first listing of a fresh service.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client } from 'undici';
import { benchLimit, benchRow } from '@/lib/bench/bench-row';
import { startBenchNode } from '@/lib/testing/nodes/bench-node';
import { descendantsOf } from '@/lib/testing/servers/process-tree';
import {
  BENCH_AUTHORIZATION,
  cpuSeconds,
  median,
  type Running,
  residentMegabytes,
  startService,
} from '@/lib/testing/servers/processes';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { answered } from './answered';

const TURNS = 5;
const WARM_UPS = 15;
/** Number of listings per turn, by number of NFTs. More for small wallets, whose listings take about a millisecond. */
const AT_ONCE = new Map([
  [10, 400],
  [100, 100],
  [1000, 4],
]);
/** Maximum ratio of the times, by round-trip time (ms) and number of NFTs. Infinity means no limit. */
const ASKED: Record<number, Record<number, number>> = {
  0: {
    10: Number.POSITIVE_INFINITY,
    100: Number.POSITIVE_INFINITY,
    1000: 1.8,
    10000: Number.POSITIVE_INFINITY,
  },
  50: { 1000: 1.3, 10000: 1.5, 50000: 1.5 },
};
const limitText = (limit: number) => (Number.isFinite(limit) ? `≤ ${limit}` : '');

type Turn = { ms: number; cpuMs: number };

/** Lists a wallet with Satchel through one client, with minimal overhead. */
async function satchel(service: Running, client: Client, owner: string, count: number): Promise<Turn> {
  const method = 'enhancedGetTokensAndNFTs';
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, chainId: 101, method, params: [owner] });
  const headers = { 'content-type': 'application/json', authorization: BENCH_AUTHORIZATION };
  const cpu = cpuSeconds(service.pid);
  const started = performance.now();
  const chunks = await answered(client, { path: '/solana', method: 'POST', headers, body });
  const ms = performance.now() - started;
  const text = Buffer.concat(chunks).toString();
  const { result } = JSON.parse(text) as { result?: { nfts: unknown[] } };
  if (result?.nfts.length !== count) throw new Error(`${count} NFTs: ${text.slice(0, 200)}`);
  return { ms, cpuMs: (cpuSeconds(service.pid) - cpu) * 1000 };
}

async function reference(child: ChildProcess, owner: string, count: number): Promise<Turn> {
  child.send(owner);
  const [turn] = (await once(child, 'message')) as [Turn & { items: number }];
  if (turn.items !== count) throw new Error(`${count} NFTs: the reference found ${turn.items}`);
  return turn;
}

async function repeated(owners: readonly string[], listing: (owner: string) => Promise<Turn>): Promise<Turn> {
  const sum: Turn = { ms: 0, cpuMs: 0 };
  for (const owner of owners) {
    const { ms, cpuMs } = await listing(owner);
    sum.ms += ms / owners.length;
    sum.cpuMs += cpuMs / owners.length;
  }
  return sum;
}

const format = (value: number) => value.toFixed(value < 10 ? 2 : 0);

/** Whether all listings are of the same wallet (`known`) or each is of a new wallet. */
type Wallets = 'known' | 'new';
/** Maximum size of new wallets. Larger ones would take too much memory, because the node keeps all of them. */
const MAX_NEW = 1_000;

console.log(
  '| NFTs | wallet | round trip ms | Satchel ms | reference ms | ratio | asked | CPU ms | reference CPU ms | first turn ms |\n|---|---|---|---|---|---|---|---|---|---|',
);
for (const [latency, counts] of Object.entries(ASKED)) {
  const node = await startBenchNode(Number(latency));
  const service = await startService({
    SOLANA_RPC_URL_101: node.url,
    SOLANA_CACHE_MS: '0',
  });
  const client = new Client(service.base);
  const child = fork(fileURLToPath(new URL('./reference-run.ts', import.meta.url)), [node.url]);
  await once(child, 'message');

  /**
   * Runs the warm-ups and then the measured turns. In each turn, Satchel and then the reference make `times` listings.
   * @returns the first warm-up turn, and all turns after the warm-ups
   */
  const turnsOf = async (count: number, wallets: Wallets, times: number) => {
    const turns: { own: Turn; other: Turn }[] = [];
    let last = 0;
    for (let turn = 0; turn < WARM_UPS + TURNS; turn++) {
      const owners: string[] = [];
      for (let i = 0; i < times; i++) {
        if (wallets === 'new' || last === 0) last += 1;
        const name = `${count}-${wallets}-${last}`;
        await node.ask({ prepare: name });
        owners.push(addressOf(name));
      }
      turns.push({
        own: await repeated(owners, (owner) => satchel(service, client, owner, count)),
        other: await repeated(owners, (owner) => reference(child, owner, count)),
      });
    }
    return { first: turns[0], settled: turns.slice(WARM_UPS) };
  };

  for (const [key, asked] of Object.entries(counts)) {
    const count = Number(key);
    const times = AT_ONCE.get(count) ?? 1;
    const ways: [Wallets, number][] = [['known', times]];
    if (count <= MAX_NEW) ways.push(['new', Math.ceil(times / 4)]);
    for (const [wallets, listings] of ways) {
      const { first, settled } = await turnsOf(count, wallets, listings);
      const of = (who: 'own' | 'other', what: keyof Turn) => median(settled.map((turn) => turn[who][what]));
      const [own, other] = [of('own', 'ms'), of('other', 'ms')];
      const ratio = own / other;
      const firstTurn = first ? `${format(first.own.ms)} to ${format(first.other.ms)}` : '';
      console.log(
        `| ${count} | ${wallets} | ${latency} | ${format(own)} | ${format(other)} | ${ratio.toFixed(2)} | ${limitText(asked)} | ${format(of('own', 'cpuMs'))} | ${format(of('other', 'cpuMs'))} | ${firstTurn} |`,
      );
      benchRow({
        what: `${count.toLocaleString('en-US')} NFTs of a ${wallets} wallet, ${latency} ms, over HTTP`,
        satchel: `${format(own)} ms`,
        against: `reference ${format(other)} ms`,
        ratio: ratio.toFixed(2),
        limit: limitText(asked),
        met: ratio <= asked,
      });
    }
  }
  child.disconnect();
  await client.close();
  await service.stop();
  node.stop();
}

/** Maximum peak memory of the process tree above a fresh idle one, in MB, by number of NFTs. */
const ASKED_MEMORY = new Map([
  [10_000, 200],
  [50_000, 450],
]);

/** Sums the resident memory of a process and its descendants, in MB. */
const megabytesOfTree = (pid: number, field: 'VmRSS' | 'VmHWM'): number =>
  [pid, ...descendantsOf(pid)].reduce((sum, each) => sum + residentMegabytes(each, field), 0);

console.log('\n| NFTs | peak MB above a fresh idle service | asked |\n|---|---|---|');
for (const [count, asked] of ASKED_MEMORY) {
  const node = await startBenchNode(0);
  const peaks: number[] = [];
  for (let run = 0; run < 3; run++) {
    const name = `${count}-memory-${run}`;
    await node.ask({ prepare: name });
    const service = await startService({ SOLANA_RPC_URL_101: node.url, SOLANA_CACHE_MS: '0' });
    const client = new Client(service.base);
    const idle = megabytesOfTree(service.pid, 'VmRSS');
    await satchel(service, client, addressOf(name), count);
    peaks.push(megabytesOfTree(service.pid, 'VmHWM') - idle);
    await client.close();
    await service.stop();
  }
  console.log(`| ${count} | ${peaks.map((mb) => mb.toFixed(0)).join(', ')} | ≤ ${asked} |`);
  benchLimit(
    `${count.toLocaleString('en-US')} NFTs: peak memory above a fresh service`,
    median(peaks),
    'MB',
    asked,
  );
  node.stop();
}
