import { isUpstreamUnavailable } from '@/lib/errors';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { Pace } from '@/lib/promises/semaphore';
import type { UpstreamHealth } from '@/lib/solana/upstream-health';
import { completeBatch } from './batch';
import { healthOfAll } from './endpoint-health';
import { type EndpointOptions, HttpEndpoint } from './http-endpoint';
import { DEFAULT_POLICY, type RetryPolicy, withRetries } from './retry';
import { batchRequest, type EndpointRequest, forwardedRequest, singleRequest } from './rpc-request';
import type {
  BatchingTransport,
  CallOptions,
  Forward,
  ForwardingTransport,
  Transport,
  UpstreamOutcome,
} from './transport-type';
import { isUpstreamCallError } from './upstream-errors';

/** Maximum number of calls in flight per endpoint, in all processes together. */
export const MAX_UPSTREAM_CALLS = 256;

/** By default 10 s for an attempt, 64 MiB for a response, and `MAX_UPSTREAM_CALLS` calls in flight per endpoint. */
export type HttpTransportOptions = Partial<RetryPolicy> &
  Partial<Omit<EndpointOptions, 'url' | 'pace'>> & {
    /** URLs of the endpoints, in order of preference. */
    urls: readonly string[];
    /** Name used in metrics, such as `solana-101`; the number of the endpoint is appended. */
    label?: string;
    /** Returns the rate that an endpoint allows; undefined means unlimited. */
    pace?: (url: string) => Pace | undefined;
  };

export type HttpTransport = BatchingTransport &
  ForwardingTransport & {
    /** Returns the current problem of all endpoints; undefined while one of them is healthy. */
    trouble: () => UpstreamHealth | undefined;
    close: () => Promise<void>;
  };

/**
 * Creates a JSON-RPC transport over HTTP to a list of endpoints. It uses the retry policy of `withRetries`, limits the
 * calls in flight and has a circuit breaker per endpoint. Messages never name an endpoint.
 * @example
 * const transport = httpTransport({ urls: ['https://first.example', 'https://second.example'], label: 'solana-101' });
 * const slot = await transport('getSlot', [{ commitment: 'confirmed' }], scope);
 */
export function httpTransport({
  urls,
  label = 'upstream',
  pace,
  ...options
}: HttpTransportOptions): HttpTransport {
  const endpoints = urls.map(
    (url, index) =>
      new HttpEndpoint({
        concurrency: MAX_UPSTREAM_CALLS,
        timeoutMs: 10_000,
        maxBytes: 64 * 1024 * 1024,
        ...options,
        url,
        label: `${label}#${index + 1}`,
        pace: pace?.(url),
      }),
  );
  const policy: RetryPolicy = { ...DEFAULT_POLICY, ...options };
  policy.maxAttempts = Math.max(policy.maxAttempts, 2 * endpoints.length);
  const send = <T>(
    request: EndpointRequest,
    how: RetryPolicy,
    scope: RequestScope,
    callOptions?: CallOptions<T>,
  ): Promise<T> => {
    const attempt = (endpoint: HttpEndpoint, isProbe: boolean, firstByteMs?: number) =>
      endpoint.call(request, scope, isProbe, firstByteMs);
    return withRetries(endpoints, attempt, how, request.method, scope, callOptions);
  };
  const transport: Transport = (method, params, scope, callOptions) =>
    send(singleRequest(method, params, callOptions), policy, scope, callOptions);
  const forward: Forward = (call, scope) =>
    send<Buffer>(forwardedRequest(call), policy, scope, { isOnce: call.isOnce, keepsErrors: true });
  const batch: BatchingTransport['batch'] = async (calls, scope) => {
    // Each endpoint gets one attempt, without a pause.
    const once = { ...policy, retryMs: 0 };
    const outcomes = send<(UpstreamOutcome | undefined)[]>(batchRequest(calls), once, scope).catch(
      (thrown) => {
        if (isUpstreamCallError(thrown) || isUpstreamUnavailable(thrown)) return [];
        throw thrown;
      },
    );
    return completeBatch(transport, calls, await outcomes, scope);
  };
  return Object.assign(transport, {
    batch,
    forward,
    trouble: () => healthOfAll(endpoints),
    close: async () => {
      await Promise.all(endpoints.map((endpoint) => endpoint.close()));
    },
  });
}
