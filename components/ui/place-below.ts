const GAP_PX = 4;
const EDGE_PX = 8;

/** Places an open popover below an element, or above if there is no space below. The popover scrolls with the page. */
export function placeBelow(popover: HTMLElement, anchor: HTMLElement): void {
  const { left, top, bottom } = anchor.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = popover;
  const { clientWidth, clientHeight } = document.documentElement;
  const isBelow = bottom + GAP_PX + offsetHeight <= clientHeight;
  const y = isBelow ? bottom + GAP_PX : top - GAP_PX - offsetHeight;
  popover.style.top = `${y + window.scrollY}px`;
  popover.style.left = `${Math.max(EDGE_PX, Math.min(left, clientWidth - offsetWidth - EDGE_PX))}px`;
}
