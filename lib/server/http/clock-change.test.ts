import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openStore } from '@/lib/store/open';
import { publicKeys } from '@/lib/testing/keys';
import { testEvmNode } from '@/lib/testing/nodes/test-node';
import { closeAtOnce, listenOnLoopback } from '@/lib/testing/servers/loopback';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_PROJECT } from '@/lib/testing/servers/service-parts';
import { until } from '@/lib/testing/until';

// Tests that setting the system clock back by an hour, as NTP may do, does not extend lifetimes of a few seconds.

const HOUR_MS = 3_600_000;
/** Timeout in ms: much longer than every lifetime in these tests, and much shorter than the clock change. */
const GIVE_UP_MS = 60_000;

let stepMs = 0;
const setBack = () => {
  stepMs = -HOUR_MS;
};
const closing: (() => unknown)[] = [];
let dataDir: string;

beforeEach(() => {
  stepMs = 0;
  dataDir = mkdtempSync(join(tmpdir(), 'satchel-clock-'));
  const real = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => real() + stepMs);
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  vi.restoreAllMocks();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<RunningService> {
  const service = await runService({ DATA_DIR: dataDir, ...env });
  closing.push(() => service.stop());
  return service;
}

let keys = 0;
/** Creates a lookup of a new key, so that the service must query the chain. */
const lookUp = () => ({
  id: 1,
  method: 'svc_aa_getBTCAccount',
  params: [{ name: 'BTC', version: '2.0.0', btcPublicKey: publicKeys(1, ++keys)[0] }],
});

it('rejects a revoked key after the clock is set back', async () => {
  const service = await start();
  const call = async () => (await service.call('/evm-chain', { id: 1, method: 'none' })).status;
  const store = await openStore({ dataDir });
  closing.push(() => store.close());
  expect(await call()).toBe(200);
  setBack();
  await store.projects.revokeProject(TEST_PROJECT.projectId);
  await until('the key is rejected', async () => (await call()) === 401, GIVE_UP_MS);
});

it('rejects a revoked key that was checked while the clock was an hour ahead', async () => {
  const service = await start();
  const call = async () => (await service.call('/evm-chain', { id: 1, method: 'none' })).status;
  const store = await openStore({ dataDir });
  closing.push(() => store.close());
  stepMs = HOUR_MS;
  expect(await call()).toBe(200);
  stepMs = 0;
  await store.projects.revokeProject(TEST_PROJECT.projectId);
  await until('the key is rejected', async () => (await call()) === 401, GIVE_UP_MS);
});

it('a chain whose endpoint was paused after failures is retried even if the clock is set back', async () => {
  const node = await testEvmNode({});
  closing.push(() => node.close());
  const service = await start({ EVM_RPC_URL_1: node.url });
  const isAnswered = async () => 'result' in (await service.call('/evm-chain', lookUp())).json;
  node.fault = () => ({ status: 500 });
  // The transport pauses an endpoint after ten failures.
  while (node.calls.length < 10) expect(await isAnswered()).toBe(false);
  node.fault = undefined;
  setBack();
  await until('the chain answers', isAnswered, GIVE_UP_MS);
});

it('retries a chain after its Retry-After even if the clock is set back', async () => {
  let isLimited = true;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (isLimited) return response.writeHead(429, { 'Retry-After': '1' }).end();
    const answers = [JSON.parse(body)].flat().map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x' }));
    return response.end(JSON.stringify(body.startsWith('[') ? answers : answers[0]));
  });
  closing.push(() => closeAtOnce(server));
  const service = await start({
    EVM_RPC_URL_1: `http://${await listenOnLoopback(server)}`,
    REQUEST_DEADLINE_MS: '3000',
  });
  const isAnswered = async () => 'result' in (await service.call('/evm-chain', lookUp())).json;
  expect(await isAnswered()).toBe(false);
  isLimited = false;
  setBack();
  await until('the chain answers', isAnswered, GIVE_UP_MS);
});

it('refills an exhausted rate limit after the clock is set back', async () => {
  const service = await start({ RATE_LIMIT_PER_SECOND: '1' });
  const call = async () => (await service.call('/evm-chain', { id: 1, method: 'none' })).status;
  while ((await call()) !== 429);
  setBack();
  await until('a call is served', async () => (await call()) === 200, GIVE_UP_MS);
});
