import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import type { RpcHandler } from '@/lib/sources/transport/transport-type';
import { UpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { addressOf, heldToken, nftWallet } from '@/lib/testing/solana/solana-wallet';

const OWNER = addressOf('das owner');
const WHALE = addressOf('das whale');
const LEAF = addressOf('das leaf');
const BARE = addressOf('das bare leaf');
const COLLECTION = addressOf('das collection');
const COMPRESSED = addressOf('das owner of compressed NFTs');
const MANY = 1_300;

const leaf = {
  interface: 'V1_NFT',
  id: LEAF,
  content: { json_uri: '', metadata: { name: 'Leaf', symbol: '' } },
  compression: { compressed: true, tree: addressOf('tree'), leaf_id: 7 },
  grouping: [],
  royalty: { basis_points: 0 },
  creators: [],
  ownership: { owner: OWNER, frozen: false, delegate: null },
  mutable: true,
  supply: { print_max_supply: 18_446_744_073_709_551_615n, print_current_supply: 0, edition_nonce: null },
};
const { grouping: _, ...ungrouped } = leaf;
const bare = { ...ungrouped, id: BARE };
const coreCollection = {
  ...ungrouped,
  id: COLLECTION,
  interface: 'MplCoreCollection',
  compression: { compressed: false },
};
const LEAVES = 1_100;
const leavesOfPage = (page = 1) =>
  Array.from({ length: LEAVES }, (_, index) => ({
    ...leaf,
    id: addressOf(`das leaf ${index}`),
    ownership: { ...leaf.ownership, owner: COMPRESSED },
  })).slice((page - 1) * 1_000, page * 1_000);
const das: RpcHandler = async (method, params) => {
  const asked = params as unknown as { page?: number; id?: string; ownerAddress?: string };
  if (method === 'getAssetsByOwner' && asked.ownerAddress === COMPRESSED)
    return { items: leavesOfPage(asked.page) };
  if (method === 'getAssetsByOwner')
    return { items: asked.page === 1 && asked.ownerAddress === OWNER ? [leaf, bare, coreCollection] : [] };
  if (method === 'searchAssets') return { total: 1, limit: 1000, items: [coreCollection] };
  if (method === 'getAsset' && asked.id === BARE) return bare;
  throw new UpstreamCallError(-32000, 'Asset Not Found');
};

let node: TestNode;
let upstream: TestNode;
let service: RunningService;
beforeAll(async () => {
  const accounts = [
    ...nftWallet(OWNER, 2, () => ''),
    ...heldToken(addressOf('das token account'), {
      owner: OWNER,
      mint: addressOf('das token'),
      updateAuthority: OWNER,
      name: 'Coin',
      uri: '',
      amount: 70n,
      decimals: 2,
    }),
    ...nftWallet(WHALE, MANY, () => ''),
  ];
  node = await testNode(sampleNode(snapshotOf(500, accounts)));
  upstream = await testNode(das);
  service = await runService({
    SOLANA_RPC_URL_101: node.url,
    SOLANA_RPC_URL_102: node.url,
    SOLANA_DAS_URL_102: upstream.url,
    SOLANA_CACHE_MS: '0',
  });
});
afterAll(async () => {
  await service?.stop();
  await Promise.all([node?.close(), upstream?.close()]);
});

async function call(method: string, params: unknown, chainId = 102) {
  const { text, json } = await service.call(`/solana/${chainId}`, { method, params });
  return { text, ...json };
}
const idsOf = ({ result }: { result: { items: { id: string }[] } }) => result.items.map(({ id }) => id);

describe('conditions of searchAssets', () => {
  it('a search by interface matches the interface that a compressed NFT is listed with', async () => {
    const params = { ownerAddress: OWNER, compressed: true };
    expect(idsOf(await call('searchAssets', { ...params, interface: 'V1_NFT' })).sort()).toEqual(
      [LEAF, BARE].sort(),
    );
    expect(idsOf(await call('searchAssets', { ...params, interface: 'LEGACY_NFT' }))).toEqual([]);
  });

  it('a search for MPL Core collections, which are never read, needs an index', async () => {
    const params = { ownerAddress: OWNER, interface: 'MplCoreCollection' };
    expect(idsOf(await call('searchAssets', params))).toEqual([COLLECTION]);
    expect((await call('searchAssets', params, 101)).error).toMatchObject({
      data: { reason: 'needs-index' },
    });
  });

  it('a search for the owner type token lists tokens without a token type', async () => {
    const search = (params: object) => call('searchAssets', { ownerAddress: SAMPLE_WALLET, ...params }, 104);
    const fungible = await search({ tokenType: 'fungible', ownerType: 'token' });
    expect(fungible.result.total).toBe(21);
    expect(idsOf(await search({ ownerType: 'token' }))).toEqual(idsOf(fungible));
  });
});

describe('assets of the DAS endpoint', () => {
  it.each([
    ['getAssetsByOwner', { ownerAddress: OWNER, options: { showCollectionMetadata: true } }],
    ['getAsset', { id: BARE, options: { showCollectionMetadata: true } }],
  ])('%s with collection metadata accepts an asset without grouping', async (method, params) => {
    const { error } = await call(method, params);
    expect(error).toBeUndefined();
  });

  it('a list has the exact integers of the DAS endpoint', async () => {
    const { text } = await call('getAssetsByOwner', { ownerAddress: OWNER });
    expect(text).toContain('"print_max_supply":18446744073709551615');
  });
});

describe('the units of a search', () => {
  const used = async () => {
    const text = await (await fetch(`${service.base}/metrics`)).text();
    const lines = text.split('\n').filter((line) => line.startsWith('satchel_project_units_total'));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  };

  it.each([
    ['on-chain', WHALE, 101, 3],
    ['compressed', COMPRESSED, 102, 1],
  ])(
    'a search costs a unit for each 100 %s assets read beyond 1,000, also if none of them matches',
    async (_, owner, chain, beyond) => {
      const before = await used();
      const { result } = await call(
        'searchAssets',
        { ownerAddress: owner, name: 'no asset has this name', options: { parseMetadataUri: false } },
        chain,
      );
      expect(result.total).toBe(0);
      expect((await used()) - before).toBe(10 + beyond);
    },
  );
});
