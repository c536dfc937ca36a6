import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import {
  MPL_CORE_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_METADATA_PROGRAM,
  TOKEN_PROGRAM,
} from '@/lib/solana/programs';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import {
  encodeMint,
  encodeTokenAccount,
  encodeTokenMetadata,
} from '@/lib/testing/solana/encode-token-accounts';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';

// Tests selection and paging of POST /solana, and the number of calls to the node.

const OWNER = addressOf('paging owner');
const COLLECTION = addressOf('creator');
const SLOT = 4_000;

function token(index: number, program: string): SnapshotAccount[] {
  const mint = addressOf(`coin ${index}`);
  const account = (pubkey: string, data: Buffer) => ({
    pubkey,
    owner: program,
    lamports: 1n,
    data: data.toString('base64'),
  });
  return [
    account(mint, encodeMint({ supply: 9n, decimals: 6, authority: null })),
    account(addressOf(`coin account ${index}`), encodeTokenAccount({ mint, owner: OWNER, amount: 5n })),
    // A second account of the same mint: order and cursors depend on both mint and account.
    account(addressOf(`coin account b ${index}`), encodeTokenAccount({ mint, owner: OWNER, amount: 6n })),
  ];
}

/** NFTs that are not verified members of the collection: an unverified member, and a member of another collection. */
const OUTSIDERS = [
  { label: 'claims the collection', collection: { key: COLLECTION, verified: false } },
  { label: 'of another collection', collection: { key: addressOf('another'), verified: true } },
].flatMap(({ label, collection }): SnapshotAccount[] => {
  const mint = addressOf(label);
  const account = (pubkey: string, owner: string, data: Buffer) => ({
    pubkey,
    owner,
    lamports: 1n,
    data: data.toString('base64'),
  });
  const words = { updateAuthority: OWNER, name: label, symbol: '', uri: '', tokenStandard: 0, collection };
  return [
    account(mint, TOKEN_PROGRAM, encodeMint({ supply: 1n, decimals: 0 })),
    account(
      addressOf(`${label} account`),
      TOKEN_PROGRAM,
      encodeTokenAccount({ mint, owner: OWNER, amount: 1n }),
    ),
    account(metadataAddressOf(mint) ?? '', TOKEN_METADATA_PROGRAM, encodeTokenMetadata({ ...words, mint })),
  ];
});

const asset = (index: number) => ({
  id: addressOf(`core ${index}`),
  interface: 'MplCoreAsset',
  ownership: { owner: OWNER },
  content: { metadata: { name: `Core ${index}`, symbol: '' }, json_uri: '' },
  grouping: [{ group_key: 'collection', group_value: addressOf('core collection') }],
});

let running: RunningService;
let node: TestNode;
let das: TestNode;

beforeAll(async () => {
  const wallet = nftWallet(OWNER, 230);
  const coins = Array.from({ length: 20 }, (_, i) => token(i, i % 2 ? TOKEN_PROGRAM : TOKEN_2022_PROGRAM));
  node = await testNode(sampleNode(snapshotOf(SLOT, [...wallet, ...coins.flat(), ...OUTSIDERS])));
  das = await testNode(async (_method, params) => {
    const { page } = params as unknown as { page: number };
    return { items: page === 1 ? Array.from({ length: 15 }, (_, i) => asset(i)) : [] };
  });
  running = await runService({
    SOLANA_RPC_URL_101: node.url,
    SOLANA_RPC_URL_102: node.url,
    SOLANA_DAS_URL_102: das.url,
    SOLANA_CACHE_MS: '0',
  });
});
afterAll(async () => {
  await running?.stop();
  await Promise.all([node?.close(), das?.close()]);
});
beforeEach(() => {
  node.calls.length = 0;
});

type Listed = { address: string; mint: string; name: string };
type Result = {
  nfts: Listed[];
  tokens: Listed[];
  nextCursor?: string | null;
  lamports: number;
  slot: number;
};

async function ask(options: object, chainId = 101, owner = OWNER) {
  const { json } = await running.call('/solana', {
    jsonrpc: '2.0',
    id: 1,
    chainId,
    method: 'enhancedGetTokensAndNFTs',
    params: [owner, options],
  });
  return json as { result: Result; error?: { code: number; data: { reason: string; path?: string } } };
}

async function allPages(options: object, chainId: number): Promise<Result[]> {
  const pages: Result[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { result } = await ask({ ...options, ...(cursor === undefined ? {} : { cursor }) }, chainId);
    pages.push(result);
    if (pages.length > 400) throw new Error('the pages do not end');
    cursor = result.nextCursor ?? null;
  }
  return pages;
}

describe('pages', () => {
  it.each([
    [101, 1_000, {}],
    [101, 100, { extended: true }],
    [101, 37, {}],
    [102, 19, {}],
    [102, 7, { kind: 'nft' }],
    [102, 1, { kind: 'token' }],
    [101, 8, { collections: [COLLECTION] }],
    [102, 4, { collections: [addressOf('core collection')] }],
  ])(
    'paging returns every item exactly once on chain %i with a limit of %i and options %j',
    async (chainId, limit, options) => {
      const whole = (await ask(options, chainId)).result;
      expect(whole.nextCursor).toBeUndefined();
      const pages = await allPages({ ...options, limit }, chainId);
      for (const { nfts, tokens } of pages) expect(nfts.length + tokens.length).toBeLessThanOrEqual(limit);
      expect(pages.flatMap(({ nfts }) => nfts)).toEqual(whole.nfts);
      expect(pages.flatMap(({ tokens }) => tokens)).toEqual(whole.tokens);
      expect(whole.nfts.length + whole.tokens.length).toBeGreaterThan(0);
    },
  );

  it('nextCursor comes after the tokens in both formats, and is null on the last page', async () => {
    const plain = (await ask({ limit: 5 })).result;
    expect(Object.keys(plain)).toEqual(['lamports', 'nfts', 'tokens', 'nextCursor']);
    const extended = (await ask({ limit: 1_000, extended: true })).result;
    expect(Object.keys(extended).slice(0, 4)).toEqual(['lamports', 'nfts', 'tokens', 'nextCursor']);
    expect(extended.nextCursor).toBeNull();
  });

  it('reading a page requests only that page’s items, never at a slot older than the first page’s', async () => {
    const first = (await ask({ limit: 10 })).result;
    // One call for each token program, one for the balance, and one for mints and metadata of up to 100 accounts.
    expect(node.calls).toHaveLength(4);
    node.calls.length = 0;
    await ask({ limit: 10, cursor: first.nextCursor ?? '' });
    expect(node.calls).toHaveLength(4);
    for (const { params } of node.calls) expect(params.at(-1)).toMatchObject({ minContextSlot: SLOT });
  });

  it.each([
    ['another account', {}, 101, addressOf('somebody else')],
    ['another chain', {}, 102, OWNER],
    ['another selection', { kind: 'nft' }, 101, OWNER],
  ])('rejects a cursor that belongs to %s', async (_what, options, chainId, owner) => {
    const cursor = (await ask({ limit: 5 })).result.nextCursor;
    const { error } = await ask({ ...options, cursor }, chainId, owner);
    expect(error).toMatchObject({ code: -32602, data: { reason: 'cursor-mismatch' } });
  });

  it('rejects a forged cursor with a future slot without calling a node', async () => {
    const cursor = (await ask({ limit: 5 })).result.nextCursor ?? '';
    node.calls.length = 0;
    for (const forged of [cursor.replace(`.${SLOT}.`, `.${SLOT + 1_000_000}.`), cursor.slice(0, -22)]) {
      expect(forged).not.toBe(cursor);
      const { error } = await ask({ limit: 5, cursor: forged });
      expect(error).toMatchObject({ code: -32602, data: { reason: 'invalid-cursor' } });
    }
    expect(node.calls).toHaveLength(0);
  });

  it.each([
    { cursor: 'nonsense' },
    { cursor: `2.${OWNER}.${OWNER}.-5.0000000000000000.${'0'.repeat(22)}` },
    { cursor: 'x'.repeat(900) },
    { cursor: 5 },
    { limit: 0 },
    { limit: 1_001 },
    { limit: 1.5 },
    { mints: [] },
    { mints: Array(101).fill(OWNER) },
    { mints: ['nonsense'] },
    { kind: 'coin' },
    { collections: OWNER },
  ])('rejects the paging and selection options %j with -32602', async (options) => {
    const { error } = await ask(options);
    expect(error).toMatchObject({ code: -32602 });
    expect(error?.data.path).toContain(Object.keys(options)[0]);
  });
});

describe('a selection', () => {
  it('selecting one mint of a large wallet takes two small calls in addition to the call for the balance', async () => {
    const mint = addressOf('coin 3');
    const { result } = await ask({ mints: [mint] });
    expect(result.tokens.map((each) => each.mint)).toEqual([mint, mint]);
    expect(result.nfts).toEqual([]);
    expect(result.lamports).toBe(1_000_000_000);
    expect(node.calls.map(({ method }) => method).sort()).toEqual([
      'getBalance',
      'getMultipleAccounts',
      'getTokenAccountsByOwner',
    ]);
  });

  it('a mint that is selected twice is listed once', async () => {
    const mint = addressOf('coin 3');
    const { result } = await ask({ mints: [mint, mint] });
    expect(result.tokens).toEqual((await ask({ mints: [mint] })).result.tokens);
  });

  it('selecting mints returns exactly the selected mints that the wallet holds, however many are selected', async () => {
    const coins = Array.from({ length: 20 }, (_, i) => addressOf(`coin ${i}`));
    const nfts = Array.from({ length: 20 }, (_, i) => addressOf(`${OWNER} mint ${i}`));
    const unknown = addressOf('no such mint');
    for (const mints of [[...coins.slice(0, 2), unknown], [unknown], [...coins, ...nfts, unknown]]) {
      const { result } = await ask({ mints });
      const held = [...result.tokens, ...result.nfts].map(({ mint }) => mint);
      expect(new Set(held)).toEqual(new Set(mints.filter((mint) => mint !== unknown)));
    }
  });

  it('if there is a DAS endpoint, a selected asset without a token account is found by its id', async () => {
    const { result } = await ask({ mints: [addressOf('core 2')], extended: true }, 102);
    expect(result.nfts).toMatchObject([{ mint: addressOf('core 2'), programId: MPL_CORE_PROGRAM }]);
  });

  it('selecting a collection returns only its verified members', async () => {
    const namesOf = async (...collections: string[]) =>
      (await ask({ collections }, 102)).result.nfts.map(({ name }) => name).sort();
    const members = Array.from({ length: 230 }, (_, i) => `NFT #${i}`);
    expect(await namesOf(COLLECTION)).toEqual([...members].sort());
    expect(await namesOf(COLLECTION, addressOf('another'))).toEqual(
      [...members, 'of another collection'].sort(),
    );
    expect(await namesOf(addressOf('core collection'))).toEqual(
      Array.from({ length: 15 }, (_, i) => `Core ${i}`).sort(),
    );
    expect(await namesOf(addressOf('nobody'))).toEqual([]);
    expect((await ask({ collections: [COLLECTION] }, 102)).result.tokens).toEqual([]);
  });

  it('selecting NFTs returns no tokens, selecting tokens returns no NFTs, and the coverage reports the kinds that were not read', async () => {
    const { result } = await ask({ kind: 'token', extended: true }, 102);
    expect(result.nfts).toEqual([]);
    expect(result).toMatchObject({
      coverage: {
        notRead: [
          { what: 'mpl-core', why: 'not-selected' },
          { what: 'compressed', why: 'not-selected' },
          { what: 'zk-compressed', why: 'not-supported' },
          { what: 'stake', why: 'not-requested' },
        ],
      },
    });
    expect((await ask({ kind: 'nft' }, 102)).result.tokens).toEqual([]);
  });
});
