import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_AUTHORIZATION, TEST_PROJECT } from '@/lib/testing/servers/service-parts';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { until } from '@/lib/testing/until';

// Tests that one log line explains a failed call.

type Line = Record<string, unknown>;
let node: TestNode;
let running: RunningService;
let lines: Line[];

beforeEach(async () => {
  lines = [];
  node = await testNode(async () => null);
  running = await runService(
    {
      SOLANA_RPC_URL_101: `${node.url}secret-path?api-key=secret`,
      REQUEST_DEADLINE_MS: '1500',
      LOG_LEVEL: 'info',
    },
    { logDestination: { write: (line) => void lines.push(JSON.parse(line)) } },
  );
});
afterEach(async () => {
  await running.stop();
  await node.close();
});

/** Lists an account. Returns the request id of the answer. */
async function list(owner: string): Promise<string | null> {
  const answer = await fetch(`${running.base}/solana?chainId=101`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: TEST_AUTHORIZATION },
    body: JSON.stringify({ id: 1, method: 'enhancedGetTokensAndNFTs', params: [addressOf(owner)] }),
  });
  await answer.text();
  return answer.headers.get('x-request-id');
}
const failures = () => lines.filter(({ msg }) => String(msg).startsWith('request failed: '));

it('logs a failed call in one line with its caller, its endpoint and its attempts', async () => {
  node.fault = () => ({ status: 429, headers: { 'retry-after': '60' } });
  const requestId = await list('one owner');
  await until('the failure is logged', () => failures().length > 0);
  expect(failures()).toEqual([
    expect.objectContaining({
      level: 'warn',
      msg: 'request failed: upstream-rate-limited',
      requestId,
      project: TEST_PROJECT.projectId,
      address: '127.0.0.1',
      route: 'solana',
      method: 'enhancedGetTokensAndNFTs',
      chainId: 101,
      status: 200,
      reason: 'upstream-rate-limited',
      endpoint: 'solana-101#1',
      upstreamStatus: 'http-429',
      attempts: 1,
      ms: expect.any(Number),
    }),
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/secret|api-key|Basic/);
});

it('logs the first of equal failures in a second, and the number of further ones', async () => {
  node.fault = () => ({ status: 429, headers: { 'retry-after': '60' } });
  for (let i = 0; i < 5; i++) await list(`owner ${i}`);
  const more = () => lines.filter(({ msg }) => msg === 'more requests failed');
  const counted = () => more().reduce((sum, { count }) => sum + Number(count), 0);
  await until('all failures are logged', () => failures().length + counted() === 5);
  expect(counted()).toBeGreaterThan(0);
  expect(more()[0]).toMatchObject({
    reason: 'upstream-rate-limited',
    project: TEST_PROJECT.projectId,
    method: 'enhancedGetTokensAndNFTs',
    chainId: 101,
  });
});

it('logs the endpoint that a call was waiting for when its deadline passed', async () => {
  node.fault = () => 'hang';
  await list('another owner');
  await until('the failure is logged', () => failures().length > 0);
  expect(failures()[0]).toMatchObject({
    reason: 'deadline-exceeded',
    endpoint: 'solana-101#1',
    upstreamStatus: 'pending',
    attempts: 1,
  });
});
