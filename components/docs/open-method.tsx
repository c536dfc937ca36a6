'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/** Opens the page of the method that is named in the URL's hash, as in links to earlier versions of the page. */
export function OpenMethod({ hrefs }: { hrefs: Readonly<Record<string, string>> }) {
  const router = useRouter();
  useEffect(() => {
    const href = hrefs[location.hash.slice(1)];
    if (href !== undefined) router.replace(href);
  }, [hrefs, router]);
  return null;
}
