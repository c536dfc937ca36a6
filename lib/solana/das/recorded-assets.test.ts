import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { getAssetsById } from '@/lib/services/assets/get-assets-by-id';
import { EMPTY_TOKEN_LIST } from '@/lib/solana/token-list';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { solanaSource } from '@/lib/sources/solana/solana-chains';
import { localTransport } from '@/lib/sources/transport/local-transport';
import { noDocuments } from '@/lib/testing/solana/no-documents';
import { solanaVectors } from '@/lib/testing/solana/solana-vectors';
import type { DasAsset } from './asset-schema';

// Compares our DAS assets with those that the reference server (metaplex-foundation/digital-asset-rpc-infrastructure)
// returned in its integration tests for the same recorded accounts. docs/das.md explains the differences.

type Asset = Record<string, unknown>;

const recorded = readFileSync(new URL('vectors/recorded-assets.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Asset & { id: string });

const accounts = solanaVectors()
  .filter(({ account }) => (account.alt ?? 0) === 0)
  .map(({ account }) => ({ ...account, lamports: BigInt(account.lamports ?? 1) }));
const transport = localTransport(sampleNode(snapshotOf(1, accounts)));
const solana = solanaSource({
  chains: new Map([[101, { transport, tokenList: async () => EMPTY_TOKEN_LIST }]]),
  fillDocuments: noDocuments,
});
const scope = scopeOf(new AbortController().signal);
const display = {
  parseMetadataUri: true,
  showCollectionMetadata: false,
  showUnverifiedCollections: false,
};

/** Returns the recorded extensions of a mint, with the update authority from our recording of the account. */
function withAuthority(id: string): Asset {
  const extensions = recorded.find((asset) => asset.id === id)?.mint_extensions as { metadata: Asset };
  const update_authority = '2apBGMsS6ti9RyF5TwQTDswXBWskiJP2LD4cUEDqYJjk';
  return { ...extensions, metadata: { ...extensions.metadata, update_authority } };
}

/** Returns the recorded external plugins of an asset, with the given data in the first one. */
function withPluginData(id: string, data: string): Asset[] {
  const asset = recorded.find((each) => each.id === id) as { external_plugins?: Asset[] } | undefined;
  const [first, ...rest] = asset?.external_plugins ?? [];
  return [{ ...first, data }, ...rest];
}

/** Expected differences, by asset id: data that only one of the two servers had, or that they represent differently. */
const DIFFERENCES: Record<string, Asset> = {
  // The reference server decodes MessagePack: here {"message": "Hello", "target": "msgpack"}.
  '2pY3t29uxpBotbmKbCsQNjYfML5DBoBshDgB7hpHu3XA': {
    external_plugins: withPluginData(
      '2pY3t29uxpBotbmKbCsQNjYfML5DBoBshDgB7hpHu3XA',
      Buffer.from('\x82\xa7message\xa5Hello\xa6target\xa7msgpack', 'latin1').toString('base64'),
    ),
  },
  // The authority comes from the mint's Token-2022 metadata. The reference server read the mint at a different slot,
  // when it had a different authority.
  '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo': {
    authorities: [{ address: '2apBGMsS6ti9RyF5TwQTDswXBWskiJP2LD4cUEDqYJjk', scopes: ['full'] }],
    mint_extensions: withAuthority('2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'),
  },
  HVbpJAQGNpkgBaYBZQBR1t7yFdvaYVp2vCQQfKKEN4tM: {
    authorities: [{ address: '2apBGMsS6ti9RyF5TwQTDswXBWskiJP2LD4cUEDqYJjk', scopes: ['full'] }],
  },
  // The reference server had not seen the token account.
  JEKKtnGvjiZ8GtATnMVgadHU41AuTbFkMW8oD2tdyV9X: {
    ownership: {
      frozen: false,
      delegated: false,
      delegate: null,
      ownership_model: 'single',
      owner: '4zdNGgAtFsW1cQgHqkiWyRsxaAgxrSRRynnuunxzjxue',
    },
  },
  // The reference server had no metadata, and omitted the content.
  wKocBVvHQoVaiwWoCs9JYSVye4YZRrv5Cucf7fDqnz1: {
    content: {
      $schema: 'https://schema.metaplex.com/nft1.0.json',
      json_uri: '',
      files: [],
      metadata: { name: '', symbol: '' },
      links: {},
    },
  },
  // The reference server had not seen the collection, treats every creator of a Core asset as verified, and treats an
  // owner as a delegate.
  x3hJtpU4AUsGejNvxzX9TKjcyNB1eYtDdDPWdeF6opr: {
    authorities: [{ address: 'APrZTeVysBJqAznfLXS71NAzjr2fCVTSF1A66MeErzM7', scopes: ['full'] }],
    creators: [{ address: 'APrZTeVysBJqAznfLXS71NAzjr2fCVTSF1A66MeErzM7', share: 100, verified: false }],
    ownership: {
      frozen: false,
      delegated: false,
      delegate: null,
      ownership_model: 'single',
      owner: 'APrZTeVysBJqAznfLXS71NAzjr2fCVTSF1A66MeErzM7',
    },
  },
};

const without = (asset: Asset, names: readonly string[]): Asset =>
  Object.fromEntries(Object.entries(asset).filter(([name]) => !names.includes(name)));

/** Converts an asset to plain JSON, with bigints as numbers. */
const plain = (asset: DasAsset): Asset =>
  JSON.parse(JSON.stringify(asset, (_, each: unknown) => (typeof each === 'bigint' ? Number(each) : each)));

describe('an asset by its id', () => {
  it.each(recorded.map((asset) => [asset.interface, asset.id, asset] as const))(
    'an asset read by id equals the recorded %s %s in all fields that can be read from a chain',
    async (_, id, asset) => {
      const { assets } = await getAssetsById({ solana }, [id], display, 101, scope);
      const ours = plain(assets[0] as DasAsset);
      // The reference server includes the mint only with `showFungible`.
      expect(without(ours, ['token_info', 'warnings'])).toEqual({
        ...asset,
        ...DIFFERENCES[id],
      });
    },
  );
});
