// `npm run bench -- reference`: listings through HTTP beside the shortest listing that can be made by hand, on the same
// node in the same run (reference-read.ts says what that leaves out). Medians of five, turn by turn.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client, type Dispatcher } from 'undici';
import { benchRow } from '@/lib/bench/bench-row';
import {
  BENCH_AUTHORIZATION,
  cpuSeconds,
  median,
  type Running,
  startService,
} from '@/lib/testing/servers/processes';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { startBenchNode } from './listing-processes';

const TURNS = 5;
const WARM_UPS = 3;
/** Listings of the smallest wallets take about a millisecond: many make one turn. */
const AT_ONCE = new Map([
  [10, 400],
  [100, 100],
]);
/** What is to be reached, by the node's round trip (ms) and the wallet's NFTs. */
const ASKED: Record<number, Record<number, number>> = {
  0: { 10: 2, 100: 1.7, 1000: 1.5, 10000: 1.4, 50000: 1.4 },
  50: { 1000: 1.2, 10000: 1.3, 50000: 1.5 },
};

type Turn = { ms: number; cpuMs: number };

/** An answer as it came, by a handler that only keeps it: what a client's stream takes for itself is not Satchel's. */
function answered(client: Client, request: Dispatcher.DispatchOptions): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    client.dispatch(request, {
      onRequestStart: () => {},
      onResponseStart: () => {},
      onResponseData: (_, chunk) => void chunks.push(chunk),
      onResponseEnd: () => resolve(chunks),
      onResponseError: (_, error) => reject(error),
    });
  });
}

/** Asks through one client, whose own work is as small as can be. */
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

async function repeated(times: number, listing: () => Promise<Turn>): Promise<Turn> {
  const sum: Turn = { ms: 0, cpuMs: 0 };
  for (let i = 0; i < times; i++) {
    const { ms, cpuMs } = await listing();
    sum.ms += ms / times;
    sum.cpuMs += cpuMs / times;
  }
  return sum;
}

const format = (value: number) => value.toFixed(value < 10 ? 2 : 0);

console.log(
  '| NFTs | round trip ms | Satchel ms | reference ms | ratio | asked | CPU ms | reference CPU ms |\n|---|---|---|---|---|---|---|---|',
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
  for (const [key, asked] of Object.entries(counts)) {
    const count = Number(key);
    const name = `${count}-reference`;
    const owner = addressOf(name);
    await node.ask({ prepare: name });
    const ours: Turn[] = [];
    const theirs: Turn[] = [];
    for (let turn = 0; turn < WARM_UPS + TURNS; turn++) {
      const times = AT_ONCE.get(count) ?? 1;
      const own = await repeated(times, () => satchel(service, client, owner, count));
      const other = await repeated(times, () => reference(child, owner, count));
      if (turn >= WARM_UPS) {
        ours.push(own);
        theirs.push(other);
      }
    }
    const [own, other] = [ours, theirs].map((turns) => median(turns.map(({ ms }) => ms))) as [number, number];
    const [ownCpu, otherCpu] = [ours, theirs].map((turns) => median(turns.map(({ cpuMs }) => cpuMs)));
    const ratio = own / other;
    console.log(
      `| ${count} | ${latency} | ${format(own)} | ${format(other)} | ${ratio.toFixed(2)} | ≤ ${asked} | ${format(ownCpu ?? 0)} | ${format(otherCpu ?? 0)} |`,
    );
    benchRow({
      what: `${count.toLocaleString('en-US')} NFTs, ${latency} ms, over HTTP`,
      satchel: `${format(own)} ms`,
      against: `reference ${format(other)} ms`,
      ratio: ratio.toFixed(2),
      asked: `≤ ${asked}`,
      met: ratio <= asked,
    });
  }
  child.disconnect();
  await client.close();
  await service.stop();
  node.stop();
}
