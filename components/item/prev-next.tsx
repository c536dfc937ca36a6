'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { type AdjacentItems, adjacentItems } from '@/lib/dashboard/account/adjacent-items';
import { itemHref } from '@/lib/dashboard/chains';

const LINKS = [
  { side: 'previous', name: 'Previous', rel: 'prev' },
  { side: 'next', name: 'Next', rel: 'next' },
] as const;

type Props = { addressOrName: string; chain: number; item: string };

/**
 * Moves to the previous or next item of the list from which the item was opened in this tab, with links, arrow keys or
 * swipes. Each step replaces the history entry, so that Back returns to the list. Empty if the list is unknown.
 */
export function PrevNext({ addressOrName, chain, item }: Props) {
  const router = useRouter();
  const [adjacent, setAdjacent] = useState<AdjacentItems>();
  // A layout effect, so that the links are there when the page is first painted.
  useLayoutEffect(() => setAdjacent(adjacentItems(addressOrName, chain, item)), [addressOrName, chain, item]);
  const go = useCallback(
    (side: keyof AdjacentItems) => {
      const to = adjacent?.[side];
      // An enlarged picture stays enlarged.
      if (to !== undefined) router.replace(itemHref(addressOrName, to, chain) + location.hash);
    },
    [router, addressOrName, chain, adjacent],
  );
  usePrevNextInput(go);
  if (adjacent === undefined) return null;
  return LINKS.map(({ side, name, rel }) => {
    const to = adjacent[side];
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
          go(side);
        }}
      >
        {name}
      </a>
    );
  });
}

/** Minimum length of a swipe, in px. The horizontal movement must also be at least as large as the vertical one. */
const SWIPE_PX = 60;

/** Calls `go` after an arrow key or a swipe. */
function usePrevNextInput(go: (side: keyof AdjacentItems) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.defaultPrevented) return;
      if ((event.target as Element).closest('input, select, textarea, video, audio, pre')) return;
      if (event.key === 'ArrowLeft') go('previous');
      if (event.key === 'ArrowRight') go('next');
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
      go(across > 0 ? 'previous' : 'next');
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
