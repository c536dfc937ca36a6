import type { AccountView } from '@/lib/dashboard/search-params';
import type { UpstreamHealth } from '@/lib/solana/upstream-health';
import { groupNfts, shownNfts, shownTokens } from './account-view';
import type { AccountHead, NftRow, TokenRow } from './rows';

/** A group of the gallery, without its items. */
export type GroupFacet = { collection: string | undefined; title: string; count: number };

/** How much a view shows, and in which groups. */
export type Facets = { shown: number; folded: number; groups: GroupFacet[] };

/** What a page's HTML holds of an account: all of it when it is small, else the beginning of the view asked for. */
export type FirstView = {
  head: AccountHead | undefined;
  rows: 'all' | 'first' | 'none';
  tokens: TokenRow[];
  nfts: NftRow[];
  facets: Facets;
  /** What is wrong with the node, where rows are waited for. */
  trouble?: UpstreamHealth | undefined;
};

/** Most lines of the table in a page's HTML. */
const MOST_ROWS = 60;
/** Most cards in it: one costs a phone more than a line does. */
export const MOST_CARDS = 20;

export const NO_FACETS: Facets = { shown: 0, folded: 0, groups: [] };

/** How much of the NFTs a view shows; groups are not looked for in a flat gallery. */
export function nftFacets(nfts: readonly NftRow[], view: AccountView): Facets & { rows: NftRow[] } {
  const { rows, folded } = shownNfts(nfts, view);
  if (view.flat) return { shown: rows.length, folded, groups: [], rows };
  const groups = groupNfts(rows);
  return {
    shown: rows.length,
    folded,
    groups: groups.map(({ collection, title, nfts: members }) => ({
      collection,
      title,
      count: members.length,
    })),
    rows: groups.flatMap((group) => group.nfts),
  };
}

/** The rows of a page's first view, of the tab that the view shows. */
export function firstRows(
  tokens: readonly TokenRow[],
  nfts: readonly NftRow[],
  view: AccountView,
): { tokens: TokenRow[]; nfts: NftRow[] } {
  return view.tab === 'nfts'
    ? { tokens: [], nfts: nftFacets(nfts, view).rows.slice(0, MOST_CARDS) }
    : { tokens: shownTokens(tokens, view).rows.slice(0, MOST_ROWS), nfts: [] };
}

/** Chooses what goes into the HTML. */
export function firstView(
  head: AccountHead,
  tokens: TokenRow[],
  nfts: NftRow[],
  view: AccountView,
  complete: boolean,
): FirstView {
  const onNfts = view.tab === 'nfts';
  const shownOfTokens = shownTokens(tokens, view);
  const { rows: shownRows, ...nftCounts } = nftFacets(nfts, view);
  const facets = onNfts
    ? nftCounts
    : { shown: shownOfTokens.rows.length, folded: shownOfTokens.folded, groups: [] };
  if (complete && tokens.length <= MOST_ROWS && nfts.length <= MOST_CARDS)
    return { head, rows: 'all', tokens, nfts, facets };
  return {
    head,
    rows: 'first',
    tokens: onNfts ? [] : shownOfTokens.rows.slice(0, MOST_ROWS),
    nfts: onNfts ? shownRows.slice(0, MOST_CARDS) : [],
    facets,
  };
}
