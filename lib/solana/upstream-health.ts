/** The current problem of a chain's node. */
export type UpstreamHealth = {
  /** Rate limited (429), failing, or not responding. */
  kind: 'limited' | 'failing' | 'silent';
  /** Time until the next retry, in ms. */
  againInMs: number;
};

/** The text of each problem. */
export const UPSTREAM_MESSAGES: Record<UpstreamHealth['kind'], string> = {
  limited: 'The node limits how often we may ask',
  failing: 'The node fails',
  silent: 'The node does not answer',
};

/** Polling interval of a node's health while a call is in flight. */
export const HEALTH_POLL_MS = 100;

/**
 * Longest time, in ms, before a page retries a failed read by itself. Partial results are kept longer, so that the
 * retry continues from there.
 */
export const MAX_RETRY_WAIT_MS = 60_000;
