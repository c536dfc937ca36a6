import { afterAll, beforeAll, expect, it } from 'vitest';
import { favoriteAccount } from '@/lib/solana/accounts/name-service';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { namedWallet } from '@/lib/testing/solana/named-wallet';
import { addressOf } from '@/lib/testing/solana/solana-wallet';

// Tests the primary name of an account in the extended format (contract §3).

const OWNER = addressOf('primary name owner');
const FAVORITE = favoriteAccount(OWNER);
let node: TestNode;
let service: RunningService;
beforeAll(async () => {
  node = await testNode(sampleNode(snapshotOf(9, namedWallet(OWNER, 'mine'))));
  service = await runService({ SOLANA_RPC_URL_101: node.url, SOLANA_CACHE_MS: '0' });
});
afterAll(async () => {
  await service?.stop();
  await node?.close();
});

async function list(options: object, owner = OWNER) {
  const params = [owner, options];
  const { json } = await service.call('/solana/101', { id: 1, method: 'enhancedGetTokensAndNFTs', params });
  return json.result;
}

it('the extended format has the primary name of the account, or null if the account has no primary name', async () => {
  expect(await list({ extended: true })).toMatchObject({ primaryName: 'mine.sol' });
  expect(await list({ extended: true }, addressOf('nameless'))).toMatchObject({ primaryName: null });
  expect(await list({})).not.toHaveProperty('primaryName');
});

it('a primary name that could not be read is null, is reported in the coverage, and does not fail the listing', async () => {
  node.fault = ({ params }) =>
    JSON.stringify(params).includes(FAVORITE) ? { rpcError: { code: -32000, message: 'no' } } : undefined;
  const { primaryName, coverage, tokens } = await list({ extended: true });
  node.fault = undefined;
  expect([primaryName, tokens]).toEqual([null, []]);
  expect(coverage.notRead).toContainEqual({ what: 'primary-name', why: 'upstream-failed' });
});
