'use client';

import { type RefObject, useLayoutEffect } from 'react';

/**
 * Sets `--bar-height` to the height of the status bar, which the page reserves below its footer.
 * @param isFixed whether the bar covers a part of the window
 */
export function useBarRoom(bar: RefObject<HTMLElement | null>, isFixed: boolean): void {
  useLayoutEffect(() => {
    const { current } = bar;
    if (current === null || !isFixed) return;
    const { style } = document.documentElement;
    const tell = () => style.setProperty('--bar-height', `${current.offsetHeight}px`);
    const observer = new ResizeObserver(tell);
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty('--bar-height');
    };
  }, [bar, isFixed]);
}
