import { isUpstreamUnavailable } from '@/lib/errors';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { Pace } from '@/lib/promises/semaphore';
import type { UpstreamHealth } from '@/lib/solana/upstream-health';
import type { StartSpan } from '@/lib/trace/span';
import { completeBatch } from './batch';
import { healthOfAll } from './endpoint-health';
import { type EndpointChange, HttpEndpoint, type UpstreamCall } from './http-endpoint';
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

export type HttpTransportOptions = Partial<RetryPolicy> & {
  /** URLs of the endpoints, in order of preference. */
  urls: readonly string[];
  /** Maximum number of calls in flight per endpoint. Default `MAX_UPSTREAM_CALLS`. */
  concurrency?: number;
  /** Timeout of one attempt. Default 10 s. */
  timeoutMs?: number;
  /** Returns the rate that an endpoint allows; undefined means unlimited. */
  pace?: (url: string) => Pace | undefined;
  /** Name used in metrics, such as `solana-101`; the number of the endpoint is appended. */
  label?: string;
  onCall?: (call: UpstreamCall) => void;
  /** Called when an endpoint is paused, and when it has recovered. */
  onChange?: (change: EndpointChange) => void;
  startSpan?: StartSpan | undefined;
  /** Maximum size of a response, in bytes. Default 64 MiB. */
  maxBytes?: number;
  /** Memory budget shared by all calls in flight. Default: unlimited. */
  memory?: ByteBudget | undefined;
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
export function httpTransport(options: HttpTransportOptions): HttpTransport {
  const { urls, label = 'upstream' } = options;
  const endpoints = urls.map(
    (url, index) =>
      new HttpEndpoint({
        url,
        label: `${label}#${index + 1}`,
        concurrency: options.concurrency ?? MAX_UPSTREAM_CALLS,
        timeoutMs: options.timeoutMs ?? 10_000,
        maxBytes: options.maxBytes ?? 64 * 1024 * 1024,
        memory: options.memory,
        pace: options.pace?.(url),
        onCall: options.onCall,
        onChange: options.onChange,
        startSpan: options.startSpan,
      }),
  );
  const policy: RetryPolicy = {
    maxAttempts: Math.max(options.maxAttempts ?? DEFAULT_POLICY.maxAttempts, 2 * endpoints.length),
    backoffMs: options.backoffMs ?? DEFAULT_POLICY.backoffMs,
    retryMs: options.retryMs ?? DEFAULT_POLICY.retryMs,
    firstByteMs: options.firstByteMs ?? DEFAULT_POLICY.firstByteMs,
  };
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
