import { describe, expect, it } from 'vitest';
import { solanaVectors } from '@/lib/testing/solana/solana-vectors';
import { type CoreAsset, type CorePlugins, decodeCoreAsset, decodeCoreCollection } from './core-asset';

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
  transferDelegate?: { authority: { type: string; address: string | null } };
  immutableMetadata?: object;
};

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
    ...(decoded.immutableMetadata && { immutableMetadata: true }),
    ...(verifiedCreators && {
      verifiedCreators: verifiedCreators.signatures.flatMap(({ address, verified }) =>
        verified ? address : [],
      ),
    }),
  };
}

function expectedOf(decoded: Decoded): CoreAsset {
  const { type, address } = decoded.updateAuthority;
  return {
    owner: decoded.owner,
    updateAuthority:
      type === 'None'
        ? { type: 'none' }
        : { type: type === 'Address' ? 'address' : 'collection', address: address ?? '' },
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
      updateAuthority: { type: 'collection' },
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
