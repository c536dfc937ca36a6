'use client';

import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import {
  type AdjacentItems,
  adjacentIn,
  adjacentItems,
  rememberOrder,
} from '@/lib/dashboard/account/item-order';

/** The list that an item is in. */
export type ItemList = { addressOrName: string; chain: number; list: 'nfts' | 'tokens' };

type Reading = { step: -1 | 1 | undefined; failed: string | undefined };
/** Of an item that has gone meanwhile. */
const NONE: AdjacentItems = { previous: undefined, next: undefined };
const IDLE: Reading = { step: undefined, failed: undefined };

/**
 * The items before and after one: in the list that it was opened from in this tab, else, once `read` was called, in
 * that of its account. The account is not read before, for that may be thousands of items.
 */
export function usePrevNext({ addressOrName, chain, list }: ItemList, item: string) {
  const [neighbours, setNeighbours] = useState<AdjacentItems>();
  const [reading, setReading] = useState(IDLE);
  const work = useRef<AbortController>(undefined);
  // Before the first paint, because an immediate key press must not read a known list again.
  useLayoutEffect(() => {
    setNeighbours(adjacentItems(addressOrName, chain, item));
    setReading(IDLE);
    return () => work.current?.abort();
  }, [addressOrName, chain, item]);

  /** Reads the list and returns the next item in a direction; undefined at the end or if the read failed. */
  const read = useCallback(
    async (step: -1 | 1): Promise<string | undefined> => {
      const mine = new AbortController();
      work.current = mine;
      setReading({ step, failed: undefined });
      try {
        const { readDefaultOrder } = await import('@/lib/dashboard/account/default-order');
        const items = await readDefaultOrder(addressOrName, chain, list, mine.signal);
        if (mine.signal.aborted) return undefined;
        rememberOrder(addressOrName, chain, items, item);
        const beside = adjacentIn(items, item) ?? NONE;
        setNeighbours(beside);
        setReading(IDLE);
        return step < 0 ? beside.previous : beside.next;
      } catch (thrown) {
        if (!mine.signal.aborted) setReading({ step: undefined, failed: (thrown as Error).message });
        return undefined;
      }
    },
    [addressOrName, chain, list, item],
  );
  return { neighbours, reading, read };
}
