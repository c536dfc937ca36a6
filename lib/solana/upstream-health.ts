/** The current problem of a chain's node. */
export type UpstreamHealth = {
  /** The node limits the rate (429), fails, or does not respond. */
  kind: 'limited' | 'failing' | 'silent';
  /** Time until the next retry, in ms. */
  againInMs: number;
};

/** Interval, in ms, at which a node's health is polled while a call is in flight. */
export const HEALTH_POLL_MS = 100;

/** Longest time, in ms, before a page automatically retries a failed read. */
export const MAX_RETRY_WAIT_MS = 60_000;
