'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { useReturn } from '@/components/use-return';
import type { FirstView } from '@/lib/dashboard/account/first-view';
import { type HoldingsState, NOTHING_YET, readHoldings } from '@/lib/dashboard/account/holdings-stream';
import { paced } from '@/lib/dashboard/account/paced';
import { readyTextOrder } from '@/lib/dashboard/account/text-order';
import { StreamRefused } from '@/lib/dashboard/json-lines';
import { afterFirstDrawing } from './after-first-drawing';
import { type AutoRetry, useAutoRetry } from './use-auto-retry';

/** What is drawn at most this often while rows come in. */
const FRAME_MS = 150;

export type Holdings = HoldingsState & {
  /** Why the stream broke off, when it did. */
  error: { reason: string; message: string; retryAfterSeconds?: number | undefined } | undefined;
  /** Whether more is on its way. */
  reading: boolean;
  /** The reader stopped it. */
  cancelled: boolean;
  cancel: () => void;
  retry: () => void;
  /** Where it failed and is tried again by itself. */
  autoRetry: AutoRetry | undefined;
};

/** An account's holdings: what the page came with, then what the stream brings. */
export function useHoldings(addressOrName: string, chain: number, first: FirstView): Holdings {
  const [cancelled, setCancelled] = useState(false);
  const { query, stop } = useHoldingsQuery(
    addressOrName,
    chain,
    first.rows !== 'all' && !cancelled,
    first.rows,
  );
  // A page that is opened anew for another account starts over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the account is the reason, not a value that is read.
  useEffect(() => setCancelled(false), [addressOrName, chain]);

  const arrived = query.data;
  const streamed = useMemo(
    () =>
      arrived && {
        ...arrived,
        tokens: withKnown(arrived.tokens, first.tokens),
        nfts: withKnown(arrived.nfts, first.nfts),
      },
    [arrived, first],
  );
  const state = stateOnPage(first, streamed);
  const error = query.error instanceof Error ? query.error : undefined;
  const hasFailed = state.phase === 'failed' && !cancelled && error === undefined;
  const retry = () => {
    setCancelled(false);
    void query.refetch();
  };
  const autoRetry = useAutoRetry(hasFailed ? state.failure : undefined, state.listed, retry);
  return {
    ...state,
    reading: state.phase === 'streaming' && !cancelled && error === undefined,
    head: state.head ?? first.head,
    error: error === undefined || cancelled ? undefined : inWords(error),
    cancelled,
    cancel: () => {
      setCancelled(true);
      stop();
    },
    retry,
    autoRetry,
  };
}

/**
 * What the stream has told so far, as a query whose data grows; not before the page has been drawn.
 * @param came how much of it the page came with
 */
function useHoldingsQuery(addressOrName: string, chain: number, wanted: boolean, came: FirstView['rows']) {
  const client = useQueryClient();
  const queryKey = ['holdings', chain, addressOrName];
  /** Whether the next read is for a page that is shown already: it is then drawn whole, at its end. */
  const quiet = useRef(false);
  const [settled, setSettled] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page came.
  useEffect(
    () =>
      afterFirstDrawing(() => {
        // In a moment of its own, not in the one in which the rows are drawn.
        if (wanted) readyTextOrder();
        startTransition(() => setSettled(true));
      }, came !== 'none'),
    [],
  );
  const query = useQuery({
    queryKey,
    // What the page came with is enough for a moment: a phone is still busy with it.
    enabled: wanted && settled,
    // Ten thousand rows are not compared one by one each time that some more have come.
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      let state = NOTHING_YET;
      const isQuiet = quiet.current;
      quiet.current = false;
      const before = client.getQueryData<HoldingsState>(queryKey);
      const drawing = paced<HoldingsState>((next) => client.setQueryData(queryKey, next), FRAME_MS);
      try {
        for await (const next of readHoldings(addressOrName, chain, signal)) {
          if (!isQuiet) drawing.put(keptWhile(before, next), next.listed && !state.listed);
          state = next;
        }
      } finally {
        drawing.end();
        // Whoever goes to an item and back finds the list as it was; the rest of it is asked for again.
        if (signal.aborted && state.listed)
          client.setQueryData(queryKey, { ...state, phase: 'streaming' }, { updatedAt: 1 });
      }
      if (isQuiet && !state.listed)
        throw new StreamRefused(0, state.failure?.reason ?? 'broken-off', state.failure?.message ?? '');
      return keptWhile(before, state);
    },
  });
  useReturn(() => {
    const shown = client.getQueryData<HoldingsState>(queryKey);
    // What is being read, or was stopped, is left alone.
    if (client.isFetching({ queryKey }) > 0 || (wanted ? shown?.phase !== 'done' : came !== 'all')) return;
    quiet.current = true;
    void query.refetch();
  });
  return { query, stop: () => void client.cancelQueries({ queryKey }, { revert: false }) };
}

/** What an earlier reading brought stays until a new one has brought as much. */
function keptWhile(before: HoldingsState | undefined, next: HoldingsState): HoldingsState {
  if (before === undefined || next.listed || !(before.listed || before.part)) return next;
  const rows = before.tokens.length + before.nfts.length;
  if (next.part && next.tokens.length + next.nfts.length >= rows) return next;
  const { phase, progress, trouble, failure } = next;
  return { ...before, phase, progress, trouble, failure };
}

/** What the page shows: its first rows stay until the whole list is here. They are its beginning, and nothing jumps. */
function stateOnPage(first: FirstView, streamed: HoldingsState | undefined): HoldingsState {
  if (streamed !== undefined && (streamed.listed || streamed.part || first.rows !== 'first')) return streamed;
  const whole = first.rows === 'all';
  return {
    head: first.head,
    tokens: first.tokens,
    nfts: first.nfts,
    listed: whole,
    part: first.head?.missing !== undefined,
    // Until the stream speaks, the page's own word counts.
    trouble: streamed === undefined ? first.trouble : streamed.trouble,
    phase: streamed?.phase ?? (whole ? 'done' : 'streaming'),
    progress: streamed?.progress,
    failure: streamed?.failure,
  };
}

function inWords(error: Error): NonNullable<Holdings['error']> {
  return error instanceof StreamRefused
    ? { reason: error.reason, message: error.message, retryAfterSeconds: error.retryAfterSeconds }
    : { reason: 'broken-off', message: 'The connection to this server broke off' };
}

/**
 * Rows come before their images, and the page came with those of its first rows: until the stream tells of them, their
 * pictures stay. What else a row says is always the newer word; where nothing differs it stays the same object, so
 * that nothing of it is drawn again.
 */
function withKnown<Row extends { address: string; picture?: string; settled?: true; warnings?: string[] }>(
  rows: readonly Row[],
  known: readonly Row[],
): Row[] {
  const byAddress = new Map(known.map((row) => [row.address, row]));
  return rows.map((row) => {
    const before = byAddress.get(row.address);
    if (before?.picture === undefined || row.settled) return row;
    const isSame =
      (row.picture ?? before.picture) === before.picture && String(row.warnings) === String(before.warnings);
    return isSame ? before : { ...row, picture: row.picture ?? before.picture };
  });
}
