import 'server-only';
import { firstRows } from '@/lib/dashboard/account/first-view';
import { nftRow, tokenRow } from '@/lib/dashboard/account/rows';
import { readAccountView, tabWithItems } from '@/lib/dashboard/search-params';
import { imagePath } from '@/lib/server/routes/image-path';
import type { ExtendedHoldings } from '@/lib/solana/holdings';

/**
 * Creates a function that returns the addresses of the items that a page shows first.
 * @param query the query string with the list's filters and order, as `writeAccountView` formats it
 */
export const firstInView =
  (query: string) =>
  ({ nfts, tokens }: ExtendedHoldings): string[] => {
    const view = readAccountView(
      new URLSearchParams(query),
      tabWithItems({ tokens: tokens.length, nfts: nfts.length }),
    );
    const rows = (of: 'nfts' | 'tokens') => view.tab === of;
    const shown = firstRows(
      rows('tokens') ? tokens.map((token) => tokenRow(token, imagePath)) : [],
      rows('nfts') ? nfts.map((nft) => nftRow(nft, imagePath)) : [],
      view,
    );
    return [...shown.tokens, ...shown.nfts].map(({ address }) => address);
  };
