import { describe, expect, it } from 'vitest';
import { encodeAddress } from '@/lib/solana/address/address';
import {
  type CorePluginsToEncode,
  encodeCoreAsset,
  encodeCoreCollection,
} from '@/lib/testing/solana/encode-core';
import { solanaVectors } from '@/lib/testing/solana/solana-vectors';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import {
  type CoreAsset,
  type CorePlugins,
  coreFactsOf,
  decodeCoreAsset,
  decodeCoreCollection,
} from './core-asset';

type WithAuthority = { authority: { type: string; address: string | null } };

/** An account as mpl-core's client decodes it. */
type Decoded = {
  key: number;
  owner: string;
  updateAuthority: { type: string; address?: string };
  name: string;
  uri: string;
  royalties?: { basisPoints: number; creators: { address: string; percentage: number }[] };
  verifiedCreators?: { signatures: { address: string; verified: boolean }[] };
  freezeDelegate?: { frozen: boolean };
  permanentFreezeDelegate?: { frozen: boolean };
  transferDelegate?: WithAuthority;
  permanentTransferDelegate?: WithAuthority;
  permanentBurnDelegate?: WithAuthority;
  immutableMetadata?: object;
};

const authorityOf = ({ authority: { type, address } }: WithAuthority) =>
  type === 'UpdateAuthority' ? 'update-authority' : address;

function pluginsOf(decoded: Decoded): CorePlugins {
  const { royalties, verifiedCreators, freezeDelegate, permanentFreezeDelegate, transferDelegate } = decoded;
  return {
    ...(royalties && {
      royalties: {
        basisPoints: royalties.basisPoints,
        creators: royalties.creators.map(({ address, percentage }) => ({ address, share: percentage })),
      },
    }),
    ...(freezeDelegate && { freezeDelegate: freezeDelegate.frozen }),
    ...(permanentFreezeDelegate && { permanentFreezeDelegate: permanentFreezeDelegate.frozen }),
    ...(transferDelegate && { transferDelegate: transferDelegate.authority.address }),
    ...(decoded.permanentTransferDelegate && {
      permanentTransferDelegate: authorityOf(decoded.permanentTransferDelegate),
    }),
    ...(decoded.permanentBurnDelegate && {
      permanentBurnDelegate: authorityOf(decoded.permanentBurnDelegate),
    }),
    ...(decoded.immutableMetadata && { immutableMetadata: true }),
    ...(verifiedCreators && {
      verifiedCreators: verifiedCreators.signatures.flatMap(({ address, verified }) =>
        verified ? address : [],
      ),
    }),
  };
}

function expectedOf(decoded: Decoded): CoreAsset {
  const { type, address = null } = decoded.updateAuthority;
  return {
    owner: decoded.owner,
    collection: type === 'Collection' ? address : null,
    updateAuthority: type === 'Address' ? address : null,
    name: decoded.name,
    uri: decoded.uri,
    plugins: pluginsOf(decoded),
    hasUnreadPlugins: false,
  };
}

const recorded = solanaVectors('core').map(({ bytes, expected }) => ({
  pubkey: expected.pubkey,
  bytes,
  /** Null if mpl-core's client does not decode the account. */
  decoded: expected.decoded as Decoded | null,
}));

describe('decodeCoreAsset', () => {
  it.each(recorded)(
    'decodes the MPL Core account $pubkey like the program’s client',
    ({ bytes, decoded }) => {
      expect(decodeCoreAsset(bytes)).toEqual(decoded?.key === 1 ? expectedOf(decoded) : undefined);
      if (decoded?.key === 5)
        expect(decodeCoreCollection(bytes)).toMatchObject({
          name: decoded.name,
          updateAuthority: decoded.updateAuthority,
          plugins: pluginsOf(decoded),
        });
    },
  );

  it('the recorded MPL Core accounts include more than ten assets and more than ten collections', () => {
    const keys = recorded.map(({ decoded }) => decoded?.key);
    expect(keys.filter((key) => key === 1).length).toBeGreaterThan(10);
    expect(keys.filter((key) => key === 5).length).toBeGreaterThan(10);
  });

  it('decodes no MPL Core asset from no bytes or the byte of a burned one', () => {
    expect(decodeCoreAsset(new Uint8Array())).toBeUndefined();
    expect(decodeCoreAsset(Uint8Array.of(0))).toBeUndefined();
  });

  it('decodes royalties, verified creators, freezing and the delegate from encoded MPL Core plugins', () => {
    const creator = Buffer.alloc(32, 7);
    const delegate = Buffer.alloc(32, 9);
    const head = Buffer.concat([
      Buffer.of(1),
      Buffer.alloc(32, 1),
      Buffer.of(2),
      Buffer.alloc(32, 2),
      text('Name'),
      text('uri'),
      Buffer.of(1),
      Buffer.alloc(8, 3),
    ]);
    const plugins = [
      { type: 0, data: Buffer.concat([Buffer.of(0, 0xf4, 1), u32(1), creator, Buffer.of(100, 0)]) },
      { type: 1, data: Buffer.of(1, 1) },
      { type: 3, data: Buffer.of(3), authority: Buffer.concat([Buffer.of(3), delegate]) },
      { type: 12, data: Buffer.of(12) },
      { type: 13, data: Buffer.concat([Buffer.of(13), u32(1), creator, Buffer.of(1)]) },
    ];
    let at = head.length + 9;
    const records = plugins.map(({ type, data, authority = Buffer.of(1) }) => {
      const record = Buffer.concat([Buffer.of(type), authority, u64(at)]);
      at += data.length;
      return record;
    });
    const bytes = Buffer.concat([
      head,
      Buffer.of(3),
      u64(at),
      ...plugins.map(({ data }) => data),
      Buffer.of(4),
      u32(records.length),
      ...records,
      u32(0),
    ]);
    expect(decodeCoreAsset(bytes)).toMatchObject({
      collection: encodeAddress(Buffer.alloc(32, 2)),
      updateAuthority: null,
      name: 'Name',
      uri: 'uri',
      plugins: {
        royalties: { basisPoints: 500, creators: [{ share: 100 }] },
        freezeDelegate: true,
        transferDelegate: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{43,44}$/),
        immutableMetadata: true,
        verifiedCreators: [expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{43,44}$/)],
      },
    });
  });
});

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
const text = (value: string) => Buffer.concat([u32(value.length), Buffer.from(value)]);

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

  it.each<[string, CorePluginsToEncode, CorePluginsToEncode, string | undefined]>([
    ['no one', {}, {}, undefined],
    ['its own delegate', { permanentTransferDelegate: ANN }, { permanentTransferDelegate: BEN }, ANN],
    ['the delegate of its collection', {}, { permanentTransferDelegate: ANN }, ANN],
    ['the update authority of its collection', { permanentBurnDelegate: 'update-authority' }, {}, BEN],
    [
      'the delegate that can transfer it rather than burn it',
      { permanentBurnDelegate: BEN, permanentTransferDelegate: ANN },
      {},
      ANN,
    ],
  ])('an asset in a collection can be taken by %s', (_, own, ofCollection, expected) => {
    const { asset, collection } = decoded(own, ofCollection);
    expect(coreFactsOf(asset, collection).permanentDelegate).toBe(expected);
  });

  it('an asset can be burned by a delegate if no one can use its transfer delegate', () => {
    const plugins = { permanentTransferDelegate: 'update-authority', permanentBurnDelegate: ANN } as const;
    const asset = decodeCoreAsset(encodeCoreAsset({ owner: OWNER, name: 'Lamp', plugins }));
    expect(asset && coreFactsOf(asset, undefined).permanentDelegate).toBe(ANN);
  });

  it('an asset without a collection can be taken by its own update authority', () => {
    const plugins = { permanentTransferDelegate: 'update-authority' } as const;
    const asset = decodeCoreAsset(
      encodeCoreAsset({ owner: OWNER, updateAuthority: ANN, name: 'Lamp', plugins }),
    );
    expect(asset && coreFactsOf(asset, undefined).permanentDelegate).toBe(ANN);
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
