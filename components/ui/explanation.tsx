'use client';

import { useEffect, useLayoutEffect, useRef, useState } from 'react';

const ID = 'explanation';

/** Attributes of a button that opens the page's explanation popover with the button's title. */
export const EXPLAINS = { popoverTarget: ID, popoverTargetAction: 'show' } as const;

/** The popover that explains labels. All labels of a page share one, because a list has hundreds of labels. */
export function Explanation() {
  const box = useRef<HTMLDivElement>(null);
  const [label, setLabel] = useState<HTMLElement>();
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const clicked = (target as Element).closest<HTMLElement>(`[popovertarget="${ID}"]`);
      if (clicked === null || box.current === null) return;
      setLabel(clicked);
      // The popover is positioned after the `toggle` event, because the browser opens it after the click event.
      box.current.addEventListener('toggle', () => box.current && placeBelow(box.current, clicked), {
        once: true,
      });
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);
  // Positions an open popover when another label is clicked, because no `toggle` event follows that click.
  useLayoutEffect(() => {
    if (label && box.current?.matches(':popover-open')) placeBelow(box.current, label);
  }, [label]);
  return (
    <div ref={box} id={ID} popover="auto" role="status" className="popover max-w-72 px-3 py-2 text-sm">
      {label?.title}
    </div>
  );
}

const GAP_PX = 4;
const EDGE_PX = 8;

/** Places an open popover below an element, or above if there is no space below. The popover scrolls with the page. */
function placeBelow(popover: HTMLElement, anchor: HTMLElement): void {
  const { left, top, bottom } = anchor.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = popover;
  const { clientWidth, clientHeight } = document.documentElement;
  const isBelow = bottom + GAP_PX + offsetHeight <= clientHeight;
  const y = isBelow ? bottom + GAP_PX : top - GAP_PX - offsetHeight;
  popover.style.top = `${y + window.scrollY}px`;
  popover.style.left = `${Math.max(EDGE_PX, Math.min(left, clientWidth - offsetWidth - EDGE_PX))}px`;
}
