// `npm run bench -- growth`: measures how the time and memory of a listing grow with the size of the wallet, from 10 to
// 100,000 token accounts. Measures each size in a new service that has listed one wallet of 1,000. Writes growth.svg.
import { writeFileSync } from 'node:fs';
import { benchLimit } from '@/lib/bench/bench-row';
import { heldMegabytes, median, post, startService } from '@/lib/testing/servers/processes';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { growthPlot } from './growth-plot';
import { type BenchNode, startBenchNode } from './listing-processes';

const RUNS = 3;
const WARM_UP = '1000-warm-up';
const WARM_UPS = 10;
const COUNTS = [10, 100, 1_000, 10_000, 50_000, 100_000];
/** Limits of memory in MB and of time in ms, by number of NFTs. */
const ASKED: Record<number, { mb: number; ms?: number }> = {
  10000: { mb: 150 },
  50000: { mb: 450 },
  100000: { mb: 700, ms: 6_000 },
};
const walletOf = (count: number) => `${count}-growth`;

type Listing = { ms: number; mb: number };

/** Starts the service and measures a listing: average time, then peak memory above idle. */
async function measure(node: BenchNode, owner: string, count: number): Promise<Listing> {
  const service = await startService({
    SOLANA_RPC_URL_101: node.url,
    SOLANA_CACHE_MS: '0',
    REQUEST_DEADLINE_MS: '60000',
  });
  // Repeat small listings and average their times: each takes only about a millisecond.
  const times = Math.max(1, 2_000 / count);
  const listings = async () => {
    for (let i = 0; i < times; i++) await list(service, owner, count);
  };
  try {
    for (let i = 0; i < WARM_UPS; i++) await list(service, addressOf(WARM_UP), 1_000);
    const idle = await heldMegabytes(service);
    const started = performance.now();
    await listings();
    const ms = (performance.now() - started) / times;
    let most = idle;
    let over = false;
    const watching = (async () => {
      while (!over) most = Math.max(most, await heldMegabytes(service));
    })();
    await listings();
    over = true;
    await watching;
    return { ms, mb: most - idle };
  } finally {
    await service.stop();
  }
}

async function list(service: { base: string }, owner: string, count: number): Promise<void> {
  const method = 'enhancedGetTokensAndNFTs';
  const answer = await post(service, '/solana', { id: 1, chainId: 101, method, params: [owner] });
  const { result } = (await answer.json()) as { result?: { nfts: unknown[] } };
  if (result?.nfts.length !== count) throw new Error(`${count} NFTs: ${answer.status}`);
}

const node = await startBenchNode(0);
for (const wallet of [WARM_UP, ...COUNTS.map(walletOf)]) await node.ask({ prepare: wallet });
console.log('| NFTs | ms | MB over idle |\n|---|---|---|');
const points = [];
for (const count of COUNTS) {
  const runs: Listing[] = [];
  for (let i = 0; i < RUNS; i++) runs.push(await measure(node, addressOf(walletOf(count)), count));
  const ms = median(runs.map((run) => run.ms));
  const mb = median(runs.map((run) => run.mb));
  points.push({ count, ms, mb });
  const inEach = (figure: keyof Listing, digits: number) =>
    runs.map((run) => run[figure].toFixed(digits)).join(', ');
  const name = count.toLocaleString('en-US');
  console.log(`| ${name} | ${inEach('ms', count < 1_000 ? 1 : 0)} | ${inEach('mb', 0)} |`);
  const asked = ASKED[count];
  if (asked) benchLimit(`one listing of ${name}: heap and external over idle`, mb, 'MB', asked.mb);
  if (asked?.ms) benchLimit(`one listing of ${name}: time`, ms, 'ms', asked.ms);
}
node.stop();
writeFileSync(new URL('growth.svg', import.meta.url), growthPlot(points));
