import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MPL_CORE_PROGRAM } from '@/lib/solana/programs';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import type { RpcHandler } from '@/lib/sources/transport/transport-type';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_AUTHORIZATION } from '@/lib/testing/servers/service-parts';
import { encodeCoreAsset, encodeCoreCollection } from '@/lib/testing/solana/encode-core';
import { addressOf } from '@/lib/testing/solana/solana-wallet';

// MPL Core assets whose collection sets their royalties, creators, freeze and immutability (contract §3). The facts are
// those of `deriveAssetPlugins` and `isFrozen` of mpl-core's client.

const OWNER = addressOf('core collector');
const COLLECTION = addressOf('lamps');
const PLAIN = addressOf('plain lamp');
const OWN = addressOf('own lamp');
const ANN = addressOf('ann');
const BEN = addressOf('ben');
const AUTHORITY = addressOf('lamps authority');

const coreAccount = (pubkey: string, data: Buffer): SnapshotAccount => ({
  pubkey,
  owner: MPL_CORE_PROGRAM,
  lamports: 1n,
  data: data.toString('base64'),
});
const assets = [
  coreAccount(PLAIN, encodeCoreAsset({ owner: OWNER, collection: COLLECTION, name: 'Plain' })),
  coreAccount(
    OWN,
    encodeCoreAsset({
      owner: OWNER,
      collection: COLLECTION,
      name: 'Own',
      plugins: {
        royalties: { basisPoints: 100, creators: [{ address: BEN, percentage: 100 }] },
        permanentFreezeDelegate: false,
      },
    }),
  ),
];
const collection = coreAccount(
  COLLECTION,
  encodeCoreCollection({
    updateAuthority: AUTHORITY,
    name: 'Lamps',
    plugins: {
      royalties: { basisPoints: 550, creators: [{ address: ANN, percentage: 100 }] },
      permanentFreezeDelegate: true,
      immutableMetadata: true,
      verifiedCreators: [{ address: ANN, verified: true }],
    },
  }),
);

const state = sampleNode(snapshotOf(1_000, [...assets, collection]));
let node: TestNode;
let das: TestNode;
let running: RunningService;

const answer: RpcHandler = async (method, params, scope) =>
  method === 'getProgramAccounts'
    ? assets.map(({ pubkey, owner, data }) => ({
        pubkey,
        account: { owner, lamports: 1, data: [data, 'base64'] },
      }))
    : state(method, params, scope);

/** A DAS endpoint returns the asset's own plugins only. */
const dasAnswer: RpcHandler = async (_method, params) => {
  const rest = {
    interface: 'MplCoreAsset',
    ownership: { owner: OWNER, frozen: false },
    mutable: true,
    grouping: [{ group_key: 'collection', group_value: COLLECTION }],
  };
  const plain = { ...rest, id: PLAIN, royalty: { basis_points: 0 }, creators: [], plugins: {} };
  const own = {
    ...rest,
    id: OWN,
    royalty: { basis_points: 100 },
    creators: [{ address: BEN, share: 100, verified: false }],
    plugins: { royalties: { data: {} }, permanent_freeze_delegate: { data: { frozen: false } } },
  };
  return { items: (params as unknown as { page: number }).page === 1 ? [plain, own] : [] };
};

beforeAll(async () => {
  node = await testNode(answer);
  das = await testNode(dasAnswer);
  running = await runService({
    SOLANA_RPC_URL_101: node.url,
    SOLANA_CORE_SCAN_101: 'on',
    SOLANA_RPC_URL_103: node.url,
    SOLANA_DAS_URL_103: das.url,
    SOLANA_CACHE_MS: '0',
  });
});
beforeEach(() => {
  node.fault = undefined;
});
afterAll(async () => {
  await running?.stop();
  await Promise.all([node?.close(), das?.close()]);
});

async function call(method: string, params: unknown, chainId = 101) {
  const response = await fetch(`${running.base}/solana`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: TEST_AUTHORIZATION },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, chainId, method, params }),
  });
  const { result } = await response.json();
  return { result, header: response.headers.get('satchel-coverage') };
}

async function listed(chainId: number) {
  const { result, header } = await call('enhancedGetTokensAndNFTs', [OWNER, { extended: true }], chainId);
  const of = (id: string) => result.nfts.find(({ mint }: { mint: string }) => mint === id);
  return { of, coverage: result.coverage, header };
}

/** The node fails for a call that reads the collection. */
function failCollection() {
  node.fault = ({ method, params }) =>
    method === 'getMultipleAccounts' && (params as [string[]])[0].includes(COLLECTION)
      ? { rpcError: { code: -32000, message: 'no' } }
      : undefined;
}

it.each([101, 103])(
  'an MPL Core asset has the royalties, creators, freeze and immutability of its collection (chain %i)',
  async (chainId) => {
    const { of, coverage } = await listed(chainId);
    expect(of(PLAIN)).toMatchObject({
      sellerFeeBasisPoints: 550,
      metadata: {
        isMutable: false,
        data: { sellerFeeBasisPoints: 550, creators: [{ address: ANN, verified: true, share: 100 }] },
      },
      state: 'frozen',
      lock: 'frozen',
      warnings: [],
    });
    expect(of(OWN)).toMatchObject({
      sellerFeeBasisPoints: 100,
      metadata: { isMutable: false, data: { creators: [{ address: BEN, verified: false, share: 100 }] } },
      state: 'initialized',
      lock: 'none',
    });
    expect(coverage.read).toContain('mpl-core');
    expect(coverage.notRead).not.toContainEqual({ what: 'collections', why: 'upstream-failed' });
  },
);

it.each([101, 103])(
  'facts that an unread collection can set are null, with a warning and a word in the coverage (chain %i)',
  async (chainId) => {
    failCollection();
    const { of, coverage, header } = await listed(chainId);
    expect(of(PLAIN)).toMatchObject({
      sellerFeeBasisPoints: null,
      metadata: { isMutable: null, data: { sellerFeeBasisPoints: null, creators: null } },
      state: null,
      lock: null,
      warnings: ['collection-unread'],
    });
    expect(of(OWN)).toMatchObject({
      sellerFeeBasisPoints: 100,
      metadata: { isMutable: null, data: { creators: [{ address: BEN, verified: null, share: 100 }] } },
      lock: null,
      warnings: ['collection-unread'],
    });
    expect(coverage.notRead).toContainEqual({ what: 'collections', why: 'upstream-failed' });
    expect(header).toContain('collections');
  },
);

it('getAsset returns the facts and the update authority of an MPL Core asset’s collection', async () => {
  const { result } = await call('getAsset', { id: PLAIN });
  const facts = {
    royalty: { percent: 0.055, basis_points: 550 },
    creators: [{ address: ANN, share: 100, verified: true }],
    ownership: { frozen: true },
    mutable: false,
    authorities: [{ address: AUTHORITY, scopes: ['full'] }],
  };
  expect(result).toMatchObject(facts);
  const ofCollection = await call('getAsset', { id: COLLECTION });
  expect(ofCollection.result).toMatchObject({ interface: 'MplCoreCollection', ...facts });
});

it('getAsset returns null for facts that an unread collection can set', async () => {
  failCollection();
  const { result, header } = await call('getAsset', { id: PLAIN });
  expect(result).toMatchObject({
    royalty: { percent: null, basis_points: null },
    creators: null,
    ownership: { frozen: null },
    mutable: null,
    warnings: ['collection-unread'],
  });
  expect(header).toContain('collections');
});
