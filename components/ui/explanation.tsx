'use client';

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { placeBelow } from './place-below';

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
