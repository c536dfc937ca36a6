import { type ChildProcess, fork } from 'node:child_process';
import { once, setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_EMPTY_WALLET, SAMPLE_TINY_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { publicKeys } from '@/lib/testing/keys';
import { FULL } from '@/lib/testing/measure';
import { webProcessOf } from '@/lib/testing/servers/process-tree';
import {
  BENCH_AUTHORIZATION,
  heldMegabytes,
  type Running,
  residentMegabytes,
  startService,
} from '@/lib/testing/servers/processes';
import { atPace, percentile } from '../open-loop';
import { ATTACKS, attack } from './attacks';
import type { HostileServers } from './hostile-owners';

// Runs all attacks at once, from many addresses, while a project makes calls at a steady rate. The project must get
// correct responses. Needs a build of the pages; `npm test` builds them first.

/** Duration in seconds, 20 minutes by default; `SATCHEL_MIXED_SECONDS` changes it, for example to search for leaks. */
const SECONDS = Number(process.env.SATCHEL_MIXED_SECONDS ?? 20 * 60);
const PER_SECOND = 50;
/** Number of connections per attack. */
const CONNECTIONS = 8;
const MAX_P99_MS = 2_000;
const MAX_LEFT_MB = 50;
const AFTER_SECONDS = 60;
/** Duration of the attacks that fill the caches before the measurement, in seconds. */
const FILL_SECONDS = 120;
const METRICS_TOKEN = 'token-of-the-mixed-attacks-on-loopback';

const [KEY] = publicKeys(1, 9_500_000);

/** Outcome of a project's calls. */
type HonestCalls = {
  ms: number[];
  /** Responses that differ from those of the idle service, with their counts. */
  wrong: Map<string, number>;
};

const honestKeys = publicKeys(200, 7_000_000);
const honestBodies = [
  ...honestKeys.map((btcPublicKey) => ({
    path: '/evm-chain',
    body: JSON.stringify({
      id: 1,
      chainId: 31337,
      method: 'svc_aa_getBTCAccount',
      params: [{ name: 'BTC', version: '2.0.0', btcPublicKey }],
    }),
  })),
  ...[SAMPLE_WALLET, SAMPLE_TINY_WALLET].flatMap((owner) =>
    Array.from({ length: 50 }, (_, i) => ({
      path: '/solana',
      body: JSON.stringify({ id: i, chainId: 104, method: 'enhancedGetTokensAndNFTs', params: [owner] }),
    })),
  ),
];

/** Creates a client with an API key and records the idle service's responses, to compare later responses with. */
async function honestProject(service: Running) {
  const pool = new Pool(service.base, { connections: 64 });
  const headers = { 'content-type': 'application/json', authorization: BENCH_AUTHORIZATION };
  const ask = async ({ path, body }: (typeof honestBodies)[number]) => {
    const response = await pool.request({ path, method: 'POST', headers, body });
    return `${response.statusCode} ${await response.body.text()}`;
  };
  const expected = new Map<string, string>();
  for (const call of honestBodies) {
    const response = await ask(call);
    if (!response.startsWith('200') || !response.includes('"result"'))
      throw new Error(response.slice(0, 200));
    expected.set(call.body, response);
  }
  const calls: HonestCalls = { ms: [], wrong: new Map() };
  return {
    calls,
    /** Makes call number `n`, which was due at `dueAt`, and adds its outcome to `calls`. */
    async check(n: number, dueAt: number): Promise<void> {
      const call = honestBodies[(n * 7) % honestBodies.length] as (typeof honestBodies)[number];
      const response = await ask(call).catch((thrown: Error) => `no answer: ${thrown.message}`);
      calls.ms.push(performance.now() - dueAt);
      if (response === expected.get(call.body)) return;
      const wrong = response.slice(0, 160);
      calls.wrong.set(wrong, (calls.wrong.get(wrong) ?? 0) + 1);
    },
    close: () => pool.close(),
  };
}

/**
 * One path for each type of page, route and image on the sample network, plus an empty account on the hostile node.
 */
const PATHS = [
  '/',
  '/docs',
  '/docs/enhancedGetTokensAndNFTs',
  '/bitcoin',
  `/bitcoin/${KEY}`,
  `/account/${SAMPLE_TINY_WALLET}?chain=104&tab=nfts`,
  `/account/${SAMPLE_WALLET}?chain=104&tab=tokens`,
  `/account/${SAMPLE_EMPTY_WALLET}?chain=101`,
  `/api/holdings/${SAMPLE_TINY_WALLET}?chain=104`,
  `/og/account?address=${SAMPLE_TINY_WALLET}&chain=104`,
  `/find?q=${SAMPLE_TINY_WALLET}`,
];

const ROUNDS = 10;

/**
 * Opens public pages a few times, so that modules loaded by the first visit do not count as memory left by an attack.
 * @throws Error if a page does not load
 */
async function openPages({ base }: Running): Promise<void> {
  const headers = { 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': '203.0.113.7' };
  const open = async (path: string) => {
    const response = await fetch(base + path, { headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answers ${response.status}`);
    return text;
  };
  for (let round = 0; round < ROUNDS; round++) {
    const pages = await Promise.all(PATHS.map(open));
    const items = `/account/${SAMPLE_TINY_WALLET}/`;
    const mint = /^\w+/.exec(pages.join().split(items)[1] ?? '')?.[0];
    if (mint === undefined) throw new Error('no page links to an item');
    await open(`${items}${mint}?chain=104`);
  }
}

describe.skipIf(!existsSync('.next/BUILD_ID'))('all attacks at once', () => {
  let hostile: ChildProcess;
  let service: Running;

  beforeAll(async () => {
    hostile = fork(fileURLToPath(new URL('./hostile-servers.ts', import.meta.url)), [], {
      execArgv: ['--import', 'tsx'],
    });
    const [{ nodeUrl, host }] = (await once(hostile, 'message')) as [HostileServers];
    service = await startService({
      DASHBOARD: 'on',
      TRUST_PROXY: '1',
      RATE_LIMIT_PER_SECOND: '100',
      SOLANA_RPC_URL_101: nodeUrl,
      METADATA_ALLOW_HOSTS: host,
      BITCOIN_ESPLORA_URL: 'off',
      BITCOIN_ESPLORA_URL_TESTNET: 'off',
      BITCOIN_ESPLORA_URL_SIGNET: 'off',
      METRICS_TOKEN,
      NODE_OPTIONS: `--import=${new URL('../../servers/collect-on-signal.mjs', import.meta.url)}`,
      LOG_LEVEL: 'fatal',
    });
  });
  afterAll(async () => {
    await service?.stop('SIGKILL');
    hostile?.disconnect();
  });

  /** Returns the ids of the API process and the web process. */
  const serviceProcesses = () => [service.pid, webProcessOf(service.pid) ?? service.pid];

  /**
   * Measures heap and external memory of both processes in MB after a minute without calls, before and after a forced
   * garbage collection. V8 collects most garbage in that minute; under load it can keep garbage for minutes.
   */
  async function held() {
    await sleep(AFTER_SECONDS * 1_000);
    const told = Math.round(await heldMegabytes(service, METRICS_TOKEN));
    for (const pid of serviceProcesses()) process.kill(pid, 'SIGUSR2');
    await sleep(1_000);
    return { told, held: Math.round(await heldMegabytes(service, METRICS_TOKEN)) };
  }

  /** Attacks the service while `work` runs. Returns the number of runs, by attack. */
  async function attackDuring(connections: number, work: () => Promise<void>) {
    const over = new AbortController();
    // Every call of the attacks listens to this signal.
    setMaxListeners(0, over.signal);
    const attacking = attack(service, connections, over.signal);
    await work();
    over.abort();
    return attacking;
  }

  it('simultaneous attacks of every kind do not change the responses that a project gets', async () => {
    const project = await honestProject(service);
    const goes = await attackDuring(1, async () => {
      for (let n = 0; n < 40; n++) await project.check(n, performance.now());
    });
    expect([...project.calls.wrong]).toEqual([]);
    expect(goes.size).toBe(Object.keys(ATTACKS).length);
    await project.close();
  });

  // This test is not part of `npm test`, because it measures speed.
  it.runIf(FULL)(
    `attacks do not slow down a project’s ${PER_SECOND} calls a second during ${SECONDS} s, or change the responses`,
    async () => {
      const project = await honestProject(service);
      // Warm up the pages and the JIT compiler, and fill the caches, which may hold 150 MB in each process.
      await openPages(service);
      await attackDuring(CONNECTIONS, () => atPace(PER_SECOND, FILL_SECONDS, project.check));
      project.calls.ms.length = 0;
      project.calls.wrong.clear();
      const before = await held();
      let peak = 0;
      const look = setInterval(() => {
        peak = Math.max(peak, ...serviceProcesses().map((pid) => residentMegabytes(pid)));
      }, 1_000);
      const goes = await attackDuring(CONNECTIONS, () => atPace(PER_SECOND, SECONDS, project.check));
      const { ms, wrong } = project.calls;
      clearInterval(look);
      const p99 = percentile(ms, 0.99);
      const after = await held();
      await project.close();
      const times = [percentile(ms, 0.5), p99, Math.max(...ms)].map((each) => each.toFixed(0));
      process.stdout.write(
        `${ms.length} honest calls, p50, p99 and longest ${times.join(', ')} ms; wrong ${JSON.stringify([...wrong])}; attacks ${JSON.stringify([...goes])}; RSS of a process at most ${peak.toFixed(0)} MB; heap and external memory before and ${AFTER_SECONDS} s after: ${before.told}, ${after.told} MB with garbage, ${before.held}, ${after.held} MB without\n`,
      );
      expect([...wrong]).toEqual([]);
      expect(p99).toBeLessThan(MAX_P99_MS);
      expect(after.held - before.held).toBeLessThan(MAX_LEFT_MB);
    },
    (SECONDS + 600) * 1_000,
  );
});
