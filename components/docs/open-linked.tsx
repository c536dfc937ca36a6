'use client';

import { useEffect } from 'react';

/** Expands the method in the URL's hash, which not all browsers do by themselves. */
export function OpenLinked() {
  useEffect(() => {
    const open = () => {
      const details = document.getElementById(location.hash.slice(1))?.querySelector('details');
      if (details) details.open = true;
    };
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, []);
  return null;
}
