import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';
import { asBuffer, readUtf8 } from './account-bytes';

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
  const textsAt = !isAsset ? 33 : authority === 0 ? 34 : 66;
  const texts = readTwoTexts(asBuffer(bytes), textsAt);
  if (texts === undefined) return undefined;
  const first = encodeAddress(bytes, 1);
  const core: CoreAccount = {
    what: isAsset ? 'asset' : 'collection',
    owner: isAsset ? first : null,
    collection: authority === 2 ? encodeAddress(bytes, 34) : null,
    updateAuthority: isAsset ? (authority === 1 ? encodeAddress(bytes, 34) : null) : first,
    name: texts.name,
    uri: texts.uri,
  };
  return { core, end: texts.end };
}

function readTwoTexts(buffer: Buffer, start: number): { name: string; uri: string; end: number } | undefined {
  const nameEnd = textEnd(buffer, start);
  const uriEnd = nameEnd === undefined ? undefined : textEnd(buffer, nameEnd);
  if (nameEnd === undefined || uriEnd === undefined) return undefined;
  return {
    name: readUtf8(buffer, start + 4, nameEnd),
    uri: readUtf8(buffer, nameEnd + 4, uriEnd),
    end: uriEnd,
  };
}

function textEnd(buffer: Buffer, start: number): number | undefined {
  if (start + 4 > buffer.length) return undefined;
  const end = start + 4 + buffer.readUInt32LE(start);
  return end > buffer.length ? undefined : end;
}
