import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type Gate, gate } from '@/lib/testing/gate';
import { type TestNode, testNode } from '@/lib/testing/nodes/solana-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { until } from '@/lib/testing/until';

// Visitors whose reads fill all that they may of an upstream and of memory, and a project that asks meanwhile.

const VISITED = Array.from({ length: 8 }, (_, i) => addressOf(`visited ${i}`));
const OWN = addressOf('own');
/** Calls in flight that the upstream is begun with. */
const PLACES = 8;
const VISITORS_PLACES = (PLACES * 3) / 4;

let visits: Gate;
let node: TestNode;
let service: RunningService;

beforeAll(async () => {
  visits = gate();
  const wallets = [...VISITED, OWN].flatMap((owner) => nftWallet(owner, 300));
  const answers = sampleNode(snapshotOf(1, wallets));
  node = await testNode(async (method, params, signal) => {
    // What visitors ask for is not answered until the end.
    if (VISITED.includes(String(params[0]))) await visits.opened;
    return answers(method, params, signal);
  });
  service = await runService({
    SOLANA_RPC_URL_101: node.url,
    UPSTREAM_CONCURRENCY: String(PLACES),
    // On a busy machine a wallet that is not counted in time is feared to be large: there is room for all of them.
    MEMORY_BUDGET_BYTES: String(2 ** 32),
  });
});
afterAll(async () => {
  visits?.open();
  await service?.stop();
  await node?.close();
});

it('a project is answered while visitors wait for an upstream, of which they hold three quarters', async () => {
  const { pageReads } = service.service.ports;
  const reads = VISITED.map((owner) => pageReads.fresh(101, owner));
  const ended = reads.map((read) => read.wait({ holdingsMs: 120_000, documentsMs: 0 }));
  await until('visitors hold what they may', () => node.inFlight() === VISITORS_PLACES);
  const list = (params: unknown[]) =>
    service.call('/solana', { chainId: 101, method: 'enhancedGetTokensAndNFTs', params });
  const { status, json } = await list([OWN]);
  expect(status).toBe(200);
  expect(json.result.nfts).toHaveLength(300);
  // Fewer on a machine that is so busy that calls are given up.
  await until('visitors hold no more', () => node.inFlight() <= VISITORS_PLACES);
  // Not even one of the very wallet that a visitor waits for: it is a read of its own, and asks at once.
  const own = list([VISITED[0]]);
  await until('the project asks', () => node.inFlight() > VISITORS_PLACES);
  visits.open();
  expect((await own).json.result.nfts).toHaveLength(300);
  await Promise.all(ended);
  for (const read of reads) expect(read.holdings?.nfts).toHaveLength(300);
  await until('all is given back', () => service.service.memory.held === 0);
});
