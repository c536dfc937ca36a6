import type { HoldingsWait } from '@/lib/services/holdings/holdings-wait';

/** A page waits this long for its first view, then goes out with what is there: pictures that it names come first. */
export const FIRST_VIEW: HoldingsWait = {
  holdingsMs: 1500,
  nearMs: 2500,
  troubleMs: 600,
  documentsMs: 600,
  inViewMs: 700,
};
/** A share image, which says nothing of a node's trouble. */
export const IMAGE_VIEW: HoldingsWait = { holdingsMs: 1500, documentsMs: 600 };
/** Left of a page's deadline for writing it. */
export const PAGE_MARGIN_MS = 750;
/** So much longer than for its holdings a page waits to be told what kind of account it is about. */
export const KIND_GRACE_MS = 250;
