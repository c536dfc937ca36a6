'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { itemHref } from '@/components/account/gallery/item-href';
import { neighboursOf } from '@/lib/dashboard/account/item-order';

/** So far a finger moves sideways, and so much farther than up or down, for a swipe. */
const SWIPE_PX = 60;
const SWIPE_RATIO = 2;

type Props = { addressOrName: string; item: string; chain: number };

/**
 * The items before and after this one in the list that it was opened from: links, the arrow keys and a swipe. Each
 * takes the place of this one in the history, so that back leads to the list.
 */
export function Neighbours({ addressOrName, item, chain }: Props) {
  const router = useRouter();
  const [{ previous, next }, setNeighbours] = useState<ReturnType<typeof neighboursOf>>({
    previous: undefined,
    next: undefined,
  });
  useEffect(() => setNeighbours(neighboursOf(addressOrName, chain, item)), [addressOrName, chain, item]);
  useEffect(() => {
    const go = (to: string | undefined) => {
      if (to !== undefined) router.replace(itemHref(addressOrName, to, chain));
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.defaultPrevented) return;
      if ((event.target as Element).closest('input, select, textarea, video, audio, pre, [role=tree]'))
        return;
      if (event.key === 'ArrowLeft') go(previous);
      if (event.key === 'ArrowRight') go(next);
    };
    let start: Touch | undefined;
    const onTouchStart = ({ touches }: TouchEvent) => {
      start = touches.length === 1 ? touches[0] : undefined;
    };
    const onTouchEnd = ({ changedTouches: [end], target }: TouchEvent) => {
      if (start === undefined || end === undefined || (target as Element).closest('pre, video, audio'))
        return;
      const across = end.clientX - start.clientX;
      if (
        Math.abs(across) < SWIPE_PX ||
        Math.abs(across) < SWIPE_RATIO * Math.abs(end.clientY - start.clientY)
      )
        return;
      go(across > 0 ? previous : next);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('touchstart', onTouchStart, { passive: true });
    document.addEventListener('touchend', onTouchEnd, { passive: true });
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('touchstart', onTouchStart);
      document.removeEventListener('touchend', onTouchEnd);
    };
  }, [router, addressOrName, chain, previous, next]);
  if (previous === undefined && next === undefined) return null;
  const links = [
    { to: previous, name: 'Previous', rel: 'prev' },
    { to: next, name: 'Next', rel: 'next' },
  ];
  return links.map(({ to, name, rel }) =>
    to === undefined ? (
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
          router.replace(itemHref(addressOrName, to, chain));
        }}
      >
        {name}
      </a>
    ),
  );
}
