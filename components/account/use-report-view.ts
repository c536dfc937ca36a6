'use client';

import { useEffect, useRef } from 'react';
import { reportView } from '@/lib/dashboard/account/report-view';

/** So much is gathered before a report: whoever scrolls is not followed card by card. */
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
  useEffect(() => {
    if (!pending) told.current.clear();
    wanted.current = pending
      ? items.flatMap(({ address, picture, settled }) => (picture === undefined && !settled ? [address] : []))
      : [];
    if (owner === undefined || timer.current !== undefined) return;
    if (wanted.current.every((address) => told.current.has(address))) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      const here = wanted.current;
      if (here.every((address) => told.current.has(address))) return;
      // What is scrolled back to is told of again: others have been in front of it since.
      told.current = new Set(here);
      reportView(owner, chain, here);
    }, GATHER_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
