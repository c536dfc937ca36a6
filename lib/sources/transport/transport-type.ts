import type { RequestScope } from '@/lib/promises/request-scope';
import type { UpstreamCallError } from './upstream-errors';

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

/** One call of a batch. */
export type BatchedCall = { method: string; params: unknown[] };

/** What a node says to one call of a batch: its result, or the node's own error. */
export type BatchedAnswer = { result: unknown } | { error: UpstreamCallError };

/**
 * Several calls in one request, tried once at each endpoint. The answers stand in the order of the calls; undefined is
 * a call without a usable answer, which is worth asking by itself. Nodes that take no batches give none.
 *
 * Throws `UpstreamUnavailableError` only when the signal was aborted, `OverloadedError` when there was no room for the
 * answer.
 */
export type BatchTransport = (
  calls: readonly BatchedCall[],
  scope: RequestScope,
) => Promise<(BatchedAnswer | undefined)[]>;

/** A transport that may take batches. */
export type BatchingTransport = Transport & { batch?: BatchTransport };
