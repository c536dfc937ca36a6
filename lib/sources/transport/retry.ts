import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type UpstreamAttempt, UpstreamUnavailableError } from '@/lib/errors';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { HttpEndpoint } from './http-endpoint';
import type { CallOptions } from './transport-type';
import {
  deadlineExceeded,
  EndpointFault,
  isRateLimit,
  isTransientError,
  rateLimited,
  statusOf,
  UpstreamCallError,
} from './upstream-errors';

/** Longest backoff, in ms, and the longest circuit breaker pause that a call waits for. */
const MAX_RETRY_WAIT_MS = 5_000;

/** How often and for how long a call is retried. */
export type RetryPolicy = {
  /** Maximum number of attempts over all endpoints. An attempt that got a Retry-After counts half. */
  maxAttempts: number;
  /** First step of the exponential backoff, in ms. */
  backoffMs: number;
  /** Time after the start of a call, in ms, during which an endpoint may be retried. */
  retryMs: number;
  /** Timeout for the first byte of a response, in ms, while another endpoint is ready. */
  firstByteMs: number;
};

export const DEFAULT_POLICY: RetryPolicy = {
  maxAttempts: 6,
  backoffMs: 100,
  retryMs: Number.POSITIVE_INFINITY,
  firstByteMs: 2_000,
};

/** The members of an endpoint that the retry policy uses. */
type RetryableEndpoint = Readonly<
  Pick<HttpEndpoint, 'label' | 'lastFault' | 'waitMs' | 'probeMs' | 'rateLimitMs' | 'noteNextTry'>
>;

/**
 * Makes one attempt.
 * @param isProbe whether no other endpoint is ready, so that a paused one is called too
 * @param firstByteMs timeout for the first byte; undefined means the timeout of the attempt
 * @returns undefined if nothing was sent because the endpoint is no longer ready
 * @throws UpstreamCallError, EndpointFault; any other error ends the call
 */
type Attempt<E> = (
  endpoint: E,
  isProbe: boolean,
  firstByteMs: number | undefined,
) => Promise<{ result: unknown } | undefined>;

/** An endpoint, and the number of attempts at it within one call. */
type Candidate<E> = { endpoint: E; tries: number; isRefused: boolean };

/**
 * Applies the retry policy of every upstream call: tries the endpoints in order, the least tried first, until a result
 * is accepted. A second attempt at the same endpoint waits for an exponential backoff with full jitter. An endpoint
 * that refuses the call is not tried again. An endpoint that is not ready (Retry-After, circuit breaker) delays the
 * call only if no other is ready; a paused one is then probed once a second. The call ends when its scope is aborted,
 * and before a wait that would exceed the deadline.
 * @example
 * const attempt = (endpoint: HttpEndpoint, isProbe: boolean, firstByteMs?: number) =>
 *   endpoint.call(request, scope, isProbe, firstByteMs);
 * const balance = await withRetries(endpoints, attempt, DEFAULT_POLICY, 'getBalance', scope);
 * @throws UpstreamCallError if the upstream refuses the call; UpstreamUnavailableError if there was no usable response,
 * an endpoint limits the rate (`upstream-rate-limited`) or the signal was aborted; errors of `attempt` and `accept`
 */
export async function withRetries<E extends RetryableEndpoint, T>(
  endpoints: readonly E[],
  attempt: Attempt<E>,
  { maxAttempts, backoffMs, retryMs, firstByteMs }: RetryPolicy,
  method: string,
  scope: RequestScope,
  { accept, anotherFirst = false, isOnce = false, keepsErrors = false }: CallOptions<T> = {},
): Promise<T> {
  // Hundreds of calls of a listing share one signal, so this many listeners are not a leak.
  setMaxListeners(0, scope.signal);
  const startedAt = performance.now();
  const endsAt = Math.min(startedAt + retryMs, scope.deadlineAt);
  const { deadlineAt } = scope;
  const mayWait = (ms: number) => performance.now() + ms <= endsAt;
  const inOrder = anotherFirst ? [...endpoints.slice(1), ...endpoints.slice(0, 1)] : endpoints;
  const candidates: Candidate<E>[] = inOrder.map((endpoint) => ({ endpoint, tries: 0, isRefused: false }));
  let attempts = 0;
  let failure: UpstreamCallError | EndpointFault | undefined;
  const [first] = endpoints;
  /** The last attempt, for the log, also if the call is aborted during it. */
  let last: UpstreamAttempt = {
    endpoint: first?.label ?? '',
    upstreamStatus: first?.lastFault,
    attempts: 0,
  };
  try {
    while (attempts < maxAttempts) {
      if (scope.signal.aborted) throw deadlineExceeded(scope.signal);
      const open = candidates.filter(({ isRefused }) => !isRefused);
      if (open.length === 0) break;
      const [ready, other] = open
        .filter(({ endpoint }) => endpoint.waitMs(deadlineAt) === 0)
        .sort((a, b) => a.tries - b.tries);
      // If no endpoint is ready, a paused one may be probed before its pause has ended.
      const next = ready ?? open.find(({ endpoint }) => endpoint.probeMs(deadlineAt) === 0);
      if (next === undefined) {
        const waitMs = Math.min(...open.map(({ endpoint }) => endpoint.waitMs(deadlineAt)));
        const isWorking = isLimited(failure) || open.some(({ endpoint }) => endpoint.rateLimitMs() > 0);
        if (!mayWait(waitMs) || (waitMs > MAX_RETRY_WAIT_MS && !isWorking)) break;
        await pause(Math.min(...open.map(({ endpoint }) => endpoint.probeMs(deadlineAt))), scope.signal);
        continue;
      }
      if (next.tries > 0) {
        const waitMs = Math.random() * Math.min(MAX_RETRY_WAIT_MS, backoffMs * 2 ** next.tries);
        if (!mayWait(waitMs)) break;
        next.endpoint.noteNextTry(waitMs);
        await pause(waitMs, scope.signal);
      }
      const before = last;
      last = { endpoint: next.endpoint.label, upstreamStatus: 'pending', attempts: before.attempts + 1 };
      try {
        const isAnotherReady = other !== undefined && other.tries <= next.tries;
        const answer = await attempt(
          next.endpoint,
          ready === undefined,
          isAnotherReady && !isOnce ? firstByteMs : undefined,
        );
        if (answer === undefined) {
          last = before;
          continue;
        }
        if (accept === undefined) return answer.result as T;
        const accepted = await accept(answer.result);
        if (accepted !== undefined) return accepted;
        failure = new EndpointFault('not-accepted', 'unusable');
      } catch (thrown) {
        if (scope.signal.aborted) throw deadlineExceeded(scope.signal);
        if (!(thrown instanceof UpstreamCallError || thrown instanceof EndpointFault)) throw thrown;
        failure = thrown;
      }
      last = { ...last, upstreamStatus: statusOf(failure) };
      next.tries += 1;
      next.isRefused = isRefusal(failure, method) || (keepsErrors && failure instanceof UpstreamCallError);
      attempts += isLimited(failure) ? 0.5 : 1;
      if (isOnce) break;
    }
    if (keepsErrors && failure instanceof UpstreamCallError) throw failure;
    throw errorOf(failure, method, rateLimitOf(candidates));
  } catch (thrown) {
    if (thrown instanceof UpstreamUnavailableError || thrown instanceof UpstreamCallError)
      thrown.attempt ??= last;
    throw thrown;
  }
}

/** Returns the shortest Retry-After of the endpoints that may serve the call, in ms; 0 if none limits the rate. */
const rateLimitOf = (candidates: readonly Candidate<RetryableEndpoint>[]): number => {
  const waits = candidates
    .filter(({ isRefused }) => !isRefused)
    .map(({ endpoint }) => endpoint.rateLimitMs());
  return waits.some((ms) => ms > 0) ? Math.min(...waits.filter((ms) => ms > 0)) : 0;
};

/** Checks whether the endpoint works but rate-limits the call. */
const isLimited = (failure: UpstreamCallError | EndpointFault | undefined): boolean =>
  isRateLimit(failure) || (failure instanceof EndpointFault && failure.retryAfterMs > 0);

/** Checks whether the same endpoint would refuse the call again. */
const isRefusal = (failure: UpstreamCallError | EndpointFault, method: string): boolean =>
  failure instanceof UpstreamCallError ? !isTransientError(failure, method) : failure.kind === 'refused';

function errorOf(
  failure: UpstreamCallError | EndpointFault | undefined,
  method: string,
  rateLimitMs: number,
): Error {
  // Errors raised by the upstream itself, such as a limit on keys, are handled by the adapter.
  if (failure instanceof UpstreamCallError && isRefusal(failure, method)) return failure;
  if (rateLimitMs > 0 || isRateLimit(failure)) return rateLimited(method, rateLimitMs, failure);
  if (failure instanceof EndpointFault && failure.kind === 'unusable')
    return new UpstreamUnavailableError('upstream-malformed', 'The upstream sent an invalid response');
  return new UpstreamUnavailableError(
    'upstream-unavailable',
    'The upstream sent no usable response after retries',
    { method },
    failure,
  );
}

/**
 * Waits `ms` milliseconds before a retry.
 * @throws UpstreamUnavailableError when the signal is aborted first
 */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    throw deadlineExceeded(signal);
  }
}
