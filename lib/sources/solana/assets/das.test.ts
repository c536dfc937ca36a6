import { afterAll, describe, expect, it, vi } from 'vitest';
import { OverloadedError } from '@/lib/errors';
import { ByteBudget } from '@/lib/promises/byte-budget';
import { scopeOf } from '@/lib/promises/request-scope';
import { BUBBLEGUM_PROGRAM, MPL_CORE_PROGRAM } from '@/lib/solana/programs';
import { SAMPLE_TINY_WALLET } from '@/lib/solana/sample-addresses';
import { sampleChain } from '@/lib/sources/sample/sample-chain';
import { localTransport } from '@/lib/sources/transport/local-transport';
import { httpTransport } from '@/lib/sources/transport/transport';
import type { CallParams, Transport } from '@/lib/sources/transport/transport-type';
import { UpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { testNode } from '@/lib/testing/nodes/test-node';
import { noDocuments } from '@/lib/testing/solana/no-documents';
import { scriptedHoldings } from '@/lib/testing/solana/scripted-source';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { solanaSource } from '../solana-chains';
import { withDas } from './das';

const open: { close: () => Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(open.map((each) => each.close()));
});

const OWNER = SAMPLE_TINY_WALLET;
const sample = sampleChain();
/** An in-process DAS node. */
type Das = (method: string, params: CallParams) => Promise<unknown>;
const list = (das: Das, tolerateDasFailure = true, memory?: ByteBudget) =>
  listOver(localTransport(das), tolerateDasFailure, memory);
const listOver = (das: Transport, tolerateDasFailure = true, memory?: ByteBudget) =>
  solanaSource({
    ...(memory === undefined ? {} : { memory }),
    chains: new Map([[104, { ...sample, das }]]),
    fillDocuments: noDocuments,
  }).getHoldings(104, OWNER, {
    parseMetadataUri: false,
    scope: scopeOf(AbortSignal.timeout(120_000)),
    tolerateDasFailure,
  });

const asset = (label: string, over: Record<string, unknown> = {}) => ({
  interface: 'V1_NFT',
  id: addressOf(label),
  content: { json_uri: `https://documents.example/${label}`, metadata: { name: label, symbol: 'SYM' } },
  authorities: [{ address: addressOf('authority'), scopes: ['full'] }],
  compression: { compressed: true },
  grouping: [{ group_key: 'collection', group_value: addressOf('collection') }],
  royalty: { basis_points: 500, percent: 0.05 },
  creators: [{ address: addressOf('creator'), share: 100, verified: true }],
  ownership: { owner: OWNER, frozen: false, delegate: null },
  mutable: true,
  burnt: false,
  ...over,
});
/** Creates a DAS node that returns `assets` in pages and expects parameters by name. */
const pages =
  (assets: unknown[], size = 1_000): Das =>
  async (_, params) => {
    const { page = 1 } = params as { page?: number };
    const items = assets.slice((page - 1) * size, page * size);
    return { total: items.length, limit: size, page, items };
  };

describe('DAS', () => {
  it('takes the image from the files or links of a DAS asset, and prefers a CDN URL', async () => {
    const image = 'https://images.example/a.png';
    const cdn = 'https://cdn.example/a.png';
    const video = {
      uri: 'https://images.example/a.mp4',
      cdn_uri: 'https://cdn.example/a.mp4',
      mime: 'video/mp4',
    };
    const imageOf = async (content: object) =>
      (await list(pages([asset('leaf', { content })]))).nfts.find(({ mint }) => mint === addressOf('leaf'))
        ?.image;
    const files = [video, { uri: image, cdn_uri: cdn, mime: 'image/png' }];
    expect(await imageOf({ files, links: { image } })).toBe(cdn);
    expect(await imageOf({ files: [video], links: { image } })).toBe(image);
    expect(await imageOf({ files: [{ uri: image, mime: 'image/png' }] })).toBe(image);
    for (const unusable of [
      '',
      'javascript:alert(1)',
      'ipfs://',
      5,
      null,
      `https://x.example/${'a'.repeat(3_000)}`,
    ])
      expect(await imageOf({ links: { image: unusable }, files: [null, { mime: 7 }] })).toBe('');
  });

  it('rejects DAS assets that exceed the memory budget, and releases their memory', async () => {
    const memory = new ByteBudget(4_000_000, 1);
    // The only call in flight would get any amount of memory, so simulate another call.
    memory.add(1_000_000);
    const assets = Array.from({ length: 3_000 }, (_, i) => asset(`many ${i}`));
    await expect(list(pages(assets), true, memory)).rejects.toBeInstanceOf(OverloadedError);
    expect(memory.held).toBe(1_000_000);
    const { nfts } = await list(pages(assets.slice(0, 1_000)), true, memory);
    expect(nfts.length).toBeGreaterThan(1_000);
    expect(memory.held).toBe(1_000_000);
  });

  it('reserves memory for every creator of a DAS asset', async () => {
    const memory = new ByteBudget(4_000_000, 1);
    memory.add(1_000_000);
    const creators = Array.from({ length: 20_000 }, (_, i) => ({
      address: addressOf(`c ${i % 50}`),
      share: 0,
    }));
    await expect(list(pages([asset('crowd', { creators })]), true, memory)).rejects.toBeInstanceOf(
      OverloadedError,
    );
  });

  it('adds compressed and MPL Core assets to a list, in order, in the same format as Token-2022 items', async () => {
    const { nfts, warnings } = await list(
      pages([
        asset('leaf'),
        asset('core', {
          interface: 'MplCoreAsset',
          compression: { compressed: false },
          mutable: false,
          ownership: { owner: OWNER, frozen: true, delegate: addressOf('delegate') },
        }),
      ]),
    );
    expect(warnings).toEqual([]);
    expect(nfts).toHaveLength(3);
    expect(nfts.map(({ mint }) => mint)).toEqual(nfts.map(({ mint }) => mint).sort());
    expect(nfts.find(({ name }) => name === 'leaf')).toEqual({
      mint: addressOf('leaf'),
      address: addressOf('leaf'),
      isSemiFungible: false,
      name: 'leaf',
      symbol: 'SYM',
      image: '',
      sellerFeeBasisPoints: 500,
      metadata: {
        key: 0,
        updateAuthority: addressOf('authority'),
        mint: addressOf('leaf'),
        data: {
          name: 'leaf',
          symbol: 'SYM',
          uri: 'https://documents.example/leaf',
          sellerFeeBasisPoints: 500,
          creators: [{ address: addressOf('creator'), verified: true, share: 100 }],
        },
        primarySaleHappened: false,
        isMutable: true,
        editionNonce: null,
      },
      amountString: '1',
      programId: BUBBLEGUM_PROGRAM,
      tokenStandard: null,
      collection: { key: addressOf('collection'), verified: true },
      amount: 1n,
      decimals: 0,
      state: 'initialized',
      delegate: null,
      warnings: [],
      lock: 'none',
      delegateRole: null,
      delegatedAmount: '0',
      closeAuthority: null,
      uiAmountString: '1',
      mintFacts: {},
      accountFacts: {},
      accountLamports: null,
      supply: null,
      additionalMetadata: [],
      edition: null,
      compression: null,
    });
    expect(nfts.find(({ name }) => name === 'core')).toMatchObject({
      programId: MPL_CORE_PROGRAM,
      state: 'frozen',
      lock: 'frozen',
      delegate: addressOf('delegate'),
      metadata: { isMutable: false },
    });
  });

  it('ignores DAS assets that are ordinary mints, burned, malformed or owned by another address', async () => {
    const { nfts } = await list(
      pages([
        asset('ordinary', { compression: { compressed: false } }),
        asset('burnt', { burnt: true }),
        asset('other', { ownership: { owner: addressOf('other') } }),
        asset('no address', { id: 'nonsense' }),
        null,
        5,
        {},
        asset('bare', {
          content: undefined,
          authorities: null,
          grouping: null,
          royalty: null,
          creators: null,
          mutable: undefined,
        }),
      ]),
    );
    expect(nfts).toHaveLength(2);
    expect(nfts.find(({ mint }) => mint === addressOf('bare'))).toMatchObject({
      name: '',
      collection: null,
      sellerFeeBasisPoints: null,
      metadata: {
        updateAuthority: '',
        isMutable: null,
        data: { sellerFeeBasisPoints: null, creators: null },
      },
      warnings: ['metadata-unread'],
    });
  });

  it('a fact that a DAS provider does not send is null, and a warning says so', async () => {
    const { nfts } = await list(
      pages([
        asset('unfrozen', {
          ownership: { owner: OWNER },
          creators: [{ address: OWNER, share: 100 }],
        }),
      ]),
    );
    expect(nfts.find(({ mint }) => mint === addressOf('unfrozen'))).toMatchObject({
      state: null,
      lock: null,
      metadata: { data: { creators: [{ address: OWNER, share: 100, verified: null }] } },
      warnings: ['metadata-unread'],
    });
  });

  it('reads pages from a DAS provider until a page is empty, and ignores `total`', async () => {
    const assets = Array.from({ length: 25 }, (_, i) => asset(`leaf ${i}`));
    expect((await list(pages(assets, 10))).nfts).toHaveLength(26);
  });

  it('stops reading pages if a DAS provider ignores page numbers', async () => {
    const all = [asset('one'), asset('two')];
    expect((await list(async () => ({ items: all }))).nfts).toHaveLength(3);
  });

  it('sends parameters by position to a DAS provider that refuses them by name', async () => {
    const das: Das = async (_, params) => {
      if (!Array.isArray(params)) throw new UpstreamCallError(-32602, 'Invalid params');
      return { items: params[3] === 1 ? [asset('leaf')] : [] };
    };
    expect((await list(das)).nfts).toHaveLength(2);
  });

  it.each<[string, Das]>([
    ['fails', async () => Promise.reject(new UpstreamCallError(-32603, 'Internal'))],
    ['sends a malformed answer', async () => ({ items: 'none' })],
    ['sends null', async () => null],
  ])(
    'if the DAS provider %s, the extended format has a warning and the default format fails',
    async (_, das) => {
      const { nfts, warnings } = await list(das);
      expect([nfts.length, warnings]).toEqual([1, ['das-unavailable']]);
      await expect(list(das, false)).rejects.toMatchObject({
        name: 'UpstreamUnavailableError',
        reason: 'das-unavailable',
      });
    },
  );

  it('reads selected mints from DAS, also if the token accounts took 10 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const slow = async () => {
        await new Promise((resolve) => setTimeout(resolve, 10_000));
        return { holdings: scriptedHoldings([]), tokenUris: new Map(), newestSlot: 1 };
      };
      const das = localTransport(pages([asset('leaf')]));
      const selection = { mints: [addressOf('leaf')] };
      const scope = scopeOf(new AbortController().signal);
      const reading = withDas(slow, das, sample.transport)(OWNER, scope, undefined, { selection });
      await vi.advanceTimersByTimeAsync(10_000);
      const { nfts, warnings } = (await reading).holdings;
      expect([nfts.length, warnings]).toEqual([1, []]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('sends parameters by name to a DAS provider over HTTP', async () => {
    const node = await testNode(async (_, params) => pages([asset('leaf')])('', params));
    const transport = httpTransport({ urls: [node.url] });
    open.push(node, transport);
    expect((await listOver(transport)).nfts).toHaveLength(2);
    expect(node.calls[0]).toMatchObject({
      method: 'getAssetsByOwner',
      params: { ownerAddress: OWNER, page: 1, limit: 1000 },
    });
  });
});
