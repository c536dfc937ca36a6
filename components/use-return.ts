'use client';

import { useEffect, useRef } from 'react';

/** A page that was away for less than this shows what it has. */
const AWAY_MS = 30_000;

/** Calls when the page comes back into view after more than half a minute out of it, once for each return. */
export function useReturn(onReturn: () => void): void {
  const latest = useRef(onReturn);
  latest.current = onReturn;
  useEffect(() => {
    let hiddenAt = document.visibilityState === 'hidden' ? Date.now() : undefined;
    const onChange = () => {
      if (document.visibilityState === 'hidden') hiddenAt ??= Date.now();
      else {
        if (hiddenAt !== undefined && Date.now() - hiddenAt > AWAY_MS) latest.current();
        hiddenAt = undefined;
      }
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
}
