/** A call to a chain's node whose params and result pass through unparsed. */
export type ForwardedCall = {
  method: string;
  /** JSON text of the params; undefined if it has no params. */
  params: string | undefined;
  /** Whether the call is made only once, because a repetition could have another effect. */
  isOnce: boolean;
};

/** Maximum size of a forwarded response, in bytes. Checking its syntax takes about 4 ms a MB. */
export const MAX_FORWARDED_BYTES = 32 * 1024 * 1024;

/** Which methods of a chain's node are forwarded (`SOLANA_FORWARD_<chainId>`). */
export const FORWARD_LEVELS = ['off', 'read', 'all'] as const;
export type ForwardLevel = (typeof FORWARD_LEVELS)[number];
