'use client';

import { useEffect, useSyncExternalStore } from 'react';
import { type CollectionFace, faceOf, onFaces, wantFace } from '@/lib/dashboard/account/collection-faces';

/** The own name and picture of a verified collection that is in view, once they are known. */
export function useCollectionFace(chain: number, collection: string | undefined): CollectionFace | undefined {
  useEffect(() => {
    if (collection !== undefined) wantFace(chain, collection);
  }, [chain, collection]);
  return useSyncExternalStore(
    onFaces,
    () => (collection === undefined ? undefined : faceOf(chain, collection)),
    () => undefined,
  );
}
