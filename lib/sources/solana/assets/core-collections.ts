import type { MemoryReservation } from '@/lib/promises/byte-budget';
import {
  type CoreCollection,
  type CoreParts,
  coreFactsOf,
  decodeCoreCollection,
} from '@/lib/solana/accounts/core-asset';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { ExtendedNft } from '@/lib/solana/holdings';
import { MPL_CORE_PROGRAM } from '@/lib/solana/programs';
import { dataOf, type ReadContext, readAccounts } from '../read-accounts';
import { assetBytes, frozenFacts } from './asset-item';
import { unlessOverloaded } from './with-assets';

/** MPL Core collections that were read, by address. */
export type CoreCollections = ReadonlyMap<SolanaAddress, CoreCollection>;

/** An item, and the parts of its MPL Core asset; without them the item is complete. */
export type AssetItem = { nft: ExtendedNft; core?: CoreParts | undefined };

/**
 * Completes the items of MPL Core assets with the facts of their collections, which are read together. Never fails
 * because of a collection: its items have the warning `collection-unread`.
 * @param bytes memory of `items`, which `held` has reserved
 * @throws OverloadedError if too little memory becomes free in time
 */
export async function completeCoreItems(
  items: readonly AssetItem[],
  context: Pick<ReadContext, 'transport' | 'scope'>,
  bytes: number,
  held: MemoryReservation,
): Promise<ExtendedNft[]> {
  const assets = items.flatMap(({ core }) => core ?? []);
  const collections = (await readCoreCollections(assets, context).catch(unlessOverloaded)) ?? new Map();
  const nfts: ExtendedNft[] = [];
  let reserved = bytes;
  for (const { nft, core } of items) {
    const complete = core === undefined ? nft : withCoreFacts(nft, core, collections);
    nfts.push(complete);
    // One collection can add a long list of creators to many items.
    reserved += assetBytes([complete]) - assetBytes([nft]);
    await held.hold(reserved, reserved);
  }
  return nfts;
}

/**
 * Reads the collections of MPL Core assets, with one call for 100 collections. Omits collections that could not be
 * read.
 * @throws UpstreamUnavailableError if the signal was aborted
 */
export async function readCoreCollections(
  assets: readonly CoreParts[],
  context: ReadContext,
): Promise<CoreCollections> {
  const keys = assets.flatMap(({ collection }) => collection ?? []);
  const found = new Map<SolanaAddress, CoreCollection>();
  for (const [key, account] of await readAccounts(keys, false, context)) {
    const data = dataOf(account, MPL_CORE_PROGRAM);
    const collection = data && decodeCoreCollection(data);
    if (collection !== undefined) found.set(key, collection);
  }
  return found;
}

/** Sets the facts of an item that its asset's plugins or those of the asset's collection determine. */
export function withCoreFacts(nft: ExtendedNft, asset: CoreParts, collections: CoreCollections): ExtendedNft {
  const { sellerFeeBasisPoints, creators, isFrozen, permanentDelegate, isMutable, isCollectionUnread } =
    coreFactsOf(asset, collections.get(asset.collection ?? ''));
  const { metadata } = nft;
  return {
    ...nft,
    sellerFeeBasisPoints,
    metadata: { ...metadata, data: { ...metadata.data, sellerFeeBasisPoints, creators }, isMutable },
    ...frozenFacts(isFrozen),
    mintFacts: permanentDelegate === undefined ? {} : { permanentDelegate },
    warnings: [
      ...nft.warnings,
      ...(asset.hasUnreadPlugins && !nft.warnings.includes('metadata-unread') ? ['metadata-unread'] : []),
      ...(isCollectionUnread ? ['collection-unread'] : []),
    ],
  };
}
