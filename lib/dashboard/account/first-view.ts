import type { AccountView } from '@/lib/dashboard/search-params';
import type { UpstreamHealth } from '@/lib/solana/upstream-health';
import { groupNfts, shownNfts, shownTokens } from './account-view';
import type { AccountHead, NftRow, TokenRow } from './rows';

/** A group of the gallery, without its items. */
export type GroupFacet = { collection: string | undefined; title: string; count: number };

/** How much a view shows, and in which groups. */
export type Facets = { shown: number; folded: number; groups: GroupFacet[] };

/** Rows of a numbered page of a list, which readers without script turn. */
export const PAGE_ROWS = 200;

/** Which rows of the list a numbered page holds. */
export type ListPage = {
  number: number;
  /** How many such pages there are. */
  of: number;
  /** Rows of the pages before it. */
  before: number;
};

/** What a page's HTML holds of an account: all of it when it is small, else the beginning of the view asked for. */
export type FirstView = {
  head: AccountHead | undefined;
  rows: 'all' | 'first' | 'none';
  tokens: TokenRow[];
  nfts: NftRow[];
  facets: Facets;
  /** Where a numbered page was asked for: the rows are its own, not the beginning. */
  page?: ListPage;
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

/** The page of a list of so many rows; the last one where it has not as many. */
function listPage(number: number, rows: number): ListPage {
  const of = Math.max(1, Math.ceil(rows / PAGE_ROWS));
  const existing = Math.min(number, of);
  return { number: existing, of, before: (existing - 1) * PAGE_ROWS };
}

/** Those of a view's rows that a page comes with: the first, or those of its number. */
const rowsOfPage = <Row>(rows: readonly Row[], most: number, page: ListPage | undefined): Row[] =>
  page === undefined ? rows.slice(0, most) : rows.slice(page.before, page.before + PAGE_ROWS);

/** The rows that come with a page, of the tab that its view shows. @param number of a numbered page */
export function firstRows(
  tokens: readonly TokenRow[],
  nfts: readonly NftRow[],
  view: AccountView,
  number: number | undefined,
): { tokens: TokenRow[]; nfts: NftRow[] } {
  const of = (rows: number) => (number === undefined ? undefined : listPage(number, rows));
  if (view.tab === 'nfts') {
    const { rows } = nftFacets(nfts, view);
    return { tokens: [], nfts: rowsOfPage(rows, MOST_CARDS, of(rows.length)) };
  }
  const { rows } = shownTokens(tokens, view);
  return { tokens: rowsOfPage(rows, MOST_ROWS, of(rows.length)), nfts: [] };
}

/** Chooses what goes into the HTML. @param number of the numbered page that was asked for */
export function firstView(
  head: AccountHead,
  tokens: TokenRow[],
  nfts: NftRow[],
  view: AccountView,
  complete: boolean,
  number?: number,
): FirstView {
  const onNfts = view.tab === 'nfts';
  const shownOfTokens = shownTokens(tokens, view);
  const { rows: shownRows, ...nftCounts } = nftFacets(nfts, view);
  const facets = onNfts
    ? nftCounts
    : { shown: shownOfTokens.rows.length, folded: shownOfTokens.folded, groups: [] };
  if (complete && tokens.length <= MOST_ROWS && nfts.length <= MOST_CARDS)
    return { head, rows: 'all', tokens, nfts, facets };
  const page = number === undefined ? undefined : listPage(number, facets.shown);
  return {
    head,
    rows: 'first',
    tokens: onNfts ? [] : rowsOfPage(shownOfTokens.rows, MOST_ROWS, page),
    nfts: onNfts ? rowsOfPage(shownRows, MOST_CARDS, page) : [],
    facets,
    ...(page === undefined ? {} : { page }),
  };
}
