import type { RequestScope } from '@/lib/promises/request-scope';
import type { ForwardedCall } from '@/lib/solana/forwarded-call';

/** Parameters of a call, by position or by name. */
export type CallParams = readonly unknown[] | Readonly<Record<string, unknown>>;

export type CallOptions<T> = {
  /**
   * Validates and converts the result. Returns undefined to reject the result (for example, malformed or at an old
   * slot); the next endpoint is then tried. An error ends the call.
   */
  accept?: (result: unknown) => T | undefined | Promise<T | undefined>;
  /** Start with the second endpoint, to compare the results of two nodes. */
  anotherFirst?: boolean;
  /**
   * Size in bytes above which a body is not parsed; the result is then an `UnparsedBody`. By default all bodies are
   * parsed.
   */
  parseUpTo?: number;
  /**
   * Allow rounding of integers beyond 2^53, for long lists whose amounts are strings or bytes: exact parsing
   * (`exact-parse.ts`) takes seven times as long. By default such integers are exact, as bigint.
   */
  roundIntegers?: boolean;
  /** Whether the call is made only once, because a repetition could have another effect. */
  isOnce?: boolean;
  /** Whether an error of the upstream ends the call as it is, after each endpoint was tried once. */
  keepsErrors?: boolean;
};

/**
 * Forwards a call, and returns the bytes of its `result`, which are valid JSON.
 * @throws UpstreamCallError with `json`, the upstream's error; UpstreamUnavailableError
 */
export type Forward = (call: ForwardedCall, scope: RequestScope) => Promise<Buffer>;

export type ForwardingTransport = Transport & { forward: Forward };

/**
 * Makes one JSON-RPC call, with retries, and returns the accepted `result`.
 *
 * Throws an `UpstreamCallError` with the upstream's code and message if the upstream refuses the call, and an
 * `UpstreamUnavailableError` (`lib/errors`) if there was no usable response (`upstream-unavailable`,
 * `upstream-malformed`) or the signal was aborted (`deadline-exceeded`).
 */
export type Transport = <T = unknown>(
  method: string,
  params: CallParams,
  scope: RequestScope,
  options?: CallOptions<T>,
) => Promise<T>;

/** Handles JSON-RPC calls as a node does; throws an `UpstreamCallError` for a JSON-RPC error. */
export type RpcHandler = (method: string, params: unknown[], scope: RequestScope) => Promise<unknown>;

export type BatchCall = { method: string; params: unknown[] };

/** The outcome of one call in a batch. */
export type UpstreamOutcome = { result: unknown } | { error: Error };

/** A transport that can also make several calls in one request, if the endpoints accept batches. */
export type BatchingTransport = Transport & {
  /**
   * Returns the outcomes in the order of the calls. Resends a call that got no response or a transient error as a
   * single call with retries. Throws an UpstreamUnavailableError when the signal is aborted.
   */
  batch: (calls: readonly BatchCall[], scope: RequestScope) => Promise<UpstreamOutcome[]>;
};
