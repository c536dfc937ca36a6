import type { HoldingsProgress } from '@/lib/solana/holdings-events';

/** How long somebody waits for holdings, and for what documents add to them, in ms. */
export type HoldingsWait = {
  /** From now. */
  holdingsMs: number;
  /** The same where half of the account has been read by then, or more. By default as long. */
  nearMs?: number;
  /** The same where less has, and the node is in trouble: that is told in place of holdings. By default as long. */
  troubleMs?: number;
  /** From now, for all documents. */
  documentsMs: number;
  /** From when the holdings are there, for the documents of what comes into view first. Default 0. */
  inViewMs?: number;
};

/** How often it is looked whether the node is in trouble. */
const LOOK_MS = 100;

/** A read that is waited for. */
type Awaited = {
  /** Since when the holdings are there; undefined while they are not. */
  holdingsAt: number | undefined;
  progress: HoldingsProgress;
  viewport: { isPending: boolean };
};

/**
 * How long to wait for the next news, in ms; not at all when it is 0 or less.
 * @param isTroubled whether the node is
 */
export function leftToWait(
  wait: HoldingsWait,
  startedAt: number,
  { holdingsAt, progress, viewport }: Awaited,
  isTroubled: boolean,
): number {
  const { holdingsMs, nearMs = holdingsMs, troubleMs = holdingsMs, documentsMs, inViewMs = 0 } = wait;
  const now = performance.now();
  if (holdingsAt === undefined) {
    const most = isHalfRead(progress) ? nearMs : isTroubled ? troubleMs : holdingsMs;
    return Math.min(LOOK_MS, startedAt + most - now);
  }
  return Math.max(startedAt + documentsMs, viewport.isPending ? holdingsAt + inViewMs : 0) - now;
}

const isHalfRead = ({ step, done, total }: HoldingsProgress): boolean =>
  step === 'assets' && 2 * done >= total;
