// `npm run bench -- isolation`: measures API calls while three visitors load pages of a wallet of 10,000 NFTs, compared
// with the same calls without visitors, and the memory of both processes.
import { setTimeout as sleep } from 'node:timers/promises';
import { SAMPLE_BIG_WALLET } from '@/lib/solana/sample-addresses';
import { publicKeys } from '@/lib/testing/keys';
import { startBenchNode } from '@/lib/testing/nodes/bench-node';
import { webProcessOf } from '@/lib/testing/servers/process-tree';
import { post, residentMegabytes, startService } from '@/lib/testing/servers/processes';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { benchLimit } from './bench-row';
import { BENCH_HEADERS, lookUpBody } from './look-up-request';

const SECONDS = 12;
const VISITORS = 3;
/** Time between the starts of two calls, in ms. Calls do not wait for each other. */
const EVERY_MS = 10;

const service = await startService({ DASHBOARD: 'on' });
const keys = publicKeys(500);
let pages = 0;
let isOver = false;

/** Loads the page of the large wallet repeatedly until the measurement is over. */
async function visit(): Promise<void> {
  while (!isOver) {
    const page = await fetch(`${service.base}/account/${SAMPLE_BIG_WALLET}?cluster=104`);
    await page.arrayBuffer();
    if (page.ok) pages += 1;
  }
}

/** Makes calls at a steady rate and returns their durations in ms, in ascending order. */
async function measure(): Promise<number[]> {
  const times: number[] = [];
  const calls: Promise<void>[] = [];
  const call = async (key: string) => {
    const started = performance.now();
    const response = await fetch(`${service.base}/evm-chain`, {
      method: 'POST',
      headers: BENCH_HEADERS,
      body: lookUpBody(key),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    times.push(performance.now() - started);
  };
  const until = performance.now() + SECONDS * 1000;
  for (let i = 0; performance.now() < until; i++) {
    calls.push(call(keys[i % keys.length] ?? ''));
    await sleep(EVERY_MS);
  }
  await Promise.all(calls);
  return times.sort((a, b) => a - b);
}

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.floor(sorted.length * share)] ?? 0;
const figures = (sorted: readonly number[]) =>
  `p50 ${percentile(sorted, 0.5).toFixed(1)} ms, p99 ${percentile(sorted, 0.99).toFixed(1)} ms, ${sorted.length} calls`;

/** Measures the slowest `/health` response, in ms, while a service lists a wallet of 100,000 NFTs twice. */
async function longestHealth(): Promise<number> {
  const node = await startBenchNode(0);
  const other = await startService({
    SOLANA_RPC_URL_101: node.url,
    SOLANA_CACHE_MS: '0',
    REQUEST_DEADLINE_MS: '60000',
  });
  let isListing = true;
  let longest = 0;
  const probe = async () => {
    while (isListing) {
      const started = performance.now();
      await (await fetch(`${other.base}/health`)).arrayBuffer();
      longest = Math.max(longest, performance.now() - started);
      await sleep(EVERY_MS);
    }
  };
  try {
    const name = '100000-large-1';
    await node.ask({ prepare: name });
    const probes = probe();
    for (let turn = 0; turn < 2; turn++) {
      const answer = await post(other, '/solana', {
        id: 1,
        chainId: 101,
        method: 'enhancedGetTokensAndNFTs',
        params: [addressOf(name)],
      });
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      // Do not parse the response: that would block the measurements in this process.
      for await (const _ of answer.body ?? []);
    }
    isListing = false;
    await probes;
    return longest;
  } finally {
    await other.stop();
    node.stop();
  }
}

try {
  await fetch(`${service.base}/account/${SAMPLE_BIG_WALLET}?cluster=104`).then((page) => page.arrayBuffer());
  await measure();
  const idle = [residentMegabytes(service.pid), residentMegabytes(webProcessOf(service.pid) ?? 0)];
  const alone = await measure();
  const visitors = Array.from({ length: VISITORS }, visit);
  const beside = await measure();
  isOver = true;
  await Promise.all(visitors);
  const busy = [residentMegabytes(service.pid), residentMegabytes(webProcessOf(service.pid) ?? 0)];
  console.log(`alone: ${figures(alone)}`);
  console.log(`next to ${VISITORS} visitors: ${figures(beside)}; ${pages} pages in ${SECONDS} s`);
  const shown = (megabytes: number[]) => megabytes.map((each) => each.toFixed(0)).join(' + ');
  console.log(`memory of API and web process: ${shown(idle)} MB, afterwards ${shown(busy)} MB`);
  benchLimit('p99 of a lookup next to three visitors of 10,000 NFTs', percentile(beside, 0.99), 'ms', 25);
} finally {
  await service.stop();
}

const longest = await longestHealth();
console.log(`longest /health while 100,000 NFTs are listed: ${longest.toFixed(0)} ms`);
benchLimit('longest /health while 100,000 NFTs are listed', longest, 'ms', 250);
