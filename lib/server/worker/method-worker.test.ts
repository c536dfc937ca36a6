import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import type { Method } from '@/lib/rpc/define-method';
import { methods } from '@/lib/rpc/methods';
import { readEnv } from '@/lib/server/env';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { gate } from '@/lib/testing/gate';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { post, type Running, startService } from '@/lib/testing/servers/processes';
import { staticHost } from '@/lib/testing/servers/static-host';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { until } from '@/lib/testing/until';
import { MethodWorker } from './method-worker';

// Tests listings of a wallet with 3,000 NFTs, which the built service runs in the worker thread.

const COUNT = 3_000;
const OWNER = addressOf('a large wallet');
const SMALL_OWNER = addressOf('a small wallet');
const wallet = [...nftWallet(OWNER, COUNT), ...nftWallet(SMALL_OWNER, 2)];

let node: TestNode;
let service: Running;
beforeAll(async () => {
  node = await testNode(sampleNode(snapshotOf(1, wallet)));
  // A long deadline: on a busy machine, accepted listings may exceed the default one.
  service = await startService({
    SOLANA_RPC_URL_101: node.url,
    SOLANA_CACHE_MS: '0',
    REQUEST_DEADLINE_MS: '120000',
  });
});
afterEach(() => {
  node.fault = undefined;
});
afterAll(async () => {
  await service?.stop();
  await node?.close();
});

const request = (params: unknown[]) => ({
  id: 1,
  chainId: 101,
  method: 'enhancedGetTokensAndNFTs',
  params,
});
async function list(params: unknown[], over: Running = service) {
  const response = await post(over, '/solana', request(params));
  return { response, body: await response.json() };
}

describe('a call with a large response', () => {
  it('a large listing has the same result as several small listings', async () => {
    const whole = (await list([OWNER])).body.result;
    expect(whole.nfts).toHaveLength(COUNT);
    const mints = whole.nfts.slice(0, 20).map(({ mint }: { mint: string }) => mint);
    const selected = (await list([OWNER, { mints }])).body.result;
    expect(selected.nfts).toEqual(whole.nfts.slice(0, 20));
    expect(selected.lamports).toEqual(whole.lamports);
  });

  it('a large listing supports headers, the extended format and paging like any other call', async () => {
    const { response, body } = await list([OWNER, { extended: true, limit: 1_000, colour: 'red' }]);
    expect(response.headers.get('satchel-coverage')).toContain('spl-token');
    expect(response.headers.get('satchel-ignored')).toBe('colour');
    expect(body.result).toMatchObject({ ignored: ['colour'], lamportsString: expect.any(String) });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const options: object = cursor === null ? { limit: 1_000 } : { limit: 1_000, cursor };
      const page = (await list([OWNER, options])).body.result;
      seen.push(...page.nfts.map(({ mint }: { mint: string }) => mint));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(COUNT);
    expect(seen).toEqual([...seen].sort());
  });

  it('a large listing fetches documents through the guarded connections of the main thread', async () => {
    const host = await staticHost((_, response) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"name":"From the host"}'),
    );
    const owner = addressOf('a large wallet with documents');
    const uriOf = (i: number) => (i === 0 ? `http://${host.host}/0.json` : 'http://127.0.0.1:1/never.json');
    const other = await testNode(sampleNode(snapshotOf(1, nftWallet(owner, COUNT, uriOf))));
    const allowing = await startService({
      SOLANA_RPC_URL_101: other.url,
      METADATA_ALLOW_HOSTS: host.host,
    });
    const { nfts } = (await list([owner, { parseMetadataUri: true, extended: true }], allowing)).body.result;
    const filled = nfts.filter(({ metadata }: never) =>
      Object.hasOwn((metadata as { data: object }).data, 'uriData'),
    );
    expect(filled).toHaveLength(1);
    expect(
      nfts.filter(({ warnings }: { warnings: string[] }) => warnings.includes('document-unreachable')),
    ).toHaveLength(COUNT - 1);
    await allowing.stop();
    await other.close();
    await host.close();
  });

  it('a large listing returns -32002 if the node refuses, and reports its progress if the deadline passes', async () => {
    node.fault = ({ method }) =>
      method === 'getMultipleAccounts' ? { rpcError: { code: -32601, message: 'no' } } : undefined;
    expect((await list([OWNER])).body.error).toMatchObject({
      code: -32002,
      data: { reason: 'upstream-refused' },
    });
    node.fault = ({ method }) => (method === 'getMultipleAccounts' ? 'hang' : undefined);
    const hasty = await startService({ SOLANA_RPC_URL_101: node.url, REQUEST_DEADLINE_MS: '8000' });
    onTestFinished(() => hasty.stop());
    // On a busy machine, the deadline can pass before any assets are read.
    const hasReadAccounts = async () => {
      const { error } = (await list([OWNER], hasty)).body;
      expect(error).toMatchObject({ code: -32002, data: { reason: 'deadline-exceeded' } });
      return error.data.progress?.step === 'assets';
    };
    await until('a listing has read accounts when its deadline passes', hasReadAccounts, 100_000);
    node.fault = undefined;
    await until('nothing is in flight', () => node.inFlight() === 0);
    const isComplete = async () => (await list([OWNER], hasty)).body.result?.nfts.length === COUNT;
    await until('a listing completes', isComplete, 100_000);
  });

  it('a large listing is rejected with 503 while too many large listings are waiting, and all accepted listings complete', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, i) => list([OWNER, { limit: 1_000 - i }])),
    );
    const refused = outcomes.filter(({ response }) => response.status === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const { response, body } of refused) {
      expect(body.error.data.reason).toBe('overloaded');
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const answered = outcomes.filter(({ response }) => response.status === 200);
    // At least the initial capacity must complete. More calls are accepted if earlier ones finish quickly.
    expect(answered.length).toBeGreaterThanOrEqual(16);
    expect(answered.length + refused.length).toBe(40);
    for (const { body } of answered) expect(body.result.nfts.length).toBeGreaterThan(950);
  });

  it('a large listing does not delay small listings', async () => {
    const { opened, open } = gate();
    // One call is held, also when it is retried. The others leave room for calls of other requests.
    let held: string | undefined;
    node.fault = ({ method, params }) => {
      const keys = String(params[0]);
      if (method === 'getMultipleAccounts' && (params[0] as string[]).length === 100) held ??= keys;
      return keys === held ? { after: opened } : undefined;
    };
    const large = list([OWNER]);
    await until('a call is held', () => held !== undefined);
    const small = await list([SMALL_OWNER]);
    expect(small.body).toMatchObject({ result: { nfts: [{}, {}] } });
    node.fault = undefined;
    open();
    expect((await large).body.result.nfts).toHaveLength(COUNT);
  });
});

/** The script of a worker thread that answers each call. */
const ANSWERING = `import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ id }) => parentPort.postMessage({ type: 'value', id, value: 'a result' }));`;

/** Creates a worker whose thread runs the given code. */
function workerOf(code: string) {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-worker-'));
  const script = join(folder, 'worker.mjs');
  writeFileSync(script, code);
  const worker = new MethodWorker(
    {
      data: { env: readEnv({}), cursorSecret: '', memoryBytes: 1, maxHeapMb: 256 },
      transports: new Map(),
      fetch: Object.assign(() => Promise.reject(new Error('nothing is fetched')), { close: async () => {} }),
      commitments: () => ({}),
      log: { error: () => {} },
    },
    script,
  );
  const close = async () => {
    await worker.close();
    rmSync(folder, { recursive: true });
  };
  return { worker, script, close };
}
const method = methods.find(({ group }) => group === 'solana') as Method;
const call = { method, input: {}, params: [OWNER], chainId: 101, chainIdGiven: true };
const scope = scopeOf(new AbortController().signal);

it('calls in flight are rejected when the worker thread ends, and the next call starts another thread', async () => {
  const { worker, script, close } = workerOf('process.exit(1);');
  await expect(worker.run(call, scope)).rejects.toMatchObject({ reason: 'overloaded' });
  writeFileSync(script, ANSWERING);
  expect(await worker.run(call, scope)).toBe('a result');
  await close();
});

it('a project whose large listings fill their queue does not delay or exclude those of another project', async () => {
  const { worker, close } = workerOf(ANSWERING);
  const ended: string[] = [];
  const run = (projectId: string) =>
    worker.run({ ...call, projectId }, scope).then(() => ended.push(projectId));
  const start = (count: number) => Array.from({ length: count }, () => run('busy'));
  const running = start(4);
  // Let the calls take their places; the thread needs longer to start.
  await new Promise((resolve) => setImmediate(resolve));
  const waiting = start(16);
  await expect(run('busy')).rejects.toMatchObject({ reason: 'overloaded' });
  await run('other');
  expect(ended.length).toBeLessThanOrEqual(6);
  await Promise.all([...running, ...waiting]);
  await close();
});
