'use client';

import { useEffect } from 'react';

/** Opens the method that the fragment of the URL names. Not all browsers do so themselves. */
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
