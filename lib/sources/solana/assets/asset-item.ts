import { entryOverhead, stringBytes } from '@/lib/cache-sizes';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { ExtendedNft, NftMetadata } from '@/lib/solana/holdings';
import { holdingsBytes } from '@/lib/solana/holdings-events';
import { textWarnings } from '@/lib/solana/warnings';

/**
 * Data of an asset that has no token account, from DAS or from the asset's own account. Facts are null if the upstream
 * did not send them.
 */
export type AssetFacts = Pick<ExtendedNft, 'programId' | 'collection' | 'delegate'> &
  Pick<NftMetadata, 'updateAuthority' | 'isMutable'> &
  Omit<NftMetadata['data'], 'uriData'> & {
    id: SolanaAddress;
    isFrozen: boolean | null;
    /** Absolute URL of the image, if the upstream returned it. */
    image?: string;
    /** Tree and leaf of a compressed NFT. */
    compression?: ExtendedNft['compression'];
  };

/** Estimates the memory that assets take, in bytes. Unlike token accounts, they can have any number of creators. */
export function assetBytes(assets: ExtendedNft[]): number {
  let bytes = holdingsBytes({ nfts: assets, tokens: [] });
  for (const { metadata } of assets) {
    bytes += stringBytes(metadata.updateAuthority);
    for (const { address } of metadata.data.creators ?? []) bytes += entryOverhead(address);
  }
  return bytes;
}

/** Returns the state and lock of an asset; null if it is not known whether it is frozen. */
export function frozenFacts(isFrozen: boolean | null): Pick<ExtendedNft, 'state' | 'lock'> {
  if (isFrozen === null) return { state: null, lock: null };
  return isFrozen ? { state: 'frozen', lock: 'frozen' } : { state: 'initialized', lock: 'none' };
}

/** Converts an asset to an item. The asset's id becomes both its mint and its token account (contract §3). */
export function assetItem(asset: AssetFacts): ExtendedNft {
  const { id, name, symbol, uri, sellerFeeBasisPoints, creators, isMutable, isFrozen } = asset;
  const isUnread =
    [sellerFeeBasisPoints, creators, isMutable, isFrozen].includes(null) ||
    creators?.some(({ verified }) => verified === null);
  const { state, lock } = frozenFacts(isFrozen);
  return {
    mint: id,
    address: id,
    isSemiFungible: false,
    name,
    symbol,
    image: asset.image ?? '',
    sellerFeeBasisPoints,
    metadata: {
      key: 0,
      updateAuthority: asset.updateAuthority,
      mint: id,
      data: { name, symbol, uri, sellerFeeBasisPoints, creators },
      primarySaleHappened: false,
      isMutable,
      editionNonce: null,
    },
    amountString: '1',
    programId: asset.programId,
    tokenStandard: null,
    collection: asset.collection,
    amount: 1n,
    decimals: 0,
    state,
    delegate: asset.delegate,
    warnings: [...textWarnings(name, symbol), ...(isUnread ? ['metadata-unread'] : [])],
    lock,
    delegateRole: null,
    delegatedAmount: asset.delegate === null ? '0' : '1',
    closeAuthority: null,
    uiAmountString: '1',
    mintFacts: {},
    accountFacts: {},
    accountLamports: null,
    supply: null,
    additionalMetadata: [],
    edition: null,
    compression: asset.compression ?? null,
  };
}
