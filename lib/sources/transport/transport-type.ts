import type { RequestScope } from '@/lib/promises/request-scope';

/** Parameters by position or by name. */
export type CallParams = readonly unknown[] | Readonly<Record<string, unknown>>;

export type CallOptions<T> = {
  /**
   * Checks and converts the result. Undefined rejects it, for example for its shape or its slot: the next endpoint is
   * tried. An error that it throws ends the call.
   */
  accept?: (result: unknown) => T | undefined | Promise<T | undefined>;
  /** Starts with the second endpoint, to check the answer of one node with another. */
  anotherFirst?: boolean;
  /** Longer bodies are not parsed: the result is then an `UnparsedBody`. By default all are parsed. */
  parseUpTo?: number;
  /**
   * Integers beyond 2^53 may be rounded: for long lists whose amounts are strings or bytes, where reading them exactly
   * takes seven times as long (`exact-parse.ts`). By default they are exact, as bigint.
   */
  roundIntegers?: boolean;
};

/**
 * Makes one JSON-RPC call, with retries, and returns its accepted `result`.
 *
 * Throws `UpstreamCallError` when the upstream itself refuses (its code and message), and `UpstreamUnavailableError`
 * of `lib/errors` when there was no usable answer (`upstream-unavailable`, `upstream-malformed`) or the signal was
 * aborted (`deadline-exceeded`).
 */
export type Transport = <T = unknown>(
  method: string,
  params: CallParams,
  scope: RequestScope,
  options?: CallOptions<T>,
) => Promise<T>;

/** Answers JSON-RPC calls as a node does; throws `UpstreamCallError` for a JSON-RPC error. */
export type RpcHandler = (method: string, params: unknown[], scope: RequestScope) => Promise<unknown>;

export type RpcCall = { method: string; params: unknown[] };

/** What became of one call of several. */
export type CallOutcome = { result: unknown } | { error: Error };

/** A transport that also makes several calls at once, in one request where the endpoints take batches. */
export type BatchingTransport = Transport & {
  /**
   * The outcomes in the order of the calls. A call that a batch did not answer, or whose error may pass, is made by
   * itself, with retries. Throws UpstreamUnavailableError when the signal is aborted.
   */
  batch: (calls: readonly RpcCall[], scope: RequestScope) => Promise<CallOutcome[]>;
};
