import type { SolanaAddress } from '@/lib/solana/address/address';
import { asBuffer, attempt, BorshReader } from './account-bytes';

/** The head of an MPL Core asset or collection, which its plugins follow. */
export type CoreHead = {
  /** Owner of an asset; null for a collection. */
  owner: SolanaAddress | null;
  /** Collection that an asset belongs to, whose authority applies; null without one. */
  collection: SolanaAddress | null;
  /** Address that can change the account; null without one, and for an asset in a collection. */
  updateAuthority: SolanaAddress | null;
  name: string;
  uri: string;
  /** Offset at which the head ends. */
  end: number;
};

const ASSET_V1 = 1;
const COLLECTION_V1 = 5;
/** Variants of `UpdateAuthority`. */
const AUTHORITIES = ['none', 'address', 'collection'] as const;

/**
 * Decodes the head of an MPL Core account: `AssetV1` (u8 key 1, owner, u8 authority type with its address, name, uri)
 * or `CollectionV1` (u8 key 5, update authority, name, uri); strings have a u32 length prefix.
 * @returns undefined if the bytes are neither, such as a burned asset (one byte)
 */
export function decodeCoreHead(bytes: Uint8Array): CoreHead | undefined {
  const key = bytes[0];
  if (key !== ASSET_V1 && key !== COLLECTION_V1) return undefined;
  const reader = new BorshReader(asBuffer(bytes), 1);
  return attempt(() => {
    const owner = key === ASSET_V1 ? reader.address() : null;
    const type = owner === null ? 'address' : AUTHORITIES[reader.uint8()];
    if (type === undefined) return undefined;
    const authority = type === 'none' ? null : reader.address();
    return {
      owner,
      collection: type === 'collection' ? authority : null,
      updateAuthority: type === 'address' ? authority : null,
      name: reader.paddedText(),
      uri: reader.paddedText(),
      end: reader.at,
    };
  });
}

const HEADER_KEY = 3;
const REGISTRY_KEY = 4;

/**
 * Finds the registry of an account's plugins.
 * @param headerAt offset of the plugins' header
 * @returns a reader at the registry's records; undefined if the account has no plugins
 * @throws RangeError if there is no valid header or registry
 */
export function pluginRegistry(buffer: Buffer, headerAt: number): BorshReader | undefined {
  if (headerAt === buffer.length) return undefined;
  const header = new BorshReader(buffer, headerAt);
  if (header.uint8() !== HEADER_KEY) throw new RangeError('Not a plugin header');
  const registry = new BorshReader(buffer, header.offset());
  if (registry.uint8() !== REGISTRY_KEY) throw new RangeError('Not a plugin registry');
  return registry;
}
