import type { SolanaAddress } from '@/lib/solana/address/address';
import { asBuffer } from './account-bytes';
import { BorshReader } from './borsh-reader';
import { type CoreAccount, decodeCoreHead } from './core-account';

/** The fields of an MPL Core asset (mpl-core `AssetV1` with its plugins) that holdings need. */
export type CoreAsset = {
  owner: SolanaAddress;
  /** No authority, an address, or a collection whose own authority applies. */
  updateAuthority: { type: 'none' } | { type: 'address' | 'collection'; address: SolanaAddress };
  name: string;
  uri: string;
  sellerFeeBasisPoints: number;
  creators: { address: SolanaAddress; verified: boolean; share: number }[];
  /** Whether the asset is frozen, by the owner's freeze delegate or permanently by the update authority. */
  isFrozen: boolean;
  /** Delegate that can transfer the asset, if its plugin names an address. */
  transferDelegate: SolanaAddress | null;
  isMutable: boolean;
};

/** First byte (1) of an asset's account, in base58 for memcmp filters. */
export const CORE_ASSET_KEY_BASE58 = '2';
/** Offset of the owner in an asset's account. */
export const CORE_OWNER_OFFSET = 1;

const HEADER_KEY = 3;
const REGISTRY_KEY = 4;
const HEADER_BYTES = 9;
/** Minimum size of a registry record: type, authority tag, offset. */
const RECORD_BYTES = 10;
const ADDRESS_AUTHORITY = 3;

const PLUGIN = {
  royalties: 0,
  freezeDelegate: 1,
  transferDelegate: 3,
  permanentFreezeDelegate: 5,
  immutableMetadata: 12,
  verifiedCreators: 13,
} as const;

/**
 * Decodes an asset account of the MPL Core program. Plugins that do not decode count as absent.
 * @returns undefined if the account is a collection, burned or malformed
 */
export function decodeCoreAsset(bytes: Uint8Array): CoreAsset | undefined {
  const head = decodeCoreHead(bytes);
  if (head === undefined || head.core.owner === null) return undefined;
  const { owner, name, uri } = head.core;
  const updateAuthority = updateAuthorityOf(head.core);
  const asset: CoreAsset = {
    owner,
    updateAuthority,
    name,
    uri,
    sellerFeeBasisPoints: 0,
    creators: [],
    isFrozen: false,
    transferDelegate: null,
    isMutable: updateAuthority.type !== 'none',
  };
  const buffer = asBuffer(bytes);
  const reader = new BorshReader(buffer, head.end);
  try {
    if (reader.uint8() === 1) reader.offset();
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
  readPlugins(buffer, reader.at, asset);
  return asset;
}

function updateAuthorityOf({ collection, updateAuthority }: CoreAccount): CoreAsset['updateAuthority'] {
  if (collection !== null) return { type: 'collection', address: collection };
  return updateAuthority === null ? { type: 'none' } : { type: 'address', address: updateAuthority };
}

/**
 * Decodes the plugins into `asset`.
 * @param headerAt offset of the plugins' header, if there is one
 */
function readPlugins(buffer: Buffer, headerAt: number, asset: CoreAsset): void {
  if (buffer.length < headerAt + HEADER_BYTES || buffer[headerAt] !== HEADER_KEY) return;
  try {
    const registry = new BorshReader(buffer, new BorshReader(buffer, headerAt + 1).offset());
    if (registry.uint8() !== REGISTRY_KEY) return;
    const verified = new Set<SolanaAddress>();
    for (let left = registry.count(RECORD_BYTES); left > 0; left--) {
      const type = registry.uint8();
      const authority = registry.uint8() === ADDRESS_AUTHORITY ? registry.address() : null;
      // Skip the plugin's tag.
      readPlugin(type, authority, new BorshReader(buffer, registry.offset() + 1), asset, verified);
    }
    for (const creator of asset.creators) creator.verified = verified.has(creator.address);
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
  }
}

function readPlugin(
  type: number,
  authority: SolanaAddress | null,
  data: BorshReader,
  asset: CoreAsset,
  verified: Set<SolanaAddress>,
): void {
  switch (type) {
    case PLUGIN.royalties:
      asset.sellerFeeBasisPoints = data.uint16();
      for (let left = data.count(33); left > 0; left--) {
        const address = data.address();
        asset.creators.push({ address, verified: false, share: data.uint8() });
      }
      break;
    case PLUGIN.freezeDelegate:
    case PLUGIN.permanentFreezeDelegate:
      asset.isFrozen ||= data.uint8() === 1;
      break;
    case PLUGIN.transferDelegate:
      asset.transferDelegate = authority;
      break;
    case PLUGIN.immutableMetadata:
      asset.isMutable = false;
      break;
    case PLUGIN.verifiedCreators:
      for (let left = data.count(33); left > 0; left--) {
        const creator = data.address();
        if (data.uint8() === 1) verified.add(creator);
      }
  }
}
