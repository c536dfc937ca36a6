'use client';

import { useEffect, useSyncExternalStore } from 'react';
import {
  type CollectionPreview,
  collectionPreview,
  onPreviewsChange,
  requestPreview,
} from '@/lib/dashboard/account/collection-previews';

/** The own name and picture of a verified collection that is in view, once they are known. */
export function useCollectionFace(
  chain: number,
  collection: string | undefined,
): CollectionPreview | undefined {
  useEffect(() => {
    if (collection !== undefined) requestPreview(chain, collection);
  }, [chain, collection]);
  return useSyncExternalStore(
    onPreviewsChange,
    () => (collection === undefined ? undefined : collectionPreview(chain, collection)),
    () => undefined,
  );
}
