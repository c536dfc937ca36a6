import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { getItem } from '@/lib/services/holdings/get-item';
import { decodeAddress } from '@/lib/solana/address/address';
import { editionAddressOf, metadataAddressOf } from '@/lib/solana/address/program-address';
import { TOKEN_2022_PROGRAM, TOKEN_METADATA_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import {
  encodeExtended,
  encodeInlineMetadata,
  encodeMetadataPointer,
  encodeMint,
  encodeTokenAccount,
  encodeTokenMetadata,
} from '@/lib/testing/solana/encode-token-accounts';
import { account, addressOf } from '@/lib/testing/solana/solana-wallet';

// Tests editions, groups, supplies, additional metadata and tree leaves in the extended format (contract §3).

/** Encodes a print edition account (mpl-token-metadata `Edition`). */
function encodePrint(parent: string, number: bigint): Buffer {
  const buffer = Buffer.alloc(241);
  buffer[0] = 1;
  buffer.set(decodeAddress(parent) ?? [], 1);
  buffer.writeBigUInt64LE(number, 33);
  return buffer;
}

/** Encodes a master edition account (mpl-token-metadata `MasterEdition`). */
function encodeMaster(supply: bigint, maxSupply: bigint | null): Buffer {
  const buffer = Buffer.alloc(282);
  buffer[0] = 6;
  buffer.writeBigUInt64LE(supply, 1);
  if (maxSupply !== null) {
    buffer[9] = 1;
    buffer.writeBigUInt64LE(maxSupply, 10);
  }
  return buffer;
}

const OWNER = addressOf('nft facts owner');
const GROUP = addressOf('nft facts group');
const LEAF = addressOf('nft facts leaf');
const TREE = addressOf('nft facts tree');
const mintOf = (label: string) => addressOf(`nft facts ${label}`);
const editionOf = (label: string) => editionAddressOf(mintOf(label)) ?? '';

const heldIn = (label: string) => addressOf(`nft facts account of ${label}`);

/** An NFT of the Token program. By default, the mint authority is the NFT's edition account. */
function nft(label: string, edition?: Uint8Array, authority = editionOf(label)): SnapshotAccount[] {
  const mint = mintOf(label);
  const named = { updateAuthority: OWNER, mint, name: label, symbol: '', uri: '', tokenStandard: 0 };
  return [
    account(heldIn(label), TOKEN_PROGRAM, encodeTokenAccount({ mint, owner: OWNER, amount: 1n })),
    account(mint, TOKEN_PROGRAM, encodeMint({ supply: 1n, decimals: 0, authority })),
    account(metadataAddressOf(mint) ?? '', TOKEN_METADATA_PROGRAM, encodeTokenMetadata(named)),
    ...(edition === undefined ? [] : [account(editionOf(label), TOKEN_METADATA_PROGRAM, edition)]),
  ];
}

const word = (value: string) => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(value.length);
  return Buffer.concat([length, Buffer.from(value)]);
};

/** A Token-2022 mint with pairs of additional metadata and, for `memberMint`, a group membership. */
function extendedMint(label: string, pairs: [string, string][], memberMint?: string): SnapshotAccount[] {
  const mint = mintOf(label);
  const metadata = encodeInlineMetadata({ updateAuthority: null, mint, name: label, symbol: '', uri: '' });
  const count = Buffer.alloc(4);
  count.writeUInt32LE(pairs.length);
  const more = Buffer.concat([metadata.subarray(0, -4), count, ...pairs.flat().map(word)]);
  const member = Buffer.concat([
    decodeAddress(memberMint ?? '') ?? new Uint8Array(0),
    decodeAddress(GROUP) ?? new Uint8Array(0),
    Buffer.alloc(8),
  ]);
  const extensions = [
    { type: 18, value: encodeMetadataPointer(mint) },
    { type: 19, value: more },
    ...(memberMint === undefined ? [] : [{ type: 23, value: member }]),
  ];
  const token = encodeExtended(encodeTokenAccount({ mint, owner: OWNER, amount: 4n }), 2, []);
  return [
    account(heldIn(label), TOKEN_2022_PROGRAM, token),
    account(mint, TOKEN_2022_PROGRAM, encodeExtended(encodeMint({ supply: 7n, decimals: 2 }), 1, extensions)),
  ];
}

const ACCOUNTS = [
  ...nft('master', encodeMaster(3n, 10n)),
  ...nft('unlimited', encodeMaster(0n, null)),
  ...nft('print', encodePrint(editionOf('master'), 2n)),
  ...nft('without edition', undefined, OWNER),
  ...nft('impostor', encodeMaster(1n, 1n), OWNER),
  ...extendedMint('member', [['trait', 'blue']], mintOf('member')),
  ...extendedMint('copied member', [], mintOf('member')),
  ...extendedMint(
    'long',
    Array.from({ length: 100 }, (_, i): [string, string] => [`key ${i}`, 'x'.repeat(20)]),
  ),
];

let node: TestNode;
let das: TestNode;
let service: RunningService;
beforeAll(async () => {
  node = await testNode(sampleNode(snapshotOf(9, ACCOUNTS)));
  das = await testNode(async (_method, params) => {
    const { page } = params as unknown as { page: number };
    const compression = { compressed: true, tree: TREE, leaf_id: 77 };
    const leaf = { id: LEAF, interface: 'V1_NFT', compression, ownership: { owner: OWNER } };
    return { items: page === 1 ? [leaf] : [] };
  });
  service = await runService({
    SOLANA_RPC_URL_101: node.url,
    SOLANA_DAS_URL_101: das.url,
    SOLANA_CACHE_MS: '0',
  });
});
afterAll(async () => {
  await service?.stop();
  await Promise.all([node?.close(), das?.close()]);
});

async function list(options: object) {
  const params = [OWNER, options];
  const method = 'enhancedGetTokensAndNFTs';
  const { result } = (await service.call('/solana/101', { id: 1, method, params })).json;
  const items = [...result.nfts, ...result.tokens];
  const of = (label: string) => items.find(({ mint }: { mint: string }) => mint === mintOf(label));
  return { result, items, of };
}

describe('editions in the extended format', () => {
  it('the extended format has the number and parent of a print, and the supplies of its master edition', async () => {
    const { of, result } = await list({ extended: true });
    expect(of('master').edition).toEqual({
      kind: 'master',
      number: null,
      parent: null,
      supply: 3,
      maxSupply: 10,
    });
    expect(of('unlimited').edition).toMatchObject({ supply: 0, maxSupply: null });
    const parent = editionOf('master');
    expect(of('print').edition).toEqual({ kind: 'print', number: 2, parent, supply: 3, maxSupply: 10 });
    expect(JSON.stringify(result.coverage.notRead)).not.toContain('editions');
  });

  it('an item of a wallet that was listed without editions is completed with its edition', async () => {
    const { ports } = service.service;
    const scope = scopeOf(new AbortController().signal);
    for await (const event of ports.holdingsStreams.resume(101, OWNER).events(scope.signal))
      if (event.type === 'holdings')
        expect(event.holdings.nfts.every(({ edition }) => edition === null)).toBe(true);
    const editionIn = async (label: string) => {
      const options = { beforeReading: () => Promise.reject(new Error('already read')), scope };
      const found = await getItem(ports, OWNER, mintOf(label), 101, options);
      return found?.kind === 'nft' ? found.item.edition : undefined;
    };
    expect(await editionIn('print')).toMatchObject({ kind: 'print', number: 2n, supply: 3n, maxSupply: 10n });
    expect(await editionIn('without edition')).toBeNull();
  });

  it('the edition is null for an NFT whose mint authority is not the NFT’s edition', async () => {
    const { of } = await list({ extended: true });
    for (const label of ['without edition', 'impostor'])
      expect(of(label)).toMatchObject({ edition: null, warnings: [] });
  });

  it('an edition that the node does not return is reported in the item’s warnings and in the coverage', async () => {
    const failing = (key: string) => {
      node.fault = ({ method, params }) =>
        method === 'getMultipleAccounts' && (params[0] as string[]).includes(key)
          ? { rpcError: { code: -32000, message: 'no' } }
          : undefined;
    };
    failing(editionOf('unlimited'));
    const { of, result } = await list({ extended: true });
    node.fault = undefined;
    expect(of('print')).toMatchObject({ name: 'print', edition: null, warnings: ['edition-unread'] });
    expect(result.coverage.notRead).toContainEqual({ what: 'editions', why: 'upstream-failed' });
  });

  it('a listing in the default format reads no editions from the node', async () => {
    node.calls.length = 0;
    await list({});
    expect(JSON.stringify(node.calls)).not.toContain(editionOf('master'));
  });
});

describe('facts of mints in the extended format', () => {
  it('the extended format has the supply of a mint, or null for an asset without a mint', async () => {
    const { of, items } = await list({ extended: true });
    expect([of('master').supply, of('member').supply]).toEqual([1, 7]);
    expect(items.find(({ mint }) => mint === LEAF).supply).toBeNull();
  });

  it('a Token-2022 group is the verified collection of its members, and can be selected as a collection', async () => {
    const { of } = await list({ extended: true });
    expect(of('member').collection).toEqual({ key: GROUP, verified: true });
    expect(of('copied member').collection).toBeNull();
    for (const extended of [false, true]) {
      const selected = await list({ collections: [GROUP], extended });
      expect(selected.items.map(({ mint }) => mint)).toEqual([mintOf('member')]);
    }
  });

  it('the extended format has additional metadata up to a limit, and a warning if metadata was truncated', async () => {
    const { of } = await list({ extended: true });
    expect(of('member').additionalMetadata).toEqual([{ key: 'trait', value: 'blue' }]);
    expect(of('member').warnings).toEqual([]);
    expect(of('long').additionalMetadata).toHaveLength(64);
    expect(of('long').additionalMetadata[63]).toEqual({ key: 'key 63', value: 'x'.repeat(20) });
    expect(of('long').warnings).toEqual(['additional-metadata-cut']);
  });
});

it('the extended format has the tree and leaf of a compressed NFT', async () => {
  const { items } = await list({ extended: true });
  expect(items.find(({ mint }) => mint === LEAF).compression).toEqual({ tree: TREE, leaf: 77 });
});

it('getAsset returns the number of a print and the supplies of its master edition', async () => {
  const params = { id: mintOf('print'), options: { parseMetadataUri: false } };
  const { json } = await service.call('/solana/101', { id: 1, method: 'getAsset', params });
  expect(json.result.supply).toMatchObject({
    print_max_supply: 10,
    print_current_supply: 3,
    edition_number: 2,
    master_edition_address: editionOf('master'),
  });
});
