/** What is wrong with a chain's node now. */
export type UpstreamHealth = {
  /** It limits us (429), fails, or has said nothing for a while. */
  kind: 'limited' | 'failing' | 'silent';
  /** When it is asked again, in ms from now. */
  againInMs: number;
};

/** What is wrong with a node, in words. */
export const TROUBLES: Record<UpstreamHealth['kind'], string> = {
  limited: 'The node limits how often we may ask',
  failing: 'The node fails',
  silent: 'The node does not answer',
};

/** Interval between two looks at a node's health while its answer is awaited. */
export const HEALTH_POLL_MS = 100;

/**
 * Longest that a page waits by itself before it has a reading that failed tried again, in ms. What was read is kept for
 * longer than that, so that the next try goes on from there.
 */
export const LONGEST_WAIT_MS = 60_000;
