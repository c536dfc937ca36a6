import { decodeAddress, type SolanaAddress } from '@/lib/solana/address/address';

/** Plugins of an MPL Core account, in the form of mpl-core's client. */
export type CorePluginsToEncode = {
  royalties?: { basisPoints: number; creators: { address: SolanaAddress; percentage: number }[] };
  freezeDelegate?: boolean;
  permanentFreezeDelegate?: boolean;
  immutableMetadata?: true;
  verifiedCreators?: { address: SolanaAddress; verified: boolean }[];
};

/** Encodes an `AssetV1` account of MPL Core, in a collection or with an address as its update authority. */
export function encodeCoreAsset(asset: {
  owner: SolanaAddress;
  collection?: SolanaAddress;
  updateAuthority?: SolanaAddress;
  name: string;
  plugins?: CorePluginsToEncode;
}): Buffer {
  const { owner, collection, updateAuthority, name, plugins = {} } = asset;
  const authority = collection ?? updateAuthority;
  const head = Buffer.concat([
    Buffer.of(1),
    key(owner),
    Buffer.of(collection ? 2 : updateAuthority ? 1 : 0),
    authority ? key(authority) : Buffer.alloc(0),
    text(name),
    text(''),
    Buffer.of(0),
  ]);
  return withPlugins(head, plugins);
}

/** Encodes a `CollectionV1` account of MPL Core. */
export function encodeCoreCollection(collection: {
  updateAuthority: SolanaAddress;
  name: string;
  plugins?: CorePluginsToEncode;
}): Buffer {
  const { updateAuthority, name, plugins = {} } = collection;
  const head = Buffer.concat([Buffer.of(5), key(updateAuthority), text(name), text(''), u32(1), u32(1)]);
  return withPlugins(head, plugins);
}

function withPlugins(head: Buffer, plugins: CorePluginsToEncode): Buffer {
  const encoded: Buffer[] = [];
  const { royalties, freezeDelegate, permanentFreezeDelegate, immutableMetadata, verifiedCreators } = plugins;
  if (royalties) {
    const creators = royalties.creators.map(({ address, percentage }) =>
      Buffer.concat([key(address), Buffer.of(percentage)]),
    );
    // The last byte is the rule set: none.
    encoded.push(
      Buffer.concat([
        Buffer.of(0),
        u16(royalties.basisPoints),
        u32(creators.length),
        ...creators,
        Buffer.of(0),
      ]),
    );
  }
  if (freezeDelegate !== undefined) encoded.push(Buffer.of(1, Number(freezeDelegate)));
  if (permanentFreezeDelegate !== undefined) encoded.push(Buffer.of(5, Number(permanentFreezeDelegate)));
  if (immutableMetadata) encoded.push(Buffer.of(12));
  if (verifiedCreators) {
    const signatures = verifiedCreators.map(({ address, verified }) =>
      Buffer.concat([key(address), Buffer.of(Number(verified))]),
    );
    encoded.push(Buffer.concat([Buffer.of(13), u32(signatures.length), ...signatures]));
  }
  if (encoded.length === 0) return head;
  let at = head.length + 9;
  const records = encoded.map((plugin) => {
    // The plugin's authority is the update authority (2).
    const record = Buffer.concat([plugin.subarray(0, 1), Buffer.of(2), u64(at)]);
    at += plugin.length;
    return record;
  });
  const registry = Buffer.concat([Buffer.of(4), u32(records.length), ...records, u32(0)]);
  return Buffer.concat([head, Buffer.of(3), u64(at), ...encoded, registry]);
}

const key = (address: SolanaAddress) => Buffer.from(decodeAddress(address) ?? []);
const text = (value: string) => Buffer.concat([u32(Buffer.byteLength(value)), Buffer.from(value)]);
function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}
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
