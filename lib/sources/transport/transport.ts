import { setMaxListeners } from 'node:events';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import type { Pace } from '@/lib/promises/pacer';
import { childScope } from '@/lib/promises/request-scope';
import type { UpstreamTrouble } from '@/lib/solana/upstream-trouble';
import { Batch } from './batch';
import { troubleOfAll } from './endpoint-trouble';
import { FailoverCall } from './failover-call';
import { HedgedCalls } from './hedged-calls';
import { HttpEndpoint, type UpstreamCall } from './http-endpoint';
import type { BatchedAnswer, BatchTransport, NamedTransport } from './transport-type';
import { deadlineExceeded, isOverloaded } from './upstream-errors';

export type HttpTransportOptions = {
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
  /** Attempts of one call over all endpoints. Default 6, at least two an endpoint. */
  maxAttempts?: number;
  /** First step of the exponential backoff. Default 100 ms. */
  backoffMs?: number;
  /** How long after its start a call may retry an endpoint that failed. Default: as long as its signal allows. */
  retryMs?: number;
  /** Largest answer read. Default 64 MiB. */
  maxBytes?: number;
  /** What all calls under way may hold. Default: any number of bytes. */
  memory?: ByteBudget | undefined;
  /** Shortest wait before a second, equal call is sent after a slow one; 0 sends none. Default 250 ms. */
  hedgeMs?: number;
  /** Longest that another endpoint is not asked although the first has sent no byte. Default 2 s. */
  silenceMs?: number;
  /** Longest that a batch is waited for before its calls are worth asking one by one. Default 5 s. */
  batchMs?: number;
};

/** Also takes parameters by name, as DAS wants them, and batches. */
export type HttpTransport = NamedTransport & {
  batch: BatchTransport;
  /** What is wrong with all endpoints now; undefined while one is well. */
  trouble: () => UpstreamTrouble | undefined;
  close: () => Promise<void>;
};

/**
 * JSON-RPC over HTTP to a list of endpoints: failover in order, retry with exponential backoff and full jitter,
 * Retry-After honoured, a slow call hedged, calls in flight bounded, failing endpoints left alone for a while.
 * The whole call ends with its signal. No message names an endpoint.
 */
export function httpTransport(options: HttpTransportOptions): HttpTransport {
  const { urls, label = 'upstream', hedgeMs = 250, timeoutMs = 10_000 } = options;
  const { backoffMs = 100, retryMs = Number.POSITIVE_INFINITY } = options;
  const endpoints = urls.map(
    (url, index) =>
      new HttpEndpoint({
        url,
        label: `${label}#${index + 1}`,
        concurrency: options.concurrency ?? 256,
        timeoutMs,
        maxBytes: options.maxBytes ?? 64 * 1024 * 1024,
        memory: options.memory,
        pace: options.pace?.(url),
        onCall: options.onCall,
      }),
  );
  const maxAttempts = Math.max(options.maxAttempts ?? 6, 2 * endpoints.length);
  const calls = new HedgedCalls(endpoints, hedgeMs, timeoutMs, options.silenceMs);
  const transport: NamedTransport = async (method, params, scope, anotherFirst = false) => {
    // One read of holdings has hundreds of calls that all listen to one signal: no leak.
    setMaxListeners(0, scope.signal);
    const limits = { maxAttempts, backoffMs, retryMs };
    return new FailoverCall(endpoints, calls, limits, anotherFirst).run(method, params, scope);
  };
  const batch: BatchTransport = async (batched, scope) => {
    if (scope.signal.aborted) throw deadlineExceeded(scope.signal);
    // What fails here, or would have to wait, is left to the single calls: they have the patience.
    if (endpoints.every((endpoint) => endpoint.waitMs() > 0)) return batched.map(() => undefined);
    setMaxListeners(0, scope.signal);
    const soon = childScope(scope, { timeoutMs: options.batchMs ?? 5_000 });
    // One try at each.
    const limits = { maxAttempts: endpoints.length, backoffMs, retryMs };
    const call = new FailoverCall(endpoints, calls, limits);
    try {
      return (await call.run('batch', new Batch(batched), soon.scope)) as (BatchedAnswer | undefined)[];
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
