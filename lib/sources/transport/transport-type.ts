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
  signal: AbortSignal,
  anotherFirst?: boolean,
) => Promise<unknown>;

export type CallParams = readonly unknown[] | Readonly<Record<string, unknown>>;

/** A transport that also takes parameters by name. */
export type NamedTransport = (
  method: string,
  params: CallParams,
  signal: AbortSignal,
  anotherFirst?: boolean,
) => Promise<unknown>;
