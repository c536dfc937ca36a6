'use client';

import { useRouter } from 'next/navigation';
import { addRecent, type Recent } from '@/lib/dashboard/search/recents';

/** Returns a function that opens the page of a look-up and adds it to the recent ones. */
export function useOpenLookUp(): (lookUp: Recent) => void {
  const router = useRouter();
  return (lookUp) => {
    addRecent(lookUp);
    router.push(lookUp.href);
  };
}
