'use client';

import { useEffect, useRef } from 'react';

/** How long scrolling must pause before the URL is updated, in ms. */
const PAUSE_MS = 250;
/** Distance between the top of the window and a card to which the page scrolls, in px. */
const ABOVE_PX = 96;

/** Returns the item in the URL's hash; an empty string if the hash contains no item. */
const itemOfHash = (): string => {
  const item = location.hash.slice(1);
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(item) ? item : '';
};

/** Writes the item to the URL's hash. Keeps the router's history state, so that the page is not rendered again. */
function writeHash(item: string): void {
  const hash = item === '' ? '' : `#${item}`;
  if (location.hash !== hash)
    history.replaceState(history.state, '', `${location.pathname}${location.search}${hash}`);
}

type Place = {
  /** Whether the list is complete. */
  whole: boolean;
  /** Returns the distance of an item's row from the top of the page, in px; undefined for an unknown item. */
  topOf: (item: string) => number | undefined;
  /** Returns the first item on screen; an empty string at the top of the list. */
  firstOnScreen: () => string;
};

/**
 * Keeps the item at the top of the screen in the URL's hash, so that Back, a reload and a shared link scroll to it.
 */
export function usePlace(place: Place): void {
  const latest = useRef(place);
  latest.current = place;
  const wanted = useRef<string | undefined>(undefined);
  const { whole } = place;
  useEffect(() => {
    wanted.current ??= itemOfHash();
    if (!whole || wanted.current === '') return;
    const top = latest.current.topOf(wanted.current);
    wanted.current = '';
    if (top === undefined) return;
    // Corrects the browser's scroll restoration, which ran before the page had its final height.
    const scroll = () => window.scrollTo({ top: Math.max(0, top - ABOVE_PX), behavior: 'instant' });
    scroll();
    const frame = requestAnimationFrame(scroll);
    return () => cancelAnimationFrame(frame);
  }, [whole]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        // Keep the hash until the page has scrolled to the item in it.
        if (wanted.current) return;
        writeHash(latest.current.firstOnScreen());
      }, PAUSE_MS);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', onScroll);
    };
  }, []);
}
