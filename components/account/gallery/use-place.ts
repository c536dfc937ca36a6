'use client';

import { useEffect, useRef } from 'react';

/** The address is written once scrolling pauses. */
const PAUSE_MS = 250;
/** So far below the top of the window a card is brought back, in px. */
const ABOVE_PX = 96;

/** The item that the address bar names, behind `#`. */
const itemOfHash = (): string => {
  const item = location.hash.slice(1);
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(item) ? item : '';
};

/** Writes the item into the address, with the router's own state, so that the page is not drawn again. */
function writeHash(item: string): void {
  const hash = item === '' ? '' : `#${item}`;
  if (location.hash !== hash)
    history.replaceState(history.state, '', `${location.pathname}${location.search}${hash}`);
}

type Place = {
  /** Every row that will be in the list is in it. */
  whole: boolean;
  /** Where an item's line begins, from the top of the page; undefined where it is not in the list. */
  topOf: (item: string) => number | undefined;
  /** The first item on screen; "" at the top of the list. */
  firstOnScreen: () => string;
};

/**
 * Keeps the item at the top of the screen in the address: back, reload and a shared link come back to it, however the
 * list is drawn.
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
    // The browser may have put itself somewhere in a page that was not this high yet.
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
        // Until the reader is brought back, the address says where to.
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
