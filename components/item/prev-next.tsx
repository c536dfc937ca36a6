'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  type AdjacentItems,
  adjacentIn,
  adjacentItems,
  rememberOrder,
} from '@/lib/dashboard/account/adjacent-items';
import { itemHref } from '@/lib/dashboard/chains';
import { Spoken } from '../ui/a11y/spoken';

const SIDES = [
  { step: -1, name: 'Previous', rel: 'prev' },
  { step: 1, name: 'Next', rel: 'next' },
] as const;

/**
 * Moves to the previous or next item of a list with links, arrow keys or swipes. Each step replaces the history entry,
 * so that Back returns to the list. If the list is unknown, the first step loads it.
 */
export function PrevNext({ item, ...of }: ItemList & { item: string }) {
  const { addressOrName, chain } = of;
  const router = useRouter();
  const { neighbors, reading, read } = usePrevNext(of, item);
  const isReading = reading.step !== undefined;
  const go = useCallback(
    async (step: -1 | 1) => {
      if (isReading) return;
      const to = neighbors ? (step < 0 ? neighbors.previous : neighbors.next) : await read(step);
      // An enlarged picture stays enlarged.
      if (to !== undefined) router.replace(itemHref(addressOrName, to, chain) + location.hash);
    },
    [router, addressOrName, chain, neighbors, isReading, read],
  );
  usePrevNextInput(go);
  return (
    <>
      {SIDES.map(({ step, name, rel }) => {
        if (neighbors === undefined)
          return (
            <button
              key={rel}
              type="button"
              aria-disabled={isReading}
              className="control relative overflow-hidden noscript:hidden"
              onClick={() => void go(step)}
            >
              {name}
              {reading.step === step && (
                <span className="skeleton absolute inset-x-0 bottom-0 h-0.5 bg-accent" aria-hidden="true" />
              )}
            </button>
          );
        const to = step < 0 ? neighbors.previous : neighbors.next;
        return to === undefined ? (
          <span key={rel} aria-disabled="true" className="control cursor-default text-muted">
            {name}
          </span>
        ) : (
          <a
            key={rel}
            rel={rel}
            href={itemHref(addressOrName, to, chain)}
            className="control"
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
              event.preventDefault();
              void go(step);
            }}
          >
            {name}
          </a>
        );
      })}
      <Spoken text={isReading ? 'Reading what else this account holds' : ''} />
      {reading.failed !== undefined && (
        <p role="alert" className="box-bad order-last basis-full text-sm">
          The list of this account could not be read. {reading.failed}
        </p>
      )}
    </>
  );
}

/** Minimum length of a swipe, in px. The horizontal movement must also be at least as large as the vertical one. */
const SWIPE_PX = 60;

/** Calls `go` after an arrow key or a swipe, with -1 for the previous item and 1 for the next one. */
function usePrevNextInput(go: (step: -1 | 1) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.defaultPrevented) return;
      if ((event.target as Element).closest('input, select, textarea, video, audio, pre, [role=tree]'))
        return;
      if (event.key === 'ArrowLeft') go(-1);
      if (event.key === 'ArrowRight') go(1);
    };
    let start: Touch | undefined;
    const onTouchStart = ({ touches }: TouchEvent) => {
      start = touches.length === 1 ? touches[0] : undefined;
    };
    const onTouchEnd = ({ changedTouches: [end], target }: TouchEvent) => {
      if (start === undefined || end === undefined || (target as Element).closest('pre, video, audio'))
        return;
      const across = end.clientX - start.clientX;
      if (Math.abs(across) < Math.max(SWIPE_PX, Math.abs(end.clientY - start.clientY))) return;
      go(across > 0 ? -1 : 1);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('touchstart', onTouchStart, { passive: true });
    document.addEventListener('touchend', onTouchEnd, { passive: true });
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('touchstart', onTouchStart);
      document.removeEventListener('touchend', onTouchEnd);
    };
  }, [go]);
}

/** The list that an item is in. */
type ItemList = { addressOrName: string; chain: number; list: 'nfts' | 'tokens' };

type Reading = { step: -1 | 1 | undefined; failed: string | undefined };
/** Result for an item that is no longer in the list. */
const NONE: AdjacentItems = { previous: undefined, next: undefined };
const IDLE: Reading = { step: undefined, failed: undefined };

/**
 * Returns the previous and the next item in the list from which the item was opened in this tab or, after a call of
 * `read`, in the account's list. The account is loaded only on demand, because it may have thousands of items.
 */
function usePrevNext({ addressOrName, chain, list }: ItemList, item: string) {
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
