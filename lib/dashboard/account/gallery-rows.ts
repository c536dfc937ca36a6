import type { NftRow } from './rows';
import type { GroupFacet } from './shown-rows';

/** A line of the gallery: the heading of a group, or a row of cards. */
export type GalleryRow =
  | { kind: 'heading'; key: string; group: GroupFacet }
  /**
   * `before`: number of cards in earlier lines of the same group (or flat gallery); `of`: number of all cards in that
   * group or gallery.
   */
  | { kind: 'cards'; key: string; nfts: readonly NftRow[]; before: number; of: number };

/**
 * Splits a gallery into lines.
 * @param nfts NFTs in the order of the groups; the list may be incomplete
 * @param groups empty for a flat gallery
 * @param all number of NFTs in the complete list
 */
export function galleryRows(
  nfts: readonly NftRow[],
  groups: readonly GroupFacet[],
  columns: number,
  all = nfts.length,
): GalleryRow[] {
  const rows: GalleryRow[] = [];
  const addCards = (members: readonly NftRow[], of: number) => {
    for (let i = 0; i < members.length; i += Math.max(1, columns)) {
      const line = members.slice(i, i + Math.max(1, columns));
      rows.push({
        kind: 'cards',
        key: line[0]?.address ?? '',
        nfts: line,
        before: i,
        of,
      });
    }
  };
  if (groups.length === 0) {
    addCards(nfts, all);
    return rows;
  }
  let at = 0;
  for (const group of groups) {
    const members = nfts.slice(at, at + group.count);
    if (members.length > 0) {
      rows.push({ kind: 'heading', key: `group ${group.id}`, group });
      addCards(members, group.count);
    }
    at += group.count;
  }
  return rows;
}
