'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { StreamFailure } from '@/lib/dashboard/account/holdings-state';
import { MAX_RETRY_WAIT_MS } from '@/lib/solana/upstream-health';

/** Delay before the first retry, in ms. Doubles with each retry. */
const FIRST_WAIT_MS = 10_000;
/** Maximum number of automatic retries, which take about half an hour. */
const MAX_TRIES = 30;

/** A scheduled retry, `inMs` after the failure. */
export type AutoRetry = { failure: StreamFailure; inMs: number; stop: () => void };

/**
 * Calls `retry` after a failure, with growing delays that are never shorter than the node requests. Waits while the
 * page is hidden.
 * @param failure a new object for each failure; undefined if there is nothing to retry
 * @param isDone whether loading has succeeded, which resets the delays
 * @returns undefined if no retry is scheduled
 */
export function useAutoRetry(
  failure: StreamFailure | undefined,
  isDone: boolean,
  retry: () => void,
): AutoRetry | undefined {
  const tries = useRef(0);
  const [stoppedAt, setStoppedAt] = useState<StreamFailure>();
  const [wait, setWait] = useState<{ failure: StreamFailure; inMs: number }>();
  const retryNow = useEffectEvent(retry);
  useEffect(() => {
    if (isDone) tries.current = 0;
  }, [isDone]);
  useEffect(() => {
    if (!failure?.retry || failure === stoppedAt || tries.current >= MAX_TRIES) return;
    const inMs = Math.max(
      failure.trouble?.againInMs ?? 0,
      Math.min(FIRST_WAIT_MS * 2 ** tries.current, MAX_RETRY_WAIT_MS),
    );
    setWait({ failure, inMs });
    let isDue = false;
    const retryIfVisible = () => {
      if (!isDue || document.hidden) return;
      isDue = false;
      retryNow();
    };
    const timer = setTimeout(() => {
      isDue = true;
      retryIfVisible();
    }, inMs);
    document.addEventListener('visibilitychange', retryIfVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', retryIfVisible);
      tries.current += 1;
    };
  }, [failure, stoppedAt]);
  if (failure === undefined || failure === stoppedAt || wait?.failure !== failure) return undefined;
  return { failure, inMs: wait.inMs, stop: () => setStoppedAt(failure) };
}
