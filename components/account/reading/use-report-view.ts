'use client';

import { useEffect, useRef } from 'react';
import { reportView } from '@/lib/dashboard/account/report-view';

/** Minimum time between two reports, in ms, to limit the requests while the visitor scrolls. */
const GATHER_MS = 150;

/**
 * Reports the items on screen that have no image yet to the server, which then fetches their documents first.
 * @param owner undefined while a name is being looked up
 * @param items the items on screen, in order
 * @param pending whether images may still arrive
 */
export function useReportView(
  owner: string | undefined,
  chain: number,
  items: readonly { address: string; picture?: string; settled?: true }[],
  pending: boolean,
): void {
  const reported = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wanted = useRef<string[]>([]);
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (!pending) reported.current.clear();
    wanted.current = pending
      ? items.flatMap(({ address, picture, settled }) => (picture === undefined && !settled ? [address] : []))
      : [];
    if (owner === undefined || timer.current !== undefined) return;
    if (wanted.current.every((address) => reported.current.has(address))) return;
    const waitMs = Math.max(0, lastAt.current + GATHER_MS - performance.now());
    timer.current = setTimeout(() => {
      timer.current = undefined;
      lastAt.current = performance.now();
      const here = wanted.current;
      if (here.every((address) => reported.current.has(address))) return;
      // Earlier reports are forgotten, so that items that come back on screen get priority again.
      reported.current = new Set(here);
      reportView(owner, chain, here);
    }, waitMs);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
