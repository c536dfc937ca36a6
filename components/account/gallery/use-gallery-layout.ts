'use client';

import { type RefObject, startTransition, useEffect, useState } from 'react';

export const GAP_PX = 16;
export const GRID = 'gallery-grid';

export type GalleryLayout = { columns: number; cardWidth: number; top: number };

/** Measures the gallery: number of columns, width of a card and distance from the top of the page, in px. */
export function useGalleryLayout(box: RefObject<HTMLElement | null>): GalleryLayout | undefined {
  const [layout, setLayout] = useState<GalleryLayout>();
  useEffect(() => {
    const measure = () => {
      const grid = box.current?.querySelector(`.${GRID}`);
      if (!box.current || !grid) return;
      const rect = box.current.getBoundingClientRect();
      const columns = Number(getComputedStyle(grid).getPropertyValue('--columns'));
      const cardWidth = (rect.width - GAP_PX * (columns - 1)) / columns;
      const top = Math.round(rect.top + window.scrollY);
      startTransition(() =>
        setLayout((now) =>
          now?.columns === columns && now.cardWidth === cardWidth && now.top === top
            ? now
            : { columns, cardWidth, top },
        ),
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [box]);
  return layout;
}

/**
 * Whether more cards than those in the page's HTML are needed, because the visitor has scrolled or the window is
 * taller than these cards. Until then, the cards are not rendered again, which would be slow on phones.
 * @param isMore whether there are more cards than those in the page's HTML
 */
export function usePastFirst(box: RefObject<HTMLElement | null>, isMore: boolean): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    const begin = () => {
      setPast(true);
      stop();
    };
    const look = () => {
      const lines = box.current?.querySelectorAll(':scope > ul');
      const end = lines?.item(lines.length - 1)?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY;
      if (window.scrollY > 0 || (isMore && end < window.innerHeight)) startTransition(begin);
    };
    const stop = () => {
      window.removeEventListener('scroll', begin);
      window.removeEventListener('resize', look);
    };
    window.addEventListener('scroll', begin, { passive: true });
    window.addEventListener('resize', look);
    look();
    return stop;
  }, [box, isMore]);
  return past;
}
