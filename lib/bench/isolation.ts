// `npm run bench -- isolation`: API calls while three visitors load pages of a wallet of 10,000 NFTs, next to the same
// calls without visitors; and the memory of both processes.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { SAMPLE_BIG_WALLET } from '@/lib/solana/sample-addresses';
import { publicKeys } from '@/lib/testing/keys';
import { residentMegabytes, startService } from '@/lib/testing/servers/processes';
import { benchLimit } from './bench-row';
import { BENCH_HEADERS, lookUpBody } from './look-up-request';

const SECONDS = 12;
const VISITORS = 3;
/** Time between two calls; they do not wait for each other. */
const EVERY_MS = 10;

const service = await startService({ DASHBOARD: 'on' });
const keys = publicKeys(500);
let pages = 0;
let isOver = false;

/** Loads the page of the wallet again and again. */
async function visit(): Promise<void> {
  while (!isOver) {
    const page = await fetch(`${service.base}/account/${SAMPLE_BIG_WALLET}?cluster=104`);
    await page.arrayBuffer();
    if (page.ok) pages += 1;
  }
}

/** Times of all calls, in ms, ascending. */
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

/** The web process: the only child of the service. Linux. */
function webProcess(): number {
  const parentOf = (pid: string) => {
    try {
      return Number(
        readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /, '')
          .split(' ')[1],
      );
    } catch {
      return 0;
    }
  };
  return Number(readdirSync('/proc').find((name) => /^\d+$/.test(name) && parentOf(name) === service.pid));
}

try {
  await fetch(`${service.base}/account/${SAMPLE_BIG_WALLET}?cluster=104`).then((page) => page.arrayBuffer());
  await measure();
  const idle = [residentMegabytes(service.pid), residentMegabytes(webProcess())];
  const alone = await measure();
  const visitors = Array.from({ length: VISITORS }, visit);
  const beside = await measure();
  isOver = true;
  await Promise.all(visitors);
  const busy = [residentMegabytes(service.pid), residentMegabytes(webProcess())];
  console.log(`alone: ${figures(alone)}`);
  console.log(`next to ${VISITORS} visitors: ${figures(beside)}; ${pages} pages in ${SECONDS} s`);
  const shown = (megabytes: number[]) => megabytes.map((each) => each.toFixed(0)).join(' + ');
  console.log(`memory of API and web process: ${shown(idle)} MB, afterwards ${shown(busy)} MB`);
  benchLimit('p99 of a look-up next to three visitors of 10,000 NFTs', percentile(beside, 0.99), 'ms', 25);
} finally {
  await service.stop();
}
