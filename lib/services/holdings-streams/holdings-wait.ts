import type { HoldingsProgress } from '@/lib/solana/holdings-events';
import { HEALTH_POLL_MS } from '@/lib/solana/upstream-health';

/** Limits on how long a page waits for holdings and their metadata documents, in ms. */
export type HoldingsWait = {
  /** Maximum wait for the list of holdings, from the start. */
  holdingsMs: number;
  /** Used instead of `holdingsMs` while at least half of the account has been read. */
  nearMs?: number;
  /** Used instead of `holdingsMs` while less than half has been read and the node has a problem. */
  troubleMs?: number;
  /** Maximum wait for all documents, from the start. */
  documentsMs: number;
  /** Maximum wait for the documents of the first items on screen, from the arrival of the list. Default 0. */
  inViewMs?: number;
};

/** State of the listing that a page waits for. */
type Awaited = {
  /** When the list arrived (`performance.now()` time); undefined until then. */
  holdingsAt: number | undefined;
  progress: HoldingsProgress;
  viewport: { isPending: boolean };
};

/** Returns how long to wait for the next change, in ms; 0 or less when the time is up. */
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
