import type { RequestScope } from '@/lib/promises/request-scope';
import type { UpstreamCallError } from './upstream-errors';

/**
 * How an upstream is asked: one JSON-RPC call, its `result`.
 *
 * `anotherFirst` asks the second endpoint of the list before the first: what one says is checked with another.
 *
 * Throws `UpstreamCallError` when the upstream itself says no (its code and message), and
 * `UpstreamUnavailableError` of `lib/errors` when no usable answer came, or the signal was aborted.
 */
export type Transport = (
  method: string,
  params: unknown[],
  scope: RequestScope,
  anotherFirst?: boolean,
) => Promise<unknown>;

export type CallParams = readonly unknown[] | Readonly<Record<string, unknown>>;

/** A transport that also takes parameters by name. */
export type NamedTransport = (
  method: string,
  params: CallParams,
  scope: RequestScope,
  anotherFirst?: boolean,
) => Promise<unknown>;

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
