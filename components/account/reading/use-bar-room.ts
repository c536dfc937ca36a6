'use client';

import { type RefObject, useLayoutEffect } from 'react';

/**
 * Reserves room for the status bar below the page's footer. Sets `padding-bottom` directly, because changing a custom
 * property of the root element would restyle the whole page.
 * @param isFixed whether the bar covers a part of the window
 */
export function useBarRoom(bar: RefObject<HTMLElement | null>, isFixed: boolean): void {
  useLayoutEffect(() => {
    const { current } = bar;
    if (current === null || !isFixed) return;
    const { style } = document.documentElement;
    const reserve = () => {
      style.paddingBottom = `calc(${current.offsetHeight}px + 1.5rem)`;
    };
    const observer = new ResizeObserver(reserve);
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.paddingBottom = '';
    };
  }, [bar, isFixed]);
}
