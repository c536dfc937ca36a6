import type { RequestScope } from '@/lib/promises/request-scope';

/** Parameters by position or by name. */
export type CallParams = readonly unknown[] | Readonly<Record<string, unknown>>;

export type CallOptions<T> = {
  /**
   * Validates and converts the result. Undefined rejects it, for example for its shape or slot, and the next endpoint
   * is tried. An error ends the call.
   */
  accept?: (result: unknown) => T | undefined | Promise<T | undefined>;
  /** Starts with the second endpoint, to compare the answers of two nodes. */
  anotherFirst?: boolean;
  /** Bodies of more bytes are not parsed: the result is an `UnparsedBody`. By default all are parsed. */
  parseUpTo?: number;
  /**
   * Allows rounding of integers beyond 2^53, for long lists whose amounts are strings or bytes: exact parsing
   * (`exact-parse.ts`) takes seven times as long. By default integers are exact, as bigint.
   */
  roundIntegers?: boolean;
};

/**
 * Makes one JSON-RPC call, with retries, and returns its accepted `result`.
 *
 * Throws `UpstreamCallError` with the upstream's code and message if it refuses the call, and
 * `UpstreamUnavailableError` of `lib/errors` if there was no usable answer (`upstream-unavailable`,
 * `upstream-malformed`) or the signal was aborted (`deadline-exceeded`).
 */
export type Transport = <T = unknown>(
  method: string,
  params: CallParams,
  scope: RequestScope,
  options?: CallOptions<T>,
) => Promise<T>;

/** Handles JSON-RPC calls like a node; throws `UpstreamCallError` for a JSON-RPC error. */
export type RpcHandler = (method: string, params: unknown[], scope: RequestScope) => Promise<unknown>;

export type RpcCall = { method: string; params: unknown[] };

/** The outcome of one call of a batch. */
export type CallOutcome = { result: unknown } | { error: Error };

/** A transport that can also make several calls in one request, if the endpoints accept batches. */
export type BatchingTransport = Transport & {
  /**
   * Returns the outcomes in the order of the calls. A call without an answer, or with a transient error, is sent as a
   * single call with retries. Throws UpstreamUnavailableError when the signal is aborted.
   */
  batch: (calls: readonly RpcCall[], scope: RequestScope) => Promise<CallOutcome[]>;
};
