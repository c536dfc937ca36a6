import { UpstreamUnavailableError } from '@/lib/errors';
import { isBodyError } from '@/lib/sources/body-error';

/** An upstream's own JSON-RPC error, or HTTP 413 as code 413. Never leaves the adapters. */
export class UpstreamCallError extends Error {
  override readonly name = 'UpstreamCallError';
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** Checked by name: the class may exist once per bundle. */
export function isUpstreamCallError(thrown: unknown): thrown is UpstreamCallError {
  return thrown instanceof Error && thrown.name === 'UpstreamCallError';
}

/** Whether an upstream refused a call with -32602 (invalid params). */
export const isInvalidParams = (thrown: unknown): boolean =>
  isUpstreamCallError(thrown) && thrown.code === -32602;

/** Whether there was no room for an answer, which is not an endpoint's fault. Checked by name, as above. */
export const isOverloaded = (thrown: unknown): boolean =>
  thrown instanceof Error && thrown.name === 'OverloadedError';

/** JSON-RPC errors that may pass by themselves: node behind or unhealthy, slot not reached, internal, rate limit. */
const PASSING_CODES = new Set([-32004, -32005, -32014, -32016, -32603, -32429, 429]);

/** Whether the same call may be answered a moment later. Some nodes report a contract's revert as -32603. */
export function mayPass({ code }: UpstreamCallError, method: string): boolean {
  return PASSING_CODES.has(code) && !(method === 'eth_call' && code === -32603);
}

/** One attempt at one endpoint failed without an answer of the upstream's own. */
export class EndpointFault extends Error {
  override readonly name = 'EndpointFault';
  /**
   * @param outcome word for the metrics: `http-503`, `timeout`, `reset`, `malformed`…
   * @param kind `transient`: worth another try; `silent`: the same, no byte came; `limited`: 429; `refused`: this
   * endpoint will not serve this call; `unusable`: its result was not accepted
   */
  constructor(
    readonly outcome: string,
    readonly kind: 'transient' | 'silent' | 'limited' | 'refused' | 'unusable',
    readonly retryAfterMs = 0,
    cause?: unknown,
  ) {
    super(outcome, { cause });
  }
}

/** The error for an aborted signal: the caller's deadline has passed, or the caller has disconnected. */
export function deadlineExceeded(signal: AbortSignal): UpstreamUnavailableError {
  return new UpstreamUnavailableError(
    'deadline-exceeded',
    'The upstream did not answer within the time this call may take',
    {},
    signal.reason,
  );
}

/** What one attempt can fail with. */
export type Fault = UpstreamCallError | EndpointFault;

/**
 * What went wrong; undefined when the caller aborted, or there was no room for the answer. (`instanceof` is safe here:
 * one module throws and catches.)
 */
export function asFault(thrown: unknown, caller: AbortSignal): Fault | undefined {
  if (thrown instanceof UpstreamCallError || thrown instanceof EndpointFault) return thrown;
  if (caller.aborted || isOverloaded(thrown)) return undefined;
  if (isBodyError(thrown))
    return thrown.reason === 'too-large'
      ? new EndpointFault('too-large', 'refused', 0, thrown)
      : new EndpointFault('malformed', 'transient', 0, thrown);
  const isTimeout = (thrown as { code?: unknown } | null)?.code === 'UND_ERR_CONNECT_TIMEOUT';
  return new EndpointFault(isTimeout ? 'timeout' : 'reset', 'transient', 0, thrown);
}
