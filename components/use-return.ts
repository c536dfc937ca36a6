'use client';

import { useEffect, useRef } from 'react';

/** Minimum time for which the page must have been hidden, in ms. */
const AWAY_MS = 30_000;

/** Calls `onReturn` when the page becomes visible again after more than 30 s. */
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
