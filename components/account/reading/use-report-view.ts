'use client';

import { useEffect, useRef } from 'react';
import { reportView } from '@/lib/dashboard/account/report-view';

/** Reports are so far apart: whoever jumps is followed at once, whoever scrolls not card by card. */
const GATHER_MS = 150;

/**
 * Tells the server which items are on screen without a picture, each once while the stream goes on.
 * @param owner undefined while it is not known
 * @param items in the order in which they are looked at
 * @param pending pictures may still come
 */
export function useReportView(
  owner: string | undefined,
  chain: number,
  items: readonly { address: string; picture?: string; settled?: true }[],
  pending: boolean,
): void {
  const told = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wanted = useRef<string[]>([]);
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (!pending) told.current.clear();
    wanted.current = pending
      ? items.flatMap(({ address, picture, settled }) => (picture === undefined && !settled ? [address] : []))
      : [];
    if (owner === undefined || timer.current !== undefined) return;
    if (wanted.current.every((address) => told.current.has(address))) return;
    const waitMs = Math.max(0, lastAt.current + GATHER_MS - performance.now());
    timer.current = setTimeout(() => {
      timer.current = undefined;
      lastAt.current = performance.now();
      const here = wanted.current;
      if (here.every((address) => told.current.has(address))) return;
      // What is scrolled back to is told of again: others have been in front of it since.
      told.current = new Set(here);
      reportView(owner, chain, here);
    }, waitMs);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
