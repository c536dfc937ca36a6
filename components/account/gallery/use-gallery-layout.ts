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

/** A window so high that the cards which came with the page may not fill it. */
const HIGH_WINDOW_PX = 1200;

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
 * Whether the reader has begun to scroll. Until then the cards that came with the page stay as they are, and a
 * phone draws nothing twice.
 */
export function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const begin = () => {
      setScrolled(true);
      window.removeEventListener('scroll', begin);
    };
    if (window.scrollY > 0 || window.innerHeight > HIGH_WINDOW_PX) startTransition(begin);
    else window.addEventListener('scroll', begin, { passive: true });
    return () => window.removeEventListener('scroll', begin);
  }, []);
  return scrolled;
}
