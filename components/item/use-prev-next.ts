'use client';

import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import {
  type AdjacentItems,
  adjacentIn,
  adjacentItems,
  rememberOrder,
} from '@/lib/dashboard/account/adjacent-items';

/** The list that an item is in. */
export type ItemList = { addressOrName: string; chain: number; list: 'nfts' | 'tokens' };

type Reading = { step: -1 | 1 | undefined; failed: string | undefined };
/** Result for an item that is no longer in the list. */
const NONE: AdjacentItems = { previous: undefined, next: undefined };
const IDLE: Reading = { step: undefined, failed: undefined };

/**
 * Returns the previous and the next item in the list from which the item was opened in this tab or, after a call of
 * `read`, in the account's list. The account is loaded only on demand, because it may have thousands of items.
 */
export function usePrevNext({ addressOrName, chain, list }: ItemList, item: string) {
  const [neighbors, setNeighbors] = useState<AdjacentItems>();
  const [reading, setReading] = useState(IDLE);
  const work = useRef<AbortController>(undefined);
  // A layout effect, so that an immediate key press uses a known list instead of loading the account.
  useLayoutEffect(() => {
    setNeighbors(adjacentItems(addressOrName, chain, item));
    setReading(IDLE);
    return () => work.current?.abort();
  }, [addressOrName, chain, item]);

  /**
   * Loads the account's list. Returns the previous (`step` -1) or next item; undefined at the end
   * of the list or on failure.
   */
  const read = useCallback(
    async (step: -1 | 1): Promise<string | undefined> => {
      const mine = new AbortController();
      work.current = mine;
      setReading({ step, failed: undefined });
      try {
        const { readDefaultOrder } = await import('@/lib/dashboard/account/read-default-order');
        const items = await readDefaultOrder(addressOrName, chain, list, mine.signal);
        if (mine.signal.aborted) return undefined;
        rememberOrder(addressOrName, chain, items, item);
        const beside = adjacentIn(items, item) ?? NONE;
        setNeighbors(beside);
        setReading(IDLE);
        return step < 0 ? beside.previous : beside.next;
      } catch (thrown) {
        if (!mine.signal.aborted) setReading({ step: undefined, failed: (thrown as Error).message });
        return undefined;
      }
    },
    [addressOrName, chain, list, item],
  );
  return { neighbors, reading, read };
}
