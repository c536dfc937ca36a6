'use client';

import { useQuery } from '@tanstack/react-query';
import { type CollectionFace, readCollectionFace } from '@/lib/dashboard/account/collection-faces';

/**
 * Returns the name and image of a verified collection; undefined until they arrive. A failed request is repeated when
 * the collection comes into view again.
 * @param isRequested whether to request them; otherwise, they are returned if another component has requested them
 */
export const useCollectionFace = (
  chain: number,
  collection = '',
  isRequested = true,
): CollectionFace | undefined =>
  useQuery({
    queryKey: ['collection', chain, collection],
    queryFn: () => readCollectionFace(chain, collection),
    enabled: collection !== '' && isRequested,
    // A collection without a name may not have been read.
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 60_000),
  }).data ?? undefined;
