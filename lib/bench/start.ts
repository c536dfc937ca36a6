// `npm run bench -- start`: from `npm start` on a built tree to the first right answer, and how long that first call
// takes, before any page was asked for; and what one large listing takes in memory.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { freePort } from '@/lib/testing/servers/free-port';
import {
  BENCH_AUTHORIZATION,
  BENCH_PROJECT,
  heldMegabytes,
  median,
  post,
  startService,
} from '@/lib/testing/servers/processes';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { benchRow } from './bench-row';
import { startBenchNode } from './listing/listing-processes';

const body = (chainId: number, owner: string) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, chainId, method: 'enhancedGetTokensAndNFTs', params: [owner] });

function call(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: BENCH_AUTHORIZATION };
    const asked = request({ port, host: '127.0.0.1', path: '/solana', method: 'POST', headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve(text));
    });
    asked.on('error', reject);
    asked.end(body(104, SAMPLE_WALLET));
  });
}

/** One start: until the first answer, and that call alone, in ms. */
async function start(): Promise<{ untilAnswer: number; firstCall: number }> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'satchel-bench-'));
  const started = performance.now();
  const service = spawn('npm', ['start', '--silent'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ...BENCH_PROJECT,
    },
    stdio: 'ignore',
    detached: true,
  });
  try {
    for (;;) {
      const asked = performance.now();
      const answer = await call(port).catch(() => undefined);
      const now = performance.now();
      if (answer?.includes('"result"')) return { untilAnswer: now - started, firstCall: now - asked };
      if (now - started > 60_000) throw new Error(`no answer: ${answer}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  } finally {
    const ended = new Promise((resolve) => service.once('exit', resolve));
    if (service.pid !== undefined) process.kill(-service.pid, 'SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function report(what: string, values: number[], most: number, unit: string): void {
  const value = median(values);
  console.log(
    `${what}: ${values.map((each) => each.toFixed(0)).join(', ')} ${unit} (asked: at most ${most})`,
  );
  benchRow({
    what,
    satchel: `${value.toFixed(0)} ${unit}`,
    against: '',
    ratio: '',
    asked: `≤ ${most} ${unit}`,
    met: value <= most,
  });
}

/** The most that one listing holds over what the idle service does. */
async function listingMemory(node: { url: string }, owner: string): Promise<{ mb: number; ms: number }> {
  const service = await startService({ SOLANA_RPC_URL_101: node.url, REQUEST_DEADLINE_MS: '60000' });
  const idle = await heldMegabytes(service);
  let most = idle;
  let over = false;
  const watching = (async () => {
    while (!over) {
      most = Math.max(most, await heldMegabytes(service));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const started = performance.now();
  const answer = await post(service, '/solana', body(101, owner));
  const { length } = Buffer.from(await answer.arrayBuffer());
  const ms = performance.now() - started;
  over = true;
  await watching;
  await service.stop();
  if (answer.status !== 200 || length < 1_000_000) throw new Error(`${answer.status}, ${length} bytes`);
  return { mb: most - idle, ms };
}

const starts = [];
for (let i = 0; i < 5; i++) starts.push(await start());
const untilAnswers = starts.map(({ untilAnswer }) => untilAnswer);
report('npm start on a built tree, to the first right answer', untilAnswers, 1_000, 'ms');
const firstCalls = starts.map(({ firstCall }) => firstCall);
report('the first call after the port is open', firstCalls, 100, 'ms');

const node = await startBenchNode(0);
for (const [count, mb, ms] of [
  [10_000, 120, undefined],
  [50_000, 400, undefined],
  [100_000, 700, 6_000],
] as const) {
  const name = `${count}-memory`;
  await node.ask({ prepare: name });
  const runs = [];
  for (let i = 0; i < 3; i++) runs.push(await listingMemory(node, addressOf(name)));
  const what = `one listing of ${count.toLocaleString('en-US')}`;
  report(
    `${what}: heap and external over idle`,
    runs.map((run) => run.mb),
    mb,
    'MB',
  );
  if (ms !== undefined)
    report(
      `${what}: time`,
      runs.map((run) => run.ms),
      ms,
      'ms',
    );
}
node.stop();
