import type { GalleryGroup } from '@/lib/dashboard/account/gallery-rows';

/** Height of a group's heading; the virtual list depends on it. */
export const HEADING_PX = 44;

/**
 * Height of the cards that are not rendered yet, so that the page has its final height before they arrive.
 * @param shown number of cards in the view
 * @param groups empty for a flat gallery
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
