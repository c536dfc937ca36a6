'use client';

import { useEffect, useSyncExternalStore } from 'react';
import {
  type CollectionFace,
  collectionPreview,
  onPreviewsChange,
  requestPreview,
} from '@/lib/dashboard/account/collection-previews';

/** Requests the name and image of a verified collection and returns them; undefined until they arrive. */
export function useCollectionFace(chain: number, collection: string | undefined): CollectionFace | undefined {
  useEffect(() => {
    if (collection !== undefined) requestPreview(chain, collection);
  }, [chain, collection]);
  return useSyncExternalStore(
    onPreviewsChange,
    () => (collection === undefined ? undefined : collectionPreview(chain, collection)),
    () => undefined,
  );
}
