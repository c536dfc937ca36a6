import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type Gate, gate } from '@/lib/testing/gate';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { until } from '@/lib/testing/until';

// Lists more wallets at once than the memory budget allows. Listings that fit must be complete; all others must get
// 503.

const OWNERS = Array.from({ length: 8 }, (_, i) => addressOf(`owner ${i}`));
/** Number of NFTs in each wallet. The service reserves 3.5 MB for a wallet of this size. */
const NFTS = 1_000;

vi.mock('@/lib/server/limits/heap-room', async (importOriginal) => ({
  ...(await importOriginal<typeof import('@/lib/server/limits/heap-room')>()),
  memoryBudget: () => 16 * 1024 * 1024,
}));

describe('a service with a memory budget of 16 MiB', () => {
  let mints: Gate;
  let node: TestNode;
  let service: RunningService;
  beforeAll(async () => {
    mints = gate();
    const answers = sampleNode(
      snapshotOf(
        1,
        OWNERS.flatMap((owner) => nftWallet(owner, NFTS)),
      ),
    );
    node = await testNode(async (method, params, signal) => {
      if (method === 'getMultipleAccounts') await mints.opened;
      return answers(method, params, signal);
    });
    service = await runService({ SOLANA_RPC_URL_101: node.url });
  });
  afterAll(async () => {
    await service?.stop();
    await node?.close();
  });

  it('completes the calls that fit in the memory budget, and rejects all further calls with 503', async () => {
    const list = (owner: string | undefined) =>
      service.call('/solana', { chainId: 101, method: 'enhancedGetTokensAndNFTs', params: [owner] });
    // Wait for the first listing's measured size: the service estimates the others from it.
    let first: ReturnType<typeof list> | undefined;
    const begin = async () => {
      const answer = await list(OWNERS[0]);
      if (answer.status === 503) first = undefined;
      return answer;
    };
    await until('the first is measured', () => {
      first ??= begin();
      return node.countOf('getMultipleAccounts') > 0;
    });
    const statuses: number[] = [];
    const rest = OWNERS.slice(1).map(async (owner) => {
      const answer = await list(owner);
      statuses.push(answer.status);
      return answer;
    });
    await until('four are rejected', () => statuses.length === 4);
    expect(statuses).toEqual([503, 503, 503, 503]);
    mints.open();
    const answers = await Promise.all([first, ...rest]).then((all) => all.flatMap((one) => one ?? []));
    const whole = answers.filter(({ status }) => status === 200);
    expect(whole).toHaveLength(4);
    for (const { json } of whole) expect(json.result.nfts).toHaveLength(NFTS);
    for (const { status, json } of answers)
      if (status === 503) expect(json.error.data).toEqual({ reason: 'overloaded', retryAfterSeconds: 1 });
    await until('all memory is released', () => service.service.memory.held === 0);
  });
});
