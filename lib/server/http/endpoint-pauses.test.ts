import { afterEach, beforeEach, expect, it } from 'vitest';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { until } from '@/lib/testing/until';

// Tests that the log and the metrics show a failing endpoint, also while another one answers every call.

type Line = Record<string, unknown>;
let nodes: TestNode[];
let running: RunningService;
let lines: Line[];

beforeEach(async () => {
  lines = [];
  nodes = [await testNode(sampleNode(snapshotOf(1, []))), await testNode(sampleNode(snapshotOf(1, [])))];
  running = await runService(
    { SOLANA_RPC_URL_101: nodes.map(({ url }) => url).join(','), LOG_LEVEL: 'info' },
    { logDestination: { write: (line) => void lines.push(JSON.parse(line)) } },
  );
});
afterEach(async () => {
  await running.stop();
  for (const node of nodes) await node.close();
});

/** Lists an account. Returns the JSON-RPC error, if there is one. */
async function list(owner: string) {
  const body = { id: 1, chainId: 101, method: 'enhancedGetTokensAndNFTs', params: [addressOf(owner)] };
  return (await running.call('/solana', body)).json.error;
}
const linesOf = (message: string) => lines.filter(({ msg }) => msg === message);
const metrics = async () => (await fetch(`${running.base}/metrics`)).text();

it('logs and counts by label the pause and the recovery of the first endpoint while the second one answers', async () => {
  const [first] = nodes as [TestNode];
  first.fault = () => ({ status: 429, headers: { 'retry-after': '2' } });
  expect(await list('before')).toBeUndefined();
  expect(linesOf('endpoint paused')).toEqual([
    expect.objectContaining({
      level: 'warn',
      endpoint: 'solana-101#1',
      reason: 'http-429',
      pauseMs: expect.any(Number),
    }),
  ]);
  const during = await metrics();
  expect(during).toContain(
    'satchel_upstream_endpoint_ready{network="solana-101",endpoint="solana-101#1",process="api"} 0\n',
  );
  expect(during).toContain(
    'satchel_upstream_endpoint_ready{network="solana-101",endpoint="solana-101#2",process="api"} 1\n',
  );
  expect(during).toMatch(
    /^satchel_upstream_calls_total\{network="solana-101",endpoint="solana-101#1",outcome="http-429",process="api"\} [1-9]/m,
  );
  expect(during).toMatch(
    /^satchel_upstream_call_duration_seconds_count\{endpoint="solana-101#2",process="api"\} [1-9]/m,
  );

  first.fault = undefined;
  let account = 0;
  await until('the endpoint has recovered', async () => {
    expect(await list(`after ${account++}`)).toBeUndefined();
    return linesOf('endpoint recovered').length > 0;
  });
  expect(linesOf('endpoint paused')).toHaveLength(1);
  expect(linesOf('endpoint recovered')).toEqual([
    expect.objectContaining({ level: 'info', endpoint: 'solana-101#1', pausedMs: expect.any(Number) }),
  ]);
  expect(await metrics()).toContain(
    'satchel_upstream_endpoint_ready{network="solana-101",endpoint="solana-101#1",process="api"} 1\n',
  );
  // Neither the log nor the metrics name an address.
  expect(JSON.stringify(lines)).not.toContain(new URL(first.url).host);
});
