import type { NftRow } from './rows';
import type { GroupFacet } from './shown-rows';
import { groupNfts } from './shown-rows';

/** The largest groups of an account's NFTs, and the number of NFTs in all other groups. */
export type Composition = { groups: GroupFacet[]; others: number };

/** Maximum number of groups in the bar. */
const MAX_GROUPS = 6;

/** Divides an account's NFTs into collections. */
export function compositionOf(nfts: readonly NftRow[]): Composition {
  const groups = groupNfts(nfts).map(({ collection, title, nfts: members }) => ({
    collection,
    title,
    count: members.length,
  }));
  const others = groups.slice(MAX_GROUPS).reduce((sum, { count }) => sum + count, 0);
  return { groups: groups.slice(0, MAX_GROUPS), others };
}
