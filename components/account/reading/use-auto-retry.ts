'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { StreamFailure } from '@/lib/dashboard/account/holdings-stream';
import { LONGEST_WAIT_MS } from '@/lib/solana/upstream-health';

/** Before the first try; each one more waits twice as long. */
const FIRST_WAIT_MS = 10_000;
/** Then the reader is asked: some half an hour has gone by. */
const MOST_TRIES = 30;

/** A reading that failed and is tried again by itself: in how long, from when it failed. */
export type AutoRetry = { failure: StreamFailure; inMs: number; stop: () => void };

/**
 * Has a reading that failed tried again, ever more seldom, not before the node wants to be asked, and while somebody
 * looks at the page alone.
 * @param failure a new one with each try that fails; undefined where nothing is to be tried
 * @param isWhole everything has been read: what comes later begins anew
 * @returns undefined where nothing is tried again
 */
export function useAutoRetry(
  failure: StreamFailure | undefined,
  isWhole: boolean,
  ask: () => void,
): AutoRetry | undefined {
  const tries = useRef(0);
  const [stoppedAt, setStoppedAt] = useState<StreamFailure>();
  const [wait, setWait] = useState<{ failure: StreamFailure; inMs: number }>();
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (isWhole) tries.current = 0;
  }, [isWhole]);
  useEffect(() => {
    if (!failure?.retry || failure === stoppedAt || tries.current >= MOST_TRIES) return;
    const inMs = Math.max(
      failure.trouble?.againInMs ?? 0,
      Math.min(FIRST_WAIT_MS * 2 ** tries.current, LONGEST_WAIT_MS),
    );
    setWait({ failure, inMs });
    let isDue = false;
    const askIfSeen = () => {
      if (!isDue || document.hidden) return;
      isDue = false;
      askNow();
    };
    const timer = setTimeout(() => {
      isDue = true;
      askIfSeen();
    }, inMs);
    document.addEventListener('visibilitychange', askIfSeen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', askIfSeen);
      tries.current += 1;
    };
  }, [failure, stoppedAt]);
  if (failure === undefined || failure === stoppedAt || wait?.failure !== failure) return undefined;
  return { failure, inMs: wait.inMs, stop: () => setStoppedAt(failure) };
}
