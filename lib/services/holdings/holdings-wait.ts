import type { HoldingsProgress } from '@/lib/solana/holdings-events';
import { HEALTH_POLL_MS } from '@/lib/solana/upstream-health';

/** Longest waits of a page for holdings and their documents, in ms. */
export type HoldingsWait = {
  /** From now. */
  holdingsMs: number;
  /** Instead of `holdingsMs` when at least half of the account has been read by then. */
  nearMs?: number;
  /** Instead of `holdingsMs` when less has been read and the node is in trouble, which the page then reports. */
  troubleMs?: number;
  /** For all documents, from now. */
  documentsMs: number;
  /** For the documents of the first items on screen, from the arrival of the list. Default 0. */
  inViewMs?: number;
};

/** The read to wait for. */
type Awaited = {
  /** When the list arrived; undefined before. */
  holdingsAt: number | undefined;
  progress: HoldingsProgress;
  viewport: { isPending: boolean };
};

/** How long to wait for the next change, in ms; 0 or less when the time is up. */
export function remainingWait(
  wait: HoldingsWait,
  startedAt: number,
  { holdingsAt, progress, viewport }: Awaited,
  isTroubled: boolean,
): number {
  const { holdingsMs, nearMs = holdingsMs, troubleMs = holdingsMs, documentsMs, inViewMs = 0 } = wait;
  const now = performance.now();
  if (holdingsAt === undefined) {
    const most = isHalfRead(progress) ? nearMs : isTroubled ? troubleMs : holdingsMs;
    return Math.min(HEALTH_POLL_MS, startedAt + most - now);
  }
  return Math.max(startedAt + documentsMs, viewport.isPending ? holdingsAt + inViewMs : 0) - now;
}

const isHalfRead = ({ step, done, total }: HoldingsProgress): boolean =>
  step === 'assets' && 2 * done >= total;
