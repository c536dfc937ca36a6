// `npm run bench -- start`: measures the time from `npm start` on a built tree to the first correct response, and the
// duration of that first call. No page is requested beforehand.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { freePort } from '@/lib/testing/servers/free-port';
import { BENCH_AUTHORIZATION, BENCH_PROJECT, median } from '@/lib/testing/servers/processes';
import { benchLimit } from './bench-row';

const LISTING = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  chainId: 104,
  method: 'enhancedGetTokensAndNFTs',
  params: [SAMPLE_WALLET],
});

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
    asked.end(LISTING);
  });
}

/** Starts the service once. Returns the time until the first response, and the duration of that call, both in ms. */
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
      if (now - started > 60_000)
        throw new Error(`no result within 60 s; last response: ${answer ?? 'none'}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  } finally {
    const ended = new Promise((resolve) => service.once('exit', resolve));
    if (service.pid !== undefined) process.kill(-service.pid, 'SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function report(what: string, values: number[], most: number): void {
  console.log(`${what}: ${values.map((each) => each.toFixed(0)).join(', ')} ms (asked: at most ${most})`);
  benchLimit(what, median(values), 'ms', most);
}

const starts = [];
for (let i = 0; i < 5; i++) starts.push(await start());
const untilAnswers = starts.map(({ untilAnswer }) => untilAnswer);
report('npm start on a built tree, to the first right answer', untilAnswers, 1_000);
const firstCalls = starts.map(({ firstCall }) => firstCall);
report('the first call after the port is open', firstCalls, 100);
