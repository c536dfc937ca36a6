import { afterEach, expect, it } from 'vitest';
import { type NodeFault, type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_AUTHORIZATION } from '@/lib/testing/servers/service-parts';
import { addressOf } from '@/lib/testing/solana/solana-wallet';

// Tests what a caller gets if the only endpoint of a chain answers 429.

const open: (TestNode | { close: () => Promise<void> })[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** Starts a service whose only endpoint answers every call with `fault`. */
async function limitedService(fault: NodeFault, deadlineMs: number): Promise<[RunningService, TestNode]> {
  const node = await testNode(async () => null);
  node.fault = () => fault;
  const running = await runService({
    SOLANA_RPC_URL_101: node.url,
    REQUEST_DEADLINE_MS: String(deadlineMs),
  });
  open.push({ close: running.stop }, node);
  return [running, node];
}

/** Lists an account. Returns the error and the `Retry-After` header. */
async function errorOf({ base }: RunningService) {
  const answer = await fetch(`${base}/solana`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: TEST_AUTHORIZATION },
    body: JSON.stringify({
      id: 1,
      chainId: 101,
      method: 'enhancedGetTokensAndNFTs',
      params: [addressOf('rate-limited owner')],
    }),
  });
  const { error } = (await answer.json()) as { error: { code: number; data: Record<string, unknown> } };
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), error };
}

it('answers upstream-rate-limited with the Retry-After of the only endpoint, without waiting for it', async () => {
  const [running, node] = await limitedService({ status: 429, headers: { 'retry-after': '3600' } }, 20_000);
  const first = await errorOf(running);
  expect(first).toMatchObject({
    status: 200,
    retryAfter: '3600',
    error: { code: -32002, data: { reason: 'upstream-rate-limited', retryAfterSeconds: 3600 } },
  });
  expect((await errorOf(running)).error.data.reason).toBe('upstream-rate-limited');
  // No read was sent twice. The genesis certificate is read over separate connections.
  const reads = node.calls.filter(({ method }) => method !== 'getAgGenesisCert');
  expect(new Set(reads.map(({ method, params }) => JSON.stringify([method, params]))).size).toBe(
    reads.length,
  );
});

it('answers upstream-rate-limited without Retry-After if the only endpoint sends none', async () => {
  const [running] = await limitedService({ status: 429 }, 1_000);
  expect(await errorOf(running)).toMatchObject({
    status: 200,
    retryAfter: null,
    error: { code: -32002, data: { reason: 'upstream-rate-limited' } },
  });
});
