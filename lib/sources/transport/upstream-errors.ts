import { type UpstreamAttempt, UpstreamUnavailableError } from '@/lib/errors';
import { isBodyError } from '@/lib/sources/bounded-body';

/** An upstream's own JSON-RPC error, or HTTP 413 as code 413. Never leaves the adapters. */
export class UpstreamCallError extends Error {
  override readonly name = 'UpstreamCallError';
  /** For the log only; set by the retries. */
  attempt?: UpstreamAttempt;
  /** The error object of a forwarded call, as the upstream sent it. */
  json?: Buffer | undefined;
  /**
   * Keeps the upstream's code and message.
   * @param hasRevertData whether the error has the data that a contract reverted with
   */
  constructor(
    readonly code: number,
    message: string,
    readonly hasRevertData = false,
  ) {
    super(message);
  }
}

/** Checks for an UpstreamCallError by its name, because each bundle may have its own copy of the class. */
export function isUpstreamCallError(thrown: unknown): thrown is UpstreamCallError {
  return thrown instanceof Error && thrown.name === 'UpstreamCallError';
}

/** Checks whether an upstream refused a call with -32602 (invalid params). */
export const isInvalidParams = (thrown: unknown): boolean =>
  isUpstreamCallError(thrown) && thrown.code === -32602;

/**
 * Checks for an OverloadedError by its name: the memory budget had no room for a response. This is not the endpoint's
 * fault.
 */
export const isOverloaded = (thrown: unknown): boolean =>
  thrown instanceof Error && thrown.name === 'OverloadedError';

/** Codes of transient JSON-RPC errors: node behind or unhealthy, slot not reached, internal error, rate limit. */
const TRANSIENT_CODES = new Set([-32004, -32005, -32014, -32016, -32603, -32429, 429]);

/** Checks whether a retry of the call may succeed. Some nodes report a contract's revert as -32603. */
export function isTransientError({ code }: UpstreamCallError, method: string): boolean {
  return TRANSIENT_CODES.has(code) && !(method === 'eth_call' && code === -32603);
}

/** A failed attempt at one endpoint that got no JSON-RPC response. */
export class EndpointFault extends Error {
  override readonly name = 'EndpointFault';
  /**
   * Describes the failure.
   * @param outcome label used in metrics: `http-503`, `timeout`, `reset`, `malformed`…
   * @param kind `transient`: can be retried; `silent`: transient, and no byte was received; `limited`: 429; `refused`:
   * this endpoint does not serve this call; `unusable`: the result was not accepted
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

/** Maximum depth of causes in which an attempt is looked for. */
const MAX_CAUSES = 4;

/** Returns the upstream attempt that an error or one of its causes describes; undefined if they describe no attempt. */
export function upstreamAttemptOf(thrown: unknown, depth = MAX_CAUSES): UpstreamAttempt | undefined {
  if (!(thrown instanceof Error) || depth === 0) return undefined;
  return (thrown as UpstreamUnavailableError).attempt ?? upstreamAttemptOf(thrown.cause, depth - 1);
}

/**
 * Creates the error for an aborted signal: the caller's deadline has passed or the caller has disconnected.
 * @param cause the error to log
 */
export function deadlineExceeded(
  signal: AbortSignal,
  cause: unknown = signal.reason,
): UpstreamUnavailableError {
  return new UpstreamUnavailableError(
    'deadline-exceeded',
    'The upstream did not respond within the deadline of this call',
    {},
    cause,
  );
}

/** Codes of JSON-RPC errors that correspond to HTTP 429. */
const RATE_LIMIT_CODES = new Set([429, -32429]);

/** Checks whether an attempt failed because the endpoint limits the rate of calls. */
export const isRateLimit = (failure: Fault | undefined): boolean =>
  failure instanceof EndpointFault
    ? failure.kind === 'limited'
    : failure !== undefined && RATE_LIMIT_CODES.has(failure.code);

/**
 * Creates the error for a call that no endpoint serves before its rate limit ends.
 * @param retryAfterMs the endpoint's Retry-After; 0 if it sent none
 */
export function rateLimited(method: string, retryAfterMs: number, cause?: unknown): UpstreamUnavailableError {
  const seconds = Math.ceil(retryAfterMs / 1_000);
  return new UpstreamUnavailableError(
    'upstream-rate-limited',
    `The upstream limits the rate of calls; try again ${seconds > 0 ? `in ${seconds} s` : 'later'}`,
    { method, ...(seconds > 0 && { retryAfterSeconds: seconds }) },
    cause,
  );
}

/** Returns the outcome of a failed attempt for the log. */
export const statusOf = (failure: Fault): string =>
  failure instanceof EndpointFault ? failure.outcome : `rpc-error ${failure.code}`;

/** An error thrown by one attempt. */
export type Fault = UpstreamCallError | EndpointFault;

/**
 * Classifies an error thrown by an attempt. Returns undefined if the caller aborted the attempt, or there was no memory
 * for the response. (`instanceof` is safe here, because the same module throws and catches.)
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
