import type { SolanaAddress } from '@/lib/solana/address/address';
import { key, list, text, u8, u16, u32, u64 } from './bytes';

/** Plugins of an MPL Core account, in the form of mpl-core's client. */
export type CorePluginsToEncode = {
  royalties?: { basisPoints: number; creators: { address: SolanaAddress; percentage: number }[] };
  freezeDelegate?: boolean;
  permanentFreezeDelegate?: boolean;
  /** With an address as its authority, or the update authority. */
  permanentTransferDelegate?: SolanaAddress | 'update-authority';
  permanentBurnDelegate?: SolanaAddress | 'update-authority';
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
  const { owner, collection, updateAuthority, name, plugins } = asset;
  const authority = collection ?? updateAuthority;
  const head = [
    u8(1),
    key(owner),
    u8(collection ? 2 : updateAuthority ? 1 : 0),
    ...(authority ? [key(authority)] : []),
    text(name),
    text(''),
    u8(0),
  ];
  return withPlugins(head, plugins);
}

/** Encodes a `CollectionV1` account of MPL Core. */
export function encodeCoreCollection(collection: {
  updateAuthority: SolanaAddress;
  name: string;
  plugins?: CorePluginsToEncode;
}): Buffer {
  const { updateAuthority, name, plugins } = collection;
  return withPlugins([u8(5), key(updateAuthority), text(name), text(''), u32(1), u32(1)], plugins);
}

function withPlugins(parts: Buffer[], plugins: CorePluginsToEncode = {}): Buffer {
  const head = Buffer.concat(parts);
  const { royalties, freezeDelegate, permanentFreezeDelegate, immutableMetadata, verifiedCreators } = plugins;
  const { permanentTransferDelegate, permanentBurnDelegate } = plugins;
  const encoded: Buffer[] = [];
  if (royalties) {
    const creators = royalties.creators.map(({ address, percentage }) =>
      Buffer.concat([key(address), u8(percentage)]),
    );
    // The last byte is the rule set: none.
    encoded.push(Buffer.concat([u8(0), u16(royalties.basisPoints), list(creators), u8(0)]));
  }
  if (freezeDelegate !== undefined) encoded.push(u8(1, Number(freezeDelegate)));
  if (permanentFreezeDelegate !== undefined) encoded.push(u8(5, Number(permanentFreezeDelegate)));
  if (permanentTransferDelegate) encoded.push(u8(7));
  if (permanentBurnDelegate) encoded.push(u8(8));
  if (immutableMetadata) encoded.push(u8(12));
  if (verifiedCreators) {
    const signatures = verifiedCreators.map(({ address, verified }) =>
      Buffer.concat([key(address), u8(Number(verified))]),
    );
    encoded.push(Buffer.concat([u8(13), list(signatures)]));
  }
  if (encoded.length === 0) return head;
  let at = head.length + 9;
  const records = encoded.map((plugin) => {
    const type = plugin[0] ?? 0;
    const named = type === 7 ? permanentTransferDelegate : type === 8 ? permanentBurnDelegate : undefined;
    // The plugin's authority is the update authority (2), unless it is an address (3).
    const authority =
      named === undefined || named === 'update-authority' ? u8(2) : Buffer.concat([u8(3), key(named)]);
    const record = Buffer.concat([u8(type), authority, u64(BigInt(at))]);
    at += plugin.length;
    return record;
  });
  const registry = [u8(4), list(records), u32(0)];
  return Buffer.concat([head, u8(3), u64(BigInt(at)), ...encoded, ...registry]);
}
