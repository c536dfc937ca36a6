'use client';

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const useBrowserEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/**
 * Keeps the focus of a keyboard near: when what was pressed is gone with a step, the focus would fall to the top of
 * the page, and is put on what takes its place.
 * @param step changes whenever elements may go
 * @param place the element that takes the focus
 */
export function useKeptFocus(
  step: unknown,
  place: RefObject<HTMLElement | null> | (() => HTMLElement | null),
) {
  const before = useRef(step);
  useBrowserEffect(() => {
    if (before.current === step) return;
    before.current = step;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    (typeof place === 'function' ? place() : place.current)?.focus({ preventScroll: true });
  });
}
