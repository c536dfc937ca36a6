import type { GalleryGroup } from '@/lib/dashboard/account/gallery-rows';

/** Height of a group's heading; the virtual list depends on it. */
export const HEADING_PX = 44;

/**
 * Returns the height of the cards that are not rendered yet, so that the page has its final height from the start.
 * @param drawn number of rendered cards
 * @param shown number of all cards
 * @param groups groups of the gallery; empty for a flat gallery
 */
export function heightOfRest(
  drawn: number,
  shown: number,
  groups: readonly GalleryGroup[],
  columns: number,
  linePx: number,
): number {
  const lines = (cards: number) => Math.ceil(cards / columns);
  if (groups.length === 0) return (lines(shown) - lines(drawn)) * linePx;
  let height = 0;
  let left = drawn;
  for (const group of groups) {
    const here = Math.min(group.count, left);
    const cards = group.isCollapsed ? 0 : lines(group.count) - lines(here);
    height += cards * linePx + (left > 0 ? 0 : HEADING_PX);
    left -= here;
  }
  return height;
}
