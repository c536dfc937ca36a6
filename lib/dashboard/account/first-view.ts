import type { AccountView } from '@/lib/dashboard/search-params';
import type { InitialRows } from './holdings-state';
import type { AccountTotals, NftRow, TokenRow } from './rows';
import {
  countRisks,
  type GroupFacet,
  groupNfts,
  type RiskCounts,
  shownNfts,
  shownTokens,
  type TokenValues,
} from './shown-rows';
import { type Worries, worriesOf } from './worries';

/** The number of items in a view, and the groups that they form. */
export type Facets = { shown: number; folded: number; groups: GroupFacet[] };

/** The rows in a page's HTML, counts and risks of the requested list, and counts of all risky items and collections. */
export type FirstView = InitialRows & {
  facets: Facets;
  risks: RiskCounts;
  worries: Worries;
  /** The values of tokens, if they were read together with the list. */
  values?: TokenValues;
};

/** Maximum number of table rows in a page's HTML. */
const MAX_ROWS = 60;
/** Maximum number of cards in a page's HTML; cards are slower to render than rows. */
export const MAX_CARDS = 20;

/** Number of tiles that are shown at first. */
export const MAX_TILES = 40;

/** The view of an account before anything has been read. */
export const NOTHING_READ: FirstView = {
  head: undefined,
  rows: 'none',
  tokens: [],
  nfts: [],
  facets: { shown: 0, folded: 0, groups: [] },
  risks: [],
  worries: { first: [], count: 0 },
};

/** Returns the NFT rows of a view, with their count and groups. A flat gallery has no groups. */
export function nftFacets(nfts: readonly NftRow[], view: AccountView): Facets & { rows: NftRow[] } {
  const { rows, folded } = shownNfts(nfts, view);
  if (view.flat) return { shown: rows.length, folded, groups: [], rows };
  const groups = groupNfts(rows);
  return {
    shown: rows.length,
    folded,
    groups: groups.map(({ id, title, nfts: members }, index) => ({
      id,
      title,
      count: members.length,
      ...(index < MAX_TILES && members[0]?.picture !== undefined ? { picture: members[0].picture } : {}),
    })),
    rows: groups.flatMap((group) => group.nfts),
  };
}

/** Selects the rows that a page's HTML contains. */
export function firstView(
  head: AccountTotals,
  tokens: TokenRow[],
  nfts: NftRow[],
  view: AccountView,
  values?: TokenValues,
): FirstView {
  const onNfts = view.tab === 'nfts';
  const shownOfTokens = shownTokens(tokens, view, values);
  const { rows: shownRows, ...nftCounts } = nftFacets(nfts, view);
  const facets = onNfts
    ? nftCounts
    : { shown: shownOfTokens.rows.length, folded: shownOfTokens.folded, groups: [] };
  const summary = {
    facets,
    risks: countRisks(tokens, nfts),
    worries: worriesOf(onNfts ? shownRows : shownOfTokens.all),
    ...(values === undefined ? {} : { values }),
  };
  if (tokens.length <= MAX_ROWS && nfts.length <= MAX_CARDS)
    return { head, rows: 'all', tokens, nfts, ...summary };
  return {
    head,
    rows: 'first',
    tokens: onNfts ? [] : shownOfTokens.rows.slice(0, MAX_ROWS),
    nfts: onNfts ? shownRows.slice(0, MAX_CARDS) : [],
    ...summary,
  };
}
