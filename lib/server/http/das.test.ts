import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeAddress } from '@/lib/solana/address/address';
import { TOKEN_PROGRAM } from '@/lib/solana/programs';
import { SAMPLE_TINY_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import type { RpcHandler } from '@/lib/sources/transport/transport-type';
import { UpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_AUTHORIZATION } from '@/lib/testing/servers/service-parts';
import { encodeMint, encodeTokenAccount } from '@/lib/testing/solana/encode-token-accounts';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';

// Tests the Digital Asset Standard API over HTTP (contract §8). Chain 101 has only a node; chain 102 also has a DAS
// endpoint.

const OWNER = addressOf('das owner');
const OTHER = addressOf('das other owner');
const SPREAD = addressOf('das spread mint');
const COMPRESSED = addressOf('das compressed');
/** An id for which the DAS endpoint refuses every call. */
const REFUSED = addressOf('das refused');
const WITHOUT = 'spl-token, token-2022; not-read="mpl-core, compressed, zk-compressed, stake"';

const held = (label: string, mint: string, amount: bigint, owner = OWNER): SnapshotAccount => ({
  pubkey: addressOf(label),
  owner: TOKEN_PROGRAM,
  lamports: 2_039_280n,
  data: encodeTokenAccount({ mint, owner, amount }).toString('base64'),
});
const mint = (pubkey: string, supply: bigint): SnapshotAccount => ({
  pubkey,
  owner: TOKEN_PROGRAM,
  lamports: 1_461_600n,
  data: encodeMint({ supply, decimals: 2 }).toString('base64'),
});

/** Three NFTs, 70 units of a token in two accounts, and an empty account. */
const accounts = [
  ...nftWallet(OWNER, 3, () => ''),
  mint(SPREAD, 100n),
  held('das first', SPREAD, 20n),
  held('das second', SPREAD, 50n),
  held('das empty', SPREAD, 0n),
  ...Array.from({ length: 25 }, (_, i) => held(`das holder ${i}`, SPREAD, 1n, addressOf(`holder ${i}`))),
];

const compressed = {
  interface: 'V1_NFT',
  id: COMPRESSED,
  content: { json_uri: '', metadata: { name: 'Leaf', symbol: '' } },
  compression: { compressed: true, tree: addressOf('tree'), leaf_id: 7 },
  royalty: { basis_points: 0 },
  creators: [],
  ownership: { owner: OWNER, frozen: false, delegate: null },
  mutable: true,
  of_the_provider: { exactly: 'this' },
};
const das: RpcHandler = async (method, params) => {
  if (method === 'getAssetsByOwner') {
    const { page } = params as unknown as { page: number };
    return { total: 1, limit: 1000, page, items: page === 1 ? [compressed] : [] };
  }
  if (method === 'getAsset') {
    if ((params as unknown as { id: string }).id === COMPRESSED) return compressed;
    if ((params as unknown as { id: string }).id === REFUSED)
      throw new UpstreamCallError(-32401, 'invalid api key provided');
    throw new UpstreamCallError(-32000, 'Database Error: RecordNotFound Error: Asset Not Found');
  }
  if (method === 'getAssetsByGroup')
    return { total: 1, items: [{ supply: 18_446_744_073_709_551_615n }], params };
  if (method === 'getAssetProof') return 'not an object';
  return { method, params };
};

let node: TestNode;
let upstream: TestNode;
let service: RunningService;
beforeAll(async () => {
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

async function call(method: string, params: unknown, chainId = 101) {
  const response = await fetch(`${service.base}/solana/${chainId}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: TEST_AUTHORIZATION },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const text = await response.text();
  const { result, error } = JSON.parse(text);
  const header = (name: string) => response.headers.get(name);
  return { result, error, text, coverage: header('satchel-coverage'), ignored: header('satchel-ignored') };
}
const idsOf = ({ result }: { result: { items: { id: string }[] } }) => result.items.map(({ id }) => id);

describe('getAssetsByOwner', () => {
  it('getAssetsByOwner lists NFTs by id, and with showFungible lists each mint once with its total amount', async () => {
    const nfts = await call('getAssetsByOwner', { ownerAddress: OWNER });
    expect(nfts.coverage).toBe(WITHOUT);
    expect(nfts.result).toMatchObject({ total: 3, limit: 1000, last_indexed_slot: 500 });
    expect(idsOf(nfts)).toEqual([...idsOf(nfts)].sort());
    const all = await call('getAssetsByOwner', {
      ownerAddress: OWNER,
      displayOptions: { showFungible: true },
    });
    expect(all.result.total).toBe(4);
    const token = all.result.items.find(({ id }: { id: string }) => id === SPREAD);
    expect(token).toMatchObject({
      interface: 'FungibleToken',
      ownership: { ownership_model: 'token', owner: OWNER },
      token_info: {
        balance: 70,
        supply: 100,
        decimals: 2,
        associated_token_address: addressOf('das second'),
      },
    });
  });

  it('getAssetsByOwner takes params by name, in an array of one object, and by position', async () => {
    const byName = await call('getAssetsByOwner', { ownerAddress: OWNER, limit: 2, cursor: null });
    expect((await call('getAssetsByOwner', [{ ownerAddress: OWNER, limit: 2 }])).text).toBe(byName.text);
    expect((await call('getAssetsByOwner', [OWNER, null, 2])).text).toBe(byName.text);
  });

  it('getAssetsByOwner pages through a list by cursor, by page number, and before or after an id, in both directions', async () => {
    const all = idsOf(await call('getAssetsByOwner', { ownerAddress: OWNER }));
    const [first = '', second = '', third = ''] = all;
    const list = async (params: object) =>
      idsOf(await call('getAssetsByOwner', { ownerAddress: OWNER, ...params }));
    const sortBy = { sortBy: 'id', sortDirection: 'desc' };
    expect(await list({ sortBy })).toEqual([third, second, first]);
    expect(await list({ after: first })).toEqual([second, third]);
    expect(await list({ before: third, sortBy })).toEqual([second, first]);
    expect(await list({ page: 2, limit: 2 })).toEqual([third]);
    const page = await call('getAssetsByOwner', { ownerAddress: OWNER, limit: 2, sortBy });
    const { cursor } = page.result;
    expect(idsOf(page)).toEqual([third, second]);
    const last = await call('getAssetsByOwner', { ownerAddress: OWNER, limit: 2, sortBy, cursor });
    expect(idsOf(last)).toEqual([first]);
    expect(last.result.cursor).toBeUndefined();
    const other = await call('getAssetsByOwner', { ownerAddress: OTHER, limit: 2, sortBy, cursor });
    expect(other.error.data.reason).toBe('cursor-mismatch');
  });

  it('getAssetsByOwner returns the number of all assets and the balance on request', async () => {
    const options = { showGrandTotal: true, showNativeBalance: true };
    const { result } = await call('getAssetsByOwner', { ownerAddress: OWNER, limit: 1, options });
    expect(result).toMatchObject({ total: 1, grand_total: 3, nativeBalance: { lamports: 1_000_000_000 } });
    expect(result.cursor).toEqual(expect.any(String));
  });

  it.each([
    [{ ownerAddress: OWNER, sortBy: { sortBy: 'price' } }, 'invalid-value'],
    [{ ownerAddress: OWNER, page: 1, cursor: 'a' }, 'conflicting-pages'],
    [{ ownerAddress: OWNER, cursor: 'a' }, 'invalid-cursor'],
    [{ ownerAddress: OWNER, limit: 1001 }, 'too-big'],
    [{ ownerAddress: 'short' }, 'wrong-address-length'],
    [{ ownerAddress: OWNER, options: { showFungible: 'yes' } }, 'invalid-type'],
    [{}, 'missing-params'],
    [undefined, 'missing-params'],
  ])('getAssetsByOwner rejects the params %j with the reason %s', async (params, reason) => {
    const { error } = await call('getAssetsByOwner', params);
    expect(error).toMatchObject({ code: -32602, data: { reason } });
  });

  it.each(['getAssetsByOwner', 'searchAssets', 'getTokenAccounts'])(
    'an invalid cursor of %s is named as in its params and results',
    async (method) => {
      const { error } = await call(method, { ownerAddress: OWNER, cursor: 'a' });
      expect(error).toMatchObject({
        message: 'Expected the cursor of an earlier response',
        data: { reason: 'invalid-cursor', path: 'params.cursor' },
      });
    },
  );

  it.each(['created', 'updated', 'recentAction', 'recent_action'])(
    'getAssetsByOwner sorts by id, with a warning, if it cannot sort by %s',
    async (sortBy) => {
      const list = async (order: object) =>
        (await call('getAssetsByOwner', { ownerAddress: OWNER, sortBy: order })).result;
      const byId = await list({ sortBy: 'id', sortDirection: 'desc' });
      expect(byId.warnings).not.toContain('sort-unsupported');
      const { items, warnings } = await list({ sortBy, sortDirection: 'desc' });
      expect(items).toEqual(byId.items);
      expect(warnings).toContain('sort-unsupported');
      const accounts = await call('getTokenAccounts', { owner: OWNER, sortBy: { sortBy } });
      expect(accounts.result.warnings).toContain('sort-unsupported');
    },
  );

  it('empty bounds and cursors of a list are the same as absent ones', async () => {
    const params = { ownerAddress: OWNER, page: 1, limit: 10 };
    const plain = await call('getAssetsByOwner', params);
    const empty = await call('getAssetsByOwner', { ...params, before: '', after: '', cursor: '' });
    expect(plain.result.total).toBe(3);
    expect(empty.text).toBe(plain.text);
    expect((await call('getTokenAccounts', { owner: OWNER, cursor: '' })).result.total).toBe(5);
  });

  it('the warnings of a list name each kind of asset that was not read', async () => {
    const warnings = async (method: string, chainId: number) =>
      (await call(method, { ownerAddress: OWNER, options: { showFungible: true } }, chainId)).result.warnings;
    for (const method of ['getAssetsByOwner', 'searchAssets']) {
      expect(await warnings(method, 101)).toEqual(
        expect.arrayContaining([
          'mpl-core-unread',
          'compressed-unread',
          'zk-compressed-unread',
          'stake-unread',
        ]),
      );
      const withEndpoint = await warnings(method, 102);
      expect(withEndpoint).toEqual(expect.arrayContaining(['zk-compressed-unread', 'stake-unread']));
      expect(withEndpoint).not.toContain('compressed-unread');
    }
    expect(await warnings('getTokenAccounts', 101)).toEqual(['zk-compressed-unread', 'stake-unread']);
  });

  it('the Satchel-Ignored header lists the unknown display options of a getAssetsByOwner call', async () => {
    const { ignored } = await call('getAssetsByOwner', {
      ownerAddress: OWNER,
      colour: null,
      showFungible: true,
      options: { showInscription: true },
    });
    expect(ignored).toBe('colour, showFungible, showInscription');
    expect((await call('getAsset', [SPREAD, { colour: true }])).ignored).toBe('colour');
  });

  it.each([
    ['getAssetsByOwner', { ownerAddress: OWNER }],
    ['searchAssets', { ownerAddress: OWNER }],
    ['getTokenAccounts', { owner: OWNER }],
    ['getNftEditions', { mint: SPREAD }],
  ])(
    '%s rejects an unknown condition instead of returning entries that do not meet it',
    async (method, params) => {
      expect((await call(method, { ...params, rarity: 'high' })).error).toMatchObject({
        code: -32602,
        message: expect.stringContaining('"rarity"'),
        data: { reason: 'unknown-condition', path: 'params.rarity' },
      });
    },
  );

  it('an unknown condition of a search that is forwarded is left to the DAS endpoint', async () => {
    const params = { creatorAddress: OWNER, rarity: 'high' };
    expect((await call('searchAssets', params, 102)).result.params).toEqual(params);
  });

  it('getAssetsByOwner includes compressed NFTs unchanged from the DAS endpoint', async () => {
    const { result, coverage } = await call('getAssetsByOwner', { ownerAddress: OWNER }, 102);
    expect(coverage).toBe('spl-token, token-2022, mpl-core, compressed; not-read="zk-compressed, stake"');
    expect(result.items).toHaveLength(4);
    expect(result.items).toContainEqual(compressed);
  });

  it('getAssetsByOwner fails if the DAS endpoint fails, because the list would be incomplete', async () => {
    upstream.fault = () => ({ rpcError: { code: -32601, message: 'no' } });
    const { error } = await call('getAssetsByOwner', { ownerAddress: OTHER }, 102);
    upstream.fault = undefined;
    expect(error).toMatchObject({ code: -32002, data: { reason: 'das-unavailable' } });
  });
});

describe('a list that is continued while the wallet changes', () => {
  it('paging through a list while the wallet changes returns each asset once, and reads no page at a slot older than the first page’s', async () => {
    const owner = addressOf('changing owner');
    const wallet = nftWallet(owner, 200, () => '');
    const mints = wallet
      .filter(({ data }) => Buffer.from(data, 'base64').length === 82)
      .map(({ pubkey }) => pubkey)
      .sort();
    let answer = sampleNode(snapshotOf(900, wallet));
    const changing = await testNode((...args) => answer(...args));
    const running = await runService({ SOLANA_RPC_URL_101: changing.url, SOLANA_CACHE_MS: '0' });
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let round = 1; round === 1 || cursor !== undefined; round++) {
      const params = { ownerAddress: owner, limit: 30, cursor };
      const { json } = await running.call('/solana/101', {
        jsonrpc: '2.0',
        id: 1,
        method: 'getAssetsByOwner',
        params,
      });
      seen.push(...json.result.items.map(({ id }: { id: string }) => id));
      cursor = json.result.cursor;
      expect(json.result.last_indexed_slot).toBeGreaterThanOrEqual(900);
      // Remove the first NFT from the wallet, and move the others to new token accounts.
      const left = wallet
        .filter(
          ({ data }) =>
            !Buffer.from(data, 'base64')
              .subarray(0, 32)
              .equals(bytesOf(mints[0] ?? '')),
        )
        .map((each) =>
          isTokenAccount(each) ? { ...each, pubkey: addressOf(`${each.pubkey} ${round}`) } : each,
        );
      answer = sampleNode(snapshotOf(900 + round, left));
    }
    await running.stop();
    await changing.close();
    expect(seen).toEqual(mints);
  });
});

const bytesOf = (address: string) => Buffer.from(decodeAddress(address) ?? []);
const isTokenAccount = ({ data }: SnapshotAccount) => Buffer.from(data, 'base64').length === 165;

describe('getAsset and getAssets', () => {
  it('getAsset finds the owner of an NFT through its largest token account', async () => {
    const [id = ''] = idsOf(await call('getAssetsByOwner', { ownerAddress: OWNER }));
    const { result, coverage } = await call('getAsset', { id });
    expect(coverage).toBe('spl-token, token-2022, mpl-core; not-read="compressed, zk-compressed, stake"');
    expect(result).toMatchObject({ id, ownership: { owner: OWNER, ownership_model: 'single' } });
    expect((await call('getAsset', [id])).result).toEqual(result);
    node.fault = ({ method }) =>
      method === 'getTokenLargestAccounts' ? { rpcError: { code: -32010, message: 'disabled' } } : undefined;
    const refused = await call('getAsset', { id });
    node.fault = undefined;
    expect(refused.coverage).toBe(
      'spl-token, token-2022, mpl-core; not-read="compressed, zk-compressed, stake"; missing-owners=1',
    );
    expect(refused.result).toMatchObject({
      ownership: { owner: '', frozen: null, delegated: null, delegate: null },
      warnings: ['owner-unread'],
    });
  });

  it('for an id that is not an asset, getAssets returns null and getAsset fails', async () => {
    const nothing = addressOf('nothing');
    const { result } = await call('getAssets', { ids: [nothing, SPREAD, OWNER, SPREAD] });
    expect(result.map((asset: { id: string } | null) => asset?.id)).toEqual([
      undefined,
      SPREAD,
      undefined,
      SPREAD,
    ]);
    expect((await call('getAssetBatch', { ids: [nothing, SPREAD, OWNER, SPREAD] })).result).toEqual(result);
    // The code and the text that the reference server and Helius return.
    expect((await call('getAsset', { id: OWNER })).error).toEqual({
      code: -32000,
      message: `Asset Not Found: ${OWNER} is not an asset`,
      data: { path: 'params.id', reason: 'asset-not-found' },
    });
    expect((await call('getAsset', { id: nothing })).error).toEqual({
      code: -32000,
      message: `Asset Not Found: no account has the id ${nothing}; to find a compressed NFT, set SOLANA_DAS_URL_101`,
      data: { path: 'params.id', reason: 'asset-not-found' },
    });
  });

  it('getAsset and getAssets read compressed NFTs from the DAS endpoint', async () => {
    expect((await call('getAsset', { id: COMPRESSED }, 102)).result).toEqual(compressed);
    const { result, coverage } = await call('getAssets', { ids: [COMPRESSED, addressOf('nothing')] }, 102);
    expect(result).toEqual([compressed, null]);
    expect(coverage).toBe('spl-token, token-2022, mpl-core, compressed; not-read="zk-compressed, stake"');
    expect((await call('getAsset', { id: addressOf('nothing') }, 102)).error).toMatchObject({
      code: -32000,
      data: { reason: 'asset-not-found' },
    });
    // An expired key does not mean that the asset does not exist.
    for (const [method, params] of [
      ['getAsset', { id: REFUSED }],
      ['getAssets', { ids: [COMPRESSED, REFUSED] }],
    ] as const)
      expect((await call(method, params, 102)).error).toMatchObject({
        code: -32002,
        data: { reason: 'upstream-refused' },
      });
  });

  it.each([
    [{ limit: 5000 }, 'Expected an integer from 1 to 1000'],
    [{ page: 0 }, 'Expected an integer from 1 to 100000'],
    [{ page: 1.5 }, 'Expected an integer from 1 to 100000'],
  ])('the error for %j names the allowed range', async (params, message) => {
    const { error } = await call('getAssetsByOwner', { ownerAddress: OWNER, ...params });
    expect(error).toMatchObject({ code: -32602, message });
  });

  it('getAssets rejects more than 1,000 ids', async () => {
    const ids = Array.from({ length: 1_001 }, () => SPREAD);
    expect((await call('getAssets', { ids })).error).toMatchObject({
      code: -32602,
      data: { reason: 'too-big' },
    });
  });
});

describe('searchAssets', () => {
  const search = (params: object) =>
    call('searchAssets', { ownerAddress: SAMPLE_WALLET, limit: 1000, ...params }, 104);

  it.each([
    ['all', 94],
    ['fungible', 21],
    ['nonFungible', 73],
    ['regularNFT', 73],
  ])('searchAssets lists the assets of the token type %s', async (tokenType, count) => {
    expect((await search({ tokenType })).result.total).toBe(count);
  });

  it('searchAssets lists only assets that match the conditions', async () => {
    const { result } = await search({ options: { showFungible: true } });
    const collection = '27i1VdCA5cchGjpNBeXysjSmcZ6vkAi3pbWVgjzr48Ne';
    type Listed = {
      grouping: { group_value: string }[];
      ownership: { frozen: boolean };
      authorities: { address: string }[];
    };
    const count = (is: (asset: Listed) => boolean) => result.items.filter(is).length;
    expect((await search({ grouping: ['collection', collection] })).result.total).toBe(
      count(({ grouping }) => grouping.some(({ group_value }) => group_value === collection)),
    );
    expect((await search({ frozen: true, options: { showFungible: true } })).result.total).toBe(
      count(({ ownership }) => ownership.frozen),
    );
    const authorityAddress = 'GvfbkijxLhkkdNTbZPASb1LePQ7TSZKWpZE8TKxg9U4X';
    expect((await search({ authorityAddress, options: { showFungible: true } })).result.total).toBe(
      count(({ authorities }) => authorities.some(({ address }) => address === authorityAddress)),
    );
    expect((await search({ burnt: true })).result.total).toBe(0);
    expect((await search({ name: 'Tidepool #7', creatorVerified: true })).result.total).toBe(1);
  });

  it.each([
    { negate: true },
    { ownerAddress: null },
    { supply: 1 },
    { conditionType: 'any' },
    { grouping: ['group', OWNER] },
  ])('searchAssets requires an index for %j', async (params) => {
    expect((await search(params)).error).toMatchObject({ code: -32601, data: { reason: 'needs-index' } });
  });

  it.each([
    { tokenType: 'compressedNft' },
    { compressed: true },
    { interface: 'MplCoreAsset' },
    { interface: 'MplCoreCollection' },
  ])('searchAssets requires an index for %j if the chain has no DAS endpoint', async (condition) => {
    const { error } = await call('searchAssets', { ownerAddress: OWNER, ...condition });
    expect(error).toMatchObject({
      code: -32601,
      message: expect.stringContaining('SOLANA_DAS_URL_101'),
      data: { reason: 'needs-index' },
    });
  });

  it('searchAssets lists compressed NFTs and MPL Core assets of a chain that has a DAS endpoint', async () => {
    const totals = async (condition: object) =>
      (await call('searchAssets', { ownerAddress: OWNER, ...condition }, 102)).result.total;
    expect(await totals({ tokenType: 'compressedNft' })).toBe(1);
    expect(await totals({ compressed: true })).toBe(1);
    expect(await totals({ interface: 'MplCoreAsset' })).toBe(0);
  });

  it('searchAssets rejects an unknown token type', async () => {
    expect((await search({ tokenType: 'car' })).error).toMatchObject({
      code: -32602,
      data: { reason: 'invalid-value' },
    });
  });
});

describe('getTokenAccounts', () => {
  it('getTokenAccounts lists an owner’s accounts by address, including empty ones if requested', async () => {
    const { result, coverage } = await call('getTokenAccounts', { owner: OWNER, limit: 3 });
    expect(coverage).toBe(WITHOUT);
    const rest = await call('getTokenAccounts', { ownerAddress: OWNER, limit: 3, cursor: result.cursor });
    const listed = [...result.token_accounts, ...rest.result.token_accounts].map(({ address }) => address);
    expect(listed).toEqual([...listed].sort());
    expect(listed).toHaveLength(5);
    const withEmpty = await call('getTokenAccounts', {
      ownerAddress: OWNER,
      options: { showZeroBalance: true },
    });
    expect(withEmpty.result.total).toBe(6);
    expect(rest.result.cursor).toBeUndefined();
  });

  it('getTokenAccounts lists the accounts of an owner for one mint', async () => {
    const { result } = await call('getTokenAccounts', { ownerAddress: OWNER, mintAddress: SPREAD });
    expect(result.token_accounts.map(({ amount }: { amount: number }) => amount).sort()).toEqual([20, 50]);
  });

  it('getTokenAccounts lists the accounts of a mint only if a node can list all of them', async () => {
    const [id = ''] = idsOf(await call('getAssetsByOwner', { ownerAddress: OWNER }));
    expect((await call('getTokenAccounts', { mintAddress: id })).result.token_accounts).toMatchObject([
      { mint: id, owner: OWNER, amount: 1 },
    ]);
    expect((await call('getTokenAccounts', { mintAddress: SPREAD })).error.data.reason).toBe('needs-index');
    const params = { mintAddress: SPREAD };
    expect((await call('getTokenAccounts', params, 102)).result).toEqual({
      method: 'getTokenAccounts',
      params,
    });
  });

  it('getTokenAccounts requires an index if the node refuses the call for the accounts of a mint', async () => {
    node.fault = ({ method }) =>
      method === 'getTokenLargestAccounts' ? { rpcError: { code: -32010, message: 'disabled' } } : undefined;
    const { error } = await call('getTokenAccounts', { mintAddress: addressOf('any mint') });
    node.fault = undefined;
    expect(error.data.reason).toBe('needs-index');
  });

  it('getTokenAccounts returns an empty list for an address that is not a mint', async () => {
    expect((await call('getTokenAccounts', { mintAddress: OWNER })).result.token_accounts).toEqual([]);
  });

  it('getTokenAccounts requires an owner or a mint', async () => {
    expect((await call('getTokenAccounts', { limit: 1 })).error.data.reason).toBe('missing-params');
  });
});

describe('methods that need an index', () => {
  const FORWARDED = [
    'getAssetProof',
    'getAssetProofs',
    'getAssetProofBatch',
    'getAssetsByAuthority',
    'getAssetsByCreator',
    'getAssetsByGroup',
    'getAssetSignatures',
    'getSignaturesForAsset',
  ];

  it.each(FORWARDED)(
    'the error for %s names the variable that sets an endpoint with an index',
    async (method) => {
      expect((await call(method, { id: COMPRESSED })).error).toEqual({
        code: -32601,
        message: `${method} needs an index, which a node does not have; set SOLANA_DAS_URL_101`,
        data: { reason: 'needs-index' },
      });
    },
  );

  it('a method that needs an index is forwarded to the DAS endpoint, whose result is returned unchanged', async () => {
    const params = { groupKey: 'collection', groupValue: OWNER };
    const { text, coverage } = await call('getAssetsByGroup', params, 102);
    expect(text).toContain('"items":[{"supply":18446744073709551615}]');
    expect(text).toContain(JSON.stringify(params));
    expect(coverage).toBe('spl-token, token-2022, mpl-core, compressed; not-read="zk-compressed, stake"');
    expect((await call('getAssetsByCreator', [{ creatorAddress: OWNER }], 102)).result.params).toEqual([
      { creatorAddress: OWNER },
    ]);
    // `integers` is an option of this service, also by position.
    const { result } = await call(
      'getAssetSignatures',
      [COMPRESSED, null, null, null, null, null, 'string'],
      102,
    );
    expect(result.params).not.toContain('string');
  });

  it.each(['searchAssets', 'getAssetsByCreator'])(
    'the DAS endpoint receives the integers of %s exactly, and a number that no double can hold is refused',
    async (method) => {
      const send = async (limit: string) => {
        const response = await fetch(`${service.base}/solana/102`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: TEST_AUTHORIZATION },
          body: `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{"creatorAddress":"${OWNER}","most":${limit}}}`,
        });
        return response.text();
      };
      expect(await send('18446744073709551615')).toContain('"most":18446744073709551615');
      expect(JSON.parse(await send('1e400')).error).toMatchObject({
        code: -32602,
        data: { reason: 'too-big', path: 'params' },
      });
    },
  );

  it('a forwarded method fails if the DAS endpoint’s result is neither an object nor an array', async () => {
    expect((await call('getAssetProof', { id: COMPRESSED }, 102)).error).toMatchObject({
      code: -32002,
      data: { reason: 'upstream-malformed' },
    });
  });
});

describe('getNftEditions', () => {
  it('getNftEditions rejects a mint without a master edition', async () => {
    expect((await call('getNftEditions', { mint: SPREAD })).error).toMatchObject({
      code: -32000,
      data: { reason: 'asset-not-found' },
    });
  });
});

describe('documents', () => {
  it('an asset’s files and links come from its document; if the document is not fetched, the response has a warning', async () => {
    const list = async (options: object) => {
      const params = { ownerAddress: SAMPLE_TINY_WALLET, options };
      return (await call('getAssetsByOwner', params, 104)).result;
    };
    const filled = await list({});
    expect(filled.items[0].content.files).toEqual([
      { uri: expect.stringContaining('tidepool'), mime: 'image/png' },
    ]);
    const unread = ['mpl-core-unread', 'compressed-unread', 'zk-compressed-unread', 'stake-unread'];
    expect(filled.warnings).toEqual(['editions-unread', ...unread]);
    const without = await list({ parseMetadataUri: false });
    expect(without.items[0].content).toMatchObject({ files: [], links: {} });
    expect(without.warnings).toEqual(['editions-unread', 'documents-unread', ...unread]);
  });
});
