'use client';

import { type RefObject, startTransition, useEffect, useState } from 'react';

export const GAP_PX = 16;
/** The columns of `.gallery-grid`, by the width of the window. */
const COLUMNS: [from: number, columns: number][] = [
  [1600, 8],
  [1024, 5],
  [768, 4],
  [640, 3],
  [0, 2],
];
export const GRID = 'gallery-grid';

export type GalleryLayout = { columns: number; cardWidth: number; top: number };

/** Where the gallery is and how wide its cards are; undefined before script has looked. */
export function useGalleryLayout(box: RefObject<HTMLElement | null>): GalleryLayout | undefined {
  const [layout, setLayout] = useState<GalleryLayout>();
  useEffect(() => {
    const measure = () => {
      const rect = box.current?.getBoundingClientRect();
      if (!rect) return;
      const columns = COLUMNS.find(([from]) => window.innerWidth >= from)?.[1] ?? 2;
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
 * Whether what is below the cards that came with the page may be seen: the reader has begun to scroll, or the window
 * does not end before them. Until then they stay as they are, and a phone draws nothing twice.
 * @param isMore whether there is anything below them
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
