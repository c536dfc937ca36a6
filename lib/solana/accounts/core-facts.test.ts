import { describe, expect, it } from 'vitest';
import {
  type CorePluginsToEncode,
  encodeCoreAsset,
  encodeCoreCollection,
} from '@/lib/testing/solana/encode-core';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { coreFactsOf, decodeCoreAsset, decodeCoreCollection } from './core-asset';

const OWNER = addressOf('core owner');
const COLLECTION = addressOf('core collection');
const ANN = addressOf('ann');
const BEN = addressOf('ben');

const royalties = (basisPoints: number, address: string) => ({
  basisPoints,
  creators: [{ address, percentage: 100 }],
});

/**
 * The asset's own plugins, its collection's, and the facts. The facts are literals: the result of `deriveAssetPlugins`
 * and `isFrozen` of @metaplex-foundation/mpl-core 1.10.0 for the same bytes.
 */
const CASES: [string, CorePluginsToEncode, CorePluginsToEncode, object][] = [
  [
    'the collection’s royalties and verified creators',
    {},
    { royalties: royalties(550, ANN), verifiedCreators: [{ address: ANN, verified: true }] },
    { sellerFeeBasisPoints: 550, creators: [{ address: ANN, verified: true, share: 100 }] },
  ],
  [
    'its own royalties instead of the collection’s',
    { royalties: royalties(0, BEN) },
    { royalties: royalties(550, ANN) },
    { sellerFeeBasisPoints: 0, creators: [{ address: BEN, verified: false, share: 100 }] },
  ],
  [
    'its own royalties with the collection’s verified creators',
    { royalties: royalties(250, BEN) },
    { verifiedCreators: [{ address: BEN, verified: true }] },
    { sellerFeeBasisPoints: 250, creators: [{ address: BEN, verified: true, share: 100 }] },
  ],
  [
    'the collection’s royalties with its own verified creators',
    { verifiedCreators: [{ address: ANN, verified: false }] },
    { royalties: royalties(550, ANN), verifiedCreators: [{ address: ANN, verified: true }] },
    { sellerFeeBasisPoints: 550, creators: [{ address: ANN, verified: false, share: 100 }] },
  ],
  ['frozen permanently by the collection', {}, { permanentFreezeDelegate: true }, { isFrozen: true }],
  [
    'not frozen, by its own permanent freeze delegate',
    { permanentFreezeDelegate: false },
    { permanentFreezeDelegate: true },
    { isFrozen: false },
  ],
  [
    'frozen by its own freeze delegate',
    { freezeDelegate: true },
    { permanentFreezeDelegate: false },
    { isFrozen: true },
  ],
  [
    'frozen by the collection, not by its own freeze delegate',
    { freezeDelegate: false },
    { permanentFreezeDelegate: true },
    { isFrozen: true },
  ],
  ['immutable by the collection', {}, { immutableMetadata: true }, { isMutable: false }],
  ['immutable itself', { immutableMetadata: true }, {}, { isMutable: false }],
  [
    'free of all of them',
    {},
    {},
    { sellerFeeBasisPoints: 0, creators: [], isFrozen: false, isMutable: true },
  ],
];

function decoded(own: CorePluginsToEncode, ofCollection: CorePluginsToEncode) {
  const asset = decodeCoreAsset(
    encodeCoreAsset({ owner: OWNER, collection: COLLECTION, name: 'Lamp', plugins: own }),
  );
  const collection = decodeCoreCollection(
    encodeCoreCollection({ updateAuthority: BEN, name: 'Lamps', plugins: ofCollection }),
  );
  if (asset === undefined || collection === undefined) throw new Error('Not decoded');
  return { asset, collection };
}

describe('the facts of an MPL Core asset', () => {
  it.each(CASES)('an asset in a collection has %s', (_, own, ofCollection, facts) => {
    const { asset, collection } = decoded(own, ofCollection);
    expect(coreFactsOf(asset, collection)).toMatchObject({ ...facts, isCollectionUnread: false });
  });

  it('facts that an unread collection can set are null, unless the asset has the plugin itself', () => {
    expect(coreFactsOf(decoded({}, {}).asset, undefined)).toEqual({
      sellerFeeBasisPoints: null,
      creators: null,
      isFrozen: null,
      isMutable: null,
      isCollectionUnread: true,
    });
    const own = { royalties: royalties(250, BEN), freezeDelegate: true, immutableMetadata: true } as const;
    expect(coreFactsOf(decoded(own, {}).asset, undefined)).toEqual({
      sellerFeeBasisPoints: 250,
      creators: [{ address: BEN, verified: null, share: 100 }],
      isFrozen: true,
      isMutable: false,
      isCollectionUnread: true,
    });
  });

  it('an asset without a collection has only its own plugins, and is immutable without an update authority', () => {
    const factsOf = (updateAuthority?: string) => {
      const asset = decodeCoreAsset(
        encodeCoreAsset({ owner: OWNER, name: 'Lamp', ...(updateAuthority && { updateAuthority }) }),
      );
      return asset && coreFactsOf(asset, undefined);
    };
    const facts = { sellerFeeBasisPoints: 0, creators: [], isFrozen: false, isCollectionUnread: false };
    expect(factsOf(BEN)).toEqual({ ...facts, isMutable: true });
    expect(factsOf()).toEqual({ ...facts, isMutable: false });
  });

  it('facts that own plugins can state are null if some of the own plugins do not decode', () => {
    const plugins = { permanentFreezeDelegate: true, royalties: royalties(250, BEN) };
    const bytes = encodeCoreAsset({ owner: OWNER, updateAuthority: BEN, name: 'Lamp', plugins });
    // The last record of the registry is cut off: that of the permanent freeze delegate.
    const asset = decodeCoreAsset(bytes.subarray(0, bytes.length - 5));
    expect(asset && coreFactsOf(asset, undefined)).toEqual({
      sellerFeeBasisPoints: null,
      creators: null,
      isFrozen: null,
      isMutable: null,
      isCollectionUnread: false,
    });
  });

  it('a collection whose plugins do not decode counts as unread', () => {
    const bytes = encodeCoreCollection({
      updateAuthority: BEN,
      name: 'Lamps',
      plugins: { permanentFreezeDelegate: true },
    });
    for (let length = 0; length < bytes.length - 4; length++) {
      // Without any byte of the plugins' header, the collection has no plugins.
      if (length === 54) continue;
      expect([length, decodeCoreCollection(bytes.subarray(0, length))]).toEqual([length, undefined]);
    }
  });
});
