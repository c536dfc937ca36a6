import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { editionAddressOf, metadataAddressOf } from '@/lib/solana/address/program-address';
import { MPL_CORE_PROGRAM, TOKEN_METADATA_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_AUTHORIZATION } from '@/lib/testing/servers/service-parts';
import { encodeCoreAsset } from '@/lib/testing/solana/encode-core';
import {
  encodeMint,
  encodeTokenAccount,
  encodeTokenMetadata,
} from '@/lib/testing/solana/encode-token-accounts';
import { account, addressOf } from '@/lib/testing/solana/solana-wallet';

// Tests facts whose account was not read, is malformed or is missing: they are null, and a warning says so.

const OWNER = addressOf('unread owner');
const CORE = addressOf('unread core');
const mintOf = (label: string) => addressOf(`unread ${label}`);
const metadataOf = (label: string) => metadataAddressOf(mintOf(label)) ?? '';
const bytes = (label: string) =>
  encodeTokenMetadata({
    updateAuthority: OWNER,
    mint: mintOf(label),
    name: label,
    symbol: '',
    uri: '',
    tokenStandard: 0,
  });

function nft(label: string, metadata: Uint8Array): SnapshotAccount[] {
  const mint = mintOf(label);
  const authority = editionAddressOf(mint) ?? '';
  return [
    account(
      addressOf(`unread account of ${label}`),
      TOKEN_PROGRAM,
      encodeTokenAccount({ mint, owner: OWNER, amount: 1n }),
    ),
    account(mint, TOKEN_PROGRAM, encodeMint({ supply: 1n, decimals: 0, authority })),
    account(metadataOf(label), TOKEN_METADATA_PROGRAM, metadata),
  ];
}

const coreAsset = encodeCoreAsset({
  owner: OWNER,
  updateAuthority: OWNER,
  name: 'Lamp',
  plugins: { royalties: { basisPoints: 500, creators: [] } },
});
const ACCOUNTS = [
  ...nft('failing', bytes('failing')),
  // The account ends within the name.
  ...nft('malformed', bytes('malformed').subarray(0, 70)),
  account(CORE, MPL_CORE_PROGRAM, coreAsset.subarray(0, coreAsset.length - 5)),
];

let node: TestNode;
let service: RunningService;
beforeAll(async () => {
  node = await testNode(sampleNode(snapshotOf(9, ACCOUNTS)));
  service = await runService({ SOLANA_RPC_URL_101: node.url, SOLANA_CACHE_MS: '0' });
});
beforeEach(() => {
  node.fault = ({ method, params }) =>
    method === 'getMultipleAccounts' && (params[0] as string[]).includes(metadataOf('failing'))
      ? { rpcError: { code: -32000, message: 'no' } }
      : undefined;
});
afterAll(async () => {
  await service?.stop();
  await node?.close();
});

async function call(method: string, params: unknown) {
  const response = await fetch(`${service.base}/solana/101`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: TEST_AUTHORIZATION },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result } = await response.json();
  return { result, coverage: response.headers.get('satchel-coverage') };
}

const UNREAD = 'spl-token, token-2022; not-read="mpl-core, compressed, zk-compressed, stake, metadata"';

it('a listing states no royalties, creators or mutability of NFTs whose metadata was not read, and the coverage says so', async () => {
  const { result, coverage } = await call('enhancedGetTokensAndNFTs', [OWNER]);
  expect(coverage).toBe(UNREAD);
  for (const label of ['failing', 'malformed']) {
    const item = result.nfts.find(({ mint }: { mint: string }) => mint === mintOf(label));
    expect(item).toEqual({
      mint: mintOf(label),
      address: addressOf(`unread account of ${label}`),
      isSemiFungible: false,
      name: '',
      symbol: '',
      image: '',
      sellerFeeBasisPoints: null,
      metadata: {
        key: 0,
        updateAuthority: '',
        mint: mintOf(label),
        data: { name: '', symbol: '', uri: '', sellerFeeBasisPoints: null, creators: null },
        primarySaleHappened: null,
        isMutable: null,
        editionNonce: null,
      },
    });
  }
});

it('a listing of a collection says that it may lack NFTs whose metadata was not read', async () => {
  const { result, coverage } = await call('enhancedGetTokensAndNFTs', [
    OWNER,
    { collections: [addressOf('unread collection')] },
  ]);
  expect(result.nfts).toEqual([]);
  expect(coverage).toContain('metadata');
});

it.each([
  ['failing', { frozen: false }],
  ['malformed', { frozen: false }],
  ['core', { frozen: null }],
])(
  'the DAS methods return null for the facts of an asset with unread metadata (%s)',
  async (label, frozen) => {
    const id = label === 'core' ? CORE : mintOf(label);
    const { result, coverage } = await call('getAsset', { id, options: { parseMetadataUri: true } });
    expect(coverage).toContain('metadata');
    expect(result).toMatchObject({
      royalty: { percent: null, basis_points: null },
      creators: null,
      mutable: null,
      ownership: label === 'core' ? frozen : {},
      warnings: expect.arrayContaining(['metadata-unread']),
    });
  },
);

it('a DAS list of assets with unread metadata says so', async () => {
  const { result, coverage } = await call('getAssetsByOwner', { ownerAddress: OWNER });
  expect(coverage).toBe(UNREAD);
  expect(result.warnings).toContain('metadata-unread');
  expect(result.items.map(({ mutable }: { mutable: boolean | null }) => mutable)).toEqual([null, null]);
});
