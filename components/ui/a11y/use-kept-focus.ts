'use client';

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to another element if the focused one disappears. The browser would move it to the top of the page.
 * @param step a value that changes whenever elements can disappear
 * @param place the element that receives the focus; a function gets the element that disappeared
 */
export function useKeptFocus(
  step: unknown,
  place: RefObject<HTMLElement | null> | ((lost: Element) => HTMLElement | null),
) {
  const before = useRef(step);
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      focused.current = target instanceof Element ? target : null;
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
  useLayoutEffect(() => {
    if (before.current === step) return;
    before.current = step;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    // Nothing to do if no element had the focus, or if the focused element still exists.
    const { current } = focused;
    if (current === null || (current.isConnected && current.getClientRects().length > 0)) return;
    (typeof place === 'function' ? place(current) : place.current)?.focus({ preventScroll: true });
  });
}
