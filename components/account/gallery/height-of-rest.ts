import type { Facets } from '@/lib/dashboard/account/first-view';

/** Height of a group's heading; the gallery's window counts on it. */
export const HEADING_PX = 56;

/** How high the cards are that are not drawn yet: the page has its height before they come. */
export function heightOfRest(
  drawn: number,
  facets: Facets,
  grouped: boolean,
  columns: number,
  linePx: number,
): number {
  const lines = (cards: number) => Math.ceil(cards / columns);
  if (!grouped) return (lines(facets.shown) - lines(drawn)) * linePx;
  let height = 0;
  let left = drawn;
  for (const group of facets.groups) {
    const here = Math.min(group.count, left);
    height += (lines(group.count) - lines(here)) * linePx + (left > 0 ? 0 : HEADING_PX);
    left -= here;
  }
  return height;
}
