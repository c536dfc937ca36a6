import type { HoldingsProgress } from '@/lib/solana/holdings-events';
import { HEALTH_POLL_MS } from '@/lib/solana/upstream-health';

/** Limits on how long a page waits for the list of holdings, in ms. */
export type HoldingsWait = {
  /** Maximum wait. */
  holdingsMs: number;
  /** Used instead of `holdingsMs` while at least half of the account has been read. */
  nearMs?: number;
  /** Used instead of `holdingsMs` while less than half has been read and the node has a problem. */
  troubleMs?: number;
};

/** Returns how long to wait for the next change, in ms; 0 or less when the time is up. */
export function remainingWait(
  { holdingsMs, nearMs = holdingsMs, troubleMs = holdingsMs }: HoldingsWait,
  startedAt: number,
  progress: HoldingsProgress,
  isTroubled: boolean,
): number {
  const most = isHalfRead(progress) ? nearMs : isTroubled ? troubleMs : holdingsMs;
  return Math.min(HEALTH_POLL_MS, startedAt + most - performance.now());
}

const isHalfRead = ({ step, done, total }: HoldingsProgress): boolean =>
  step === 'assets' && 2 * done >= total;
