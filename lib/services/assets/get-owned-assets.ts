import { NeedsIndexError } from '@/lib/errors';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { missingMints } from '@/lib/solana/coverage';
import { assetOfItem } from '@/lib/solana/das/asset-of-item';
import type { DasAsset, DasAssetList } from '@/lib/solana/das/asset-schema';
import { type AssetSearch, searchCondition, unreadKind } from '@/lib/solana/das/asset-search';
import type { Item } from '@/lib/solana/holdings';
import { orderOf } from '@/lib/solana/holdings-page';
import type { Ports } from '../ports';
import { type AssetDisplay, withCollectionMetadata } from './display';
import { type ListAnswer, type ListPage, listWarnings, pageMembers, skippedBy } from './list-page';

export type OwnedAssetsQuery = {
  owner: SolanaAddress;
  search: AssetSearch;
  page: ListPage;
  display: AssetDisplay & { showGrandTotal: boolean; showNativeBalance: boolean; showZeroBalance: boolean };
};

/**
 * Lists the assets of an owner, one per mint, ordered by id.
 * @throws NeedsIndexError if the search selects only assets that were not read
 */
export async function getOwnedAssets(
  ports: Pick<Ports, 'solana'>,
  { owner, search, page, display }: OwnedAssetsQuery,
  chainId: number,
  scope: RequestScope,
): Promise<ListAnswer<DasAssetList>> {
  const { limit, isDescending, before, after } = page;
  const { parseMetadataUri, showZeroBalance, showGrandTotal, showUnverifiedCollections } = display;
  const withFungible = search.tokenType === 'all' || search.tokenType === 'fungible';
  const skip = skippedBy(page);
  const range = { isDescending, before, after, nftsOnly: !withFungible, isCounted: showGrandTotal };
  const { holdings, mints, upstreamAssets, itemsRead, total } = await ports.solana.assets.ofOwner(
    chainId,
    owner,
    {
      parseMetadataUri,
      // Only lists with fungible tokens contain supplies and authorities.
      withoutFacts: !withFungible,
      scope,
      page: { limit, cursor: page.cursor },
      assets: {
        withEmpty: showZeroBalance,
        skip,
        range,
        list: ` assets ${JSON.stringify([search, isDescending, showZeroBalance])}`,
        matches: searchCondition(search),
      },
    },
  );
  const kind = unreadKind(search, holdings.coverage);
  if (kind !== undefined) throw new NeedsIndexError(`A list of ${kind}`, chainId);
  const items: Item[] = [
    ...holdings.nfts.map((item): Item => ({ kind: 'nft', item })),
    ...holdings.tokens.map((item): Item => ({ kind: 'token', item })),
  ];
  const order = orderOf({ assets: range });
  const assets = items
    .sort((a, b) => order(a.item, b.item))
    .map((item) => {
      const id = item.item.mint;
      const known = mints.get(id);
      const ofUpstream = known === undefined ? upstreamAssets.get(id) : undefined;
      if (ofUpstream !== undefined) return ofUpstream as DasAsset;
      const parts = { item, owner, known, isMintRead: withFungible, withBalance: true };
      return assetOfItem({ ...parts, showUnverifiedCollections });
    });
  const shown = display.showCollectionMetadata
    ? await withCollectionMetadata(ports, assets, chainId, scope)
    : assets;
  const warnings = [
    ...holdings.warnings,
    ...(shown.some(({ supply }) => supply !== undefined) ? ['editions-unread'] : []),
    ...(parseMetadataUri || shown.length === 0 ? [] : ['documents-unread']),
    ...listWarnings(page, holdings.coverage),
  ];
  return {
    result: {
      total: shown.length,
      limit,
      ...pageMembers(page, holdings.nextCursor),
      last_indexed_slot: holdings.slot,
      ...(total === undefined ? {} : { grand_total: total }),
      items: shown,
      ...(display.showNativeBalance ? { nativeBalance: { lamports: holdings.lamports } } : {}),
      warnings: [...new Set(warnings)],
    },
    coverage: { ...holdings.coverage, missingMints: missingMints(holdings.tokens) },
    itemsRead: Math.max(itemsRead, total ?? skip + shown.length),
  };
}
