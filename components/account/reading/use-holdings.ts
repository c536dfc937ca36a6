'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useReturn } from '@/components/use-return';
import type { FirstView } from '@/lib/dashboard/account/first-view';
import {
  applyEvent,
  type HoldingsState,
  initialState,
  type PageEvent,
  type StreamFailure,
} from '@/lib/dashboard/account/holdings-state';
import { readHoldings } from '@/lib/dashboard/account/read-holdings';
import { readyTextOrder } from '@/lib/dashboard/account/text-order';
import { StreamRefused } from '@/lib/dashboard/json-lines';
import { type AutoRetry, useAutoRetry } from './use-auto-retry';

export type HoldingsReading = HoldingsState & {
  /** Whether a newer list is being read. */
  reading: boolean;
  retry: () => void;
  /** The scheduled retry after a failure. */
  autoRetry: AutoRetry | undefined;
};

/** Time in ms between updates of the page while progress arrives. */
const DRAW_MS = 150;

/** Returns an account's holdings: first the rows in the page's HTML, then those of the stream. Caches them for Back. */
export function useHoldingsReading(addressOrName: string, chain: number, first: FirstView): HoldingsReading {
  const client = useQueryClient();
  const queryKey = ['holdings', chain, addressOrName];
  const initial = useMemo(() => initialState(first), [first]);
  const isDrawn = useIsDrawn(first.rows);

  // Replaces the cached list of an earlier visit with the rows in the page's HTML, unless only the cached list is
  // complete, or it is newer: Back shows the HTML of the earlier visit, and the list may have been read again since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens.
  useLayoutEffect(() => {
    const isNewer = (kept?: HoldingsState) =>
      kept?.phase === 'done' && (kept.head?.slot ?? 0) > (first.head?.slot ?? 0);
    const reset = (kept?: HoldingsState) =>
      (first.rows === 'all' && !isNewer(kept)) || (kept && !kept.listed) ? initial : undefined;
    client.setQueryData<HoldingsState>(queryKey, reset, { updatedAt: 1 });
  }, []);

  const { data: state = initial, refetch } = useQuery({
    queryKey,
    enabled: first.rows !== 'all' && isDrawn,
    // Comparing ten thousand rows at each update would be slow.
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      let state = client.getQueryData<HoldingsState>(queryKey) ?? initial;
      let drawn = state;
      const draw = () => {
        if (state === drawn || state.next?.isBackground) return;
        drawn = state;
        client.setQueryData(queryKey, state);
      };
      const drawing = setInterval(draw, DRAW_MS);
      const apply = (event: PageEvent) => {
        const { listed } = state;
        state = applyEvent(state, event);
        if (state.listed && !listed) draw();
      };
      try {
        apply({ type: 'begin', isBackground: state.phase === 'done' });
        for await (const line of readHoldings(addressOrName, chain, signal)) apply(line);
      } catch (thrown) {
        if (!signal.aborted) apply({ type: 'failed', ...streamFailure(thrown) });
      } finally {
        clearInterval(drawing);
      }
      // Caches an incomplete list when the page is left, so that Back shows it at once and reloads it.
      if (signal.aborted && state.listed) client.setQueryData(queryKey, state, { updatedAt: 1 });
      return state;
    },
  });

  const retry = () => {
    client.setQueryData<HoldingsState>(queryKey, applyEvent(state, { type: 'begin', isBackground: false }));
    void refetch();
  };
  useReturn(() => {
    if (state.phase === 'done' && client.isFetching({ queryKey }) === 0) void refetch();
  });
  const autoRetry = useAutoRetry(state.failure, state.phase === 'done', retry);
  return {
    ...state,
    reading: state.phase === 'streaming',
    retry,
    autoRetry,
  };
}

/** Whether the page has been painted. Until then, a phone is busy with the first rows. */
function useIsDrawn(rows: FirstView['rows']): boolean {
  const [isDrawn, setIsDrawn] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens.
  useEffect(
    () =>
      afterFirstDrawing(() => {
        // Prepares sorting here, to keep it out of the task that renders the rows.
        if (rows !== 'all') readyTextOrder();
        startTransition(() => setIsDrawn(true));
      }, rows !== 'none'),
    [],
  );
  return isDrawn;
}

function streamFailure(thrown: unknown): StreamFailure {
  if (!(thrown instanceof StreamRefused))
    return { reason: 'broken-off', message: 'The connection to this server was lost', retry: false };
  const { reason, message, retryAfterSeconds } = thrown;
  return { reason, message, retry: false, retryAfterSeconds };
}

/** Maximum time to wait for the images on the first screen, in ms. */
const PICTURES_MS = 1_000;

/**
 * Calls a function when the browser is idle, or after at most half a second.
 * @param pictured whether to wait first for the images in the page's HTML, for up to a second
 * @returns a function that cancels the call
 */
function afterFirstDrawing(then: () => void, pictured: boolean): () => void {
  let stop = () => {};
  const soon = () => {
    stop();
    // Safari lacks `requestIdleCallback`.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(then, 100);
      stop = () => clearTimeout(timer);
    } else {
      const handle = requestIdleCallback(then, { timeout: 500 });
      stop = () => cancelIdleCallback(handle);
    }
  };
  if (!pictured || document.readyState === 'complete') soon();
  else {
    const timer = setTimeout(soon, PICTURES_MS);
    window.addEventListener('load', soon);
    stop = () => {
      clearTimeout(timer);
      window.removeEventListener('load', soon);
    };
  }
  return () => stop();
}
