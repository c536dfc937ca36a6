import type { ByteBudget } from '@/lib/promises/byte-budget';
import type { Pace } from '@/lib/promises/pacer';
import { childScope } from '@/lib/promises/request-scope';
import type { UpstreamTrouble } from '@/lib/solana/upstream-trouble';
import { Batch } from './batch';
import { troubleOfAll } from './endpoint-trouble';
import { HttpEndpoint, type UpstreamCall } from './http-endpoint';
import { DEFAULT_POLICY, type RetryPolicy, withRetries } from './retry';
import type { BatchedAnswer, BatchTransport, Transport } from './transport-type';
import { deadlineExceeded, isOverloaded } from './upstream-errors';

export type HttpTransportOptions = Partial<RetryPolicy> & {
  /** Endpoints, the preferred one first. */
  urls: readonly string[];
  /** Most calls in flight per endpoint (`UPSTREAM_CONCURRENCY`). Default 256. */
  concurrency?: number;
  /** Longest one attempt may take. Default 10 s. */
  timeoutMs?: number;
  /** Calls that an endpoint allows; undefined for any number. */
  pace?: (url: string) => Pace | undefined;
  /** Name in metrics, such as `solana-101`; endpoints are numbered behind it. */
  label?: string;
  onCall?: (call: UpstreamCall) => void;
  /** Largest answer read. Default 64 MiB. */
  maxBytes?: number;
  /** What all calls under way may hold. Default: any number of bytes. */
  memory?: ByteBudget | undefined;
  /** Longest that a batch is waited for before its calls are worth asking one by one. Default 5 s. */
  batchMs?: number;
};

/** Also takes batches. */
export type HttpTransport = Transport & {
  batch: BatchTransport;
  /** What is wrong with all endpoints now; undefined while one is well. */
  trouble: () => UpstreamTrouble | undefined;
  close: () => Promise<void>;
};

/**
 * JSON-RPC over HTTP to a list of endpoints, with the retry policy of `withRetries`: calls in flight are bounded, and an
 * endpoint that keeps failing is left alone for a while. No message names an endpoint.
 */
export function httpTransport(options: HttpTransportOptions): HttpTransport {
  const { urls, label = 'upstream' } = options;
  const endpoints = urls.map(
    (url, index) =>
      new HttpEndpoint({
        url,
        label: `${label}#${index + 1}`,
        concurrency: options.concurrency ?? 256,
        timeoutMs: options.timeoutMs ?? 10_000,
        maxBytes: options.maxBytes ?? 64 * 1024 * 1024,
        memory: options.memory,
        pace: options.pace?.(url),
        onCall: options.onCall,
      }),
  );
  const policy: RetryPolicy = {
    maxAttempts: Math.max(options.maxAttempts ?? DEFAULT_POLICY.maxAttempts, 2 * endpoints.length),
    backoffMs: options.backoffMs ?? DEFAULT_POLICY.backoffMs,
    retryMs: options.retryMs ?? DEFAULT_POLICY.retryMs,
    silenceMs: options.silenceMs ?? DEFAULT_POLICY.silenceMs,
  };
  const transport: Transport = async (method, params, scope, callOptions) => {
    const attempt = (endpoint: HttpEndpoint, silenceMs?: number) =>
      endpoint.call(method, params, scope, silenceMs, callOptions?.parseUpTo);
    return withRetries(endpoints, attempt, policy, method, scope, callOptions);
  };
  const batch: BatchTransport = async (batched, scope) => {
    if (scope.signal.aborted) throw deadlineExceeded(scope.signal);
    const soon = childScope(scope, { timeoutMs: options.batchMs ?? 5_000 });
    const sent = new Batch(batched);
    const attempt = (endpoint: HttpEndpoint, silenceMs?: number) =>
      endpoint.call('batch', sent, soon.scope, silenceMs);
    try {
      // One try at each endpoint: what fails, or would have to wait, is left to the single calls.
      const once = { ...policy, retryMs: 0 };
      return (await withRetries(endpoints, attempt, once, 'batch', soon.scope)) as (
        | BatchedAnswer
        | undefined
      )[];
    } catch (thrown) {
      if (scope.signal.aborted || isOverloaded(thrown)) throw thrown;
      return batched.map(() => undefined);
    } finally {
      soon.clear();
    }
  };
  return Object.assign(transport, {
    batch,
    trouble: () => troubleOfAll(endpoints),
    close: async () => {
      await Promise.all(endpoints.map((endpoint) => endpoint.close()));
    },
  });
}
