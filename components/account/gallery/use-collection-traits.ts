'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CollectionTraits, KnownTraits } from '@/lib/dashboard/account/traits';
import { readLine } from '@/lib/dashboard/json-lines';

/** Pause before an incomplete response is requested again, in ms. */
const PAUSE_MS = 5_000;

export type CollectionTraitsState = {
  /** The traits received so far; undefined until the first response. */
  known: KnownTraits | undefined;
  /** Whether the server is still loading metadata documents. */
  isReading: boolean;
  error: Error | null;
  retry: () => void;
};

/**
 * Requests the traits of a collection's items in an account.
 * @param owner the account; undefined if the traits are not needed
 */
export function useCollectionTraits(
  owner: string | undefined,
  chain: number,
  collection: string,
): CollectionTraitsState {
  const { data, error, refetch } = useQuery({
    queryKey: ['traits', chain, owner, collection],
    queryFn: ({ signal }) =>
      readLine<CollectionTraits>(`/api/traits/${owner}?chain=${chain}&collection=${collection}`, signal),
    enabled: owner !== undefined,
    refetchInterval: ({ state }) => (state.data?.isComplete === false ? PAUSE_MS : false),
  });
  const items = data?.items;
  const known = useMemo(
    () => items && new Map(items.map(({ address, traits }) => [address, traits])),
    [items],
  );
  return {
    known,
    isReading: owner !== undefined && error === null && data?.isComplete !== true,
    error,
    retry: () => void refetch(),
  };
}
