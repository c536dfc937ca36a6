'use client';

import { useEffect } from 'react';

/** Sets `data-hydrated` on `<html>` once the page is hydrated; browser tests wait for it. */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
  }, []);
  return null;
}
