import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';
import { asBuffer, readUtf8, textEnd } from './account-bytes';

/** An MPL Core asset or collection, except its plugins. */
export type CoreAccount = {
  what: 'asset' | 'collection';
  /** Owner of an asset; null for a collection. */
  owner: SolanaAddress | null;
  /** Collection that an asset belongs to, if any. */
  collection: SolanaAddress | null;
  updateAuthority: SolanaAddress | null;
  name: string;
  uri: string;
};

const ASSET_V1 = 1;
const COLLECTION_V1 = 5;
/** Number of `UpdateAuthority` variants: none, address, collection. */
const AUTHORITIES = 3;

/**
 * Decodes the head of an MPL Core account: `AssetV1` (u8 key 1, owner, u8 authority type with its address, name, uri)
 * or `CollectionV1` (u8 key 5, update authority, name, uri); strings have a u32 length prefix.
 * @returns undefined if the bytes are neither, such as a burned asset (one byte)
 */
export function decodeCoreAccount(bytes: Uint8Array): CoreAccount | undefined {
  return decodeCoreHead(bytes)?.core;
}

/** Decodes the head like `decodeCoreAccount`, and also returns the offset at which it ends. */
export function decodeCoreHead(bytes: Uint8Array): { core: CoreAccount; end: number } | undefined {
  const key = bytes[0];
  if ((key !== ASSET_V1 && key !== COLLECTION_V1) || bytes.length < 34) return undefined;
  const isAsset = key === ASSET_V1;
  const authority = isAsset ? (bytes[33] ?? AUTHORITIES) : 0;
  if (authority >= AUTHORITIES) return undefined;
  const buffer = asBuffer(bytes);
  const nameAt = !isAsset ? 33 : authority === 0 ? 34 : 66;
  const nameEnd = textEnd(buffer, nameAt);
  const uriEnd = textEnd(buffer, nameEnd);
  if (uriEnd < 0) return undefined;
  const first = encodeAddress(bytes, 1);
  const core: CoreAccount = {
    what: isAsset ? 'asset' : 'collection',
    owner: isAsset ? first : null,
    collection: authority === 2 ? encodeAddress(bytes, 34) : null,
    updateAuthority: isAsset ? (authority === 1 ? encodeAddress(bytes, 34) : null) : first,
    name: readUtf8(buffer, nameAt + 4, nameEnd),
    uri: readUtf8(buffer, nameEnd + 4, uriEnd),
  };
  return { core, end: uriEnd };
}
