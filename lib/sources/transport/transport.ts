import { setMaxListeners } from 'node:events';
import { UpstreamUnavailableError } from '@/lib/errors';
import { linkedSignal } from '@/lib/promises/linked-signal';
import type { Pace } from '@/lib/promises/pacer';
import { type Endpoint, httpEndpoint, type UpstreamCall } from './http-endpoint';
import { pause } from './pause';
import type { CallParams, NamedTransport } from './transport-type';
import { deadlineExceeded, EndpointFault, UpstreamCallError } from './upstream-errors';

export type HttpTransportOptions = {
  /** Endpoints, the preferred one first. */
  urls: readonly string[];
  /** Calls in flight per endpoint (`UPSTREAM_CONCURRENCY`). Default 32. */
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
  /** Largest answer read. Default 64 MiB. */
  maxBytes?: number;
  /** Shortest wait before a second, equal call is sent after a slow one; 0 sends none. Default 250 ms. */
  hedgeMs?: number;
};

/** Also takes parameters by name, as DAS wants them. */
export type HttpTransport = NamedTransport & { close: () => Promise<void> };

/** JSON-RPC errors that may pass by themselves: node behind or unhealthy, slot not reached, internal, rate limit. */
const PASSING_CODES = new Set([-32004, -32005, -32014, -32016, -32603, -32429, 429]);
/** Their answers are as large as a wallet: asking twice costs more than waiting. */
const NEVER_HEDGED = new Set(['getTokenAccountsByOwner', 'getAssetsByOwner', 'getProgramAccounts']);
const LONGEST_BACKOFF_MS = 5_000;
/** Longest pause of circuit breakers that a call sits out. */
const PATIENCE_MS = 2_000;

/**
 * JSON-RPC over HTTP to a list of endpoints: failover in order, retry with exponential backoff and full jitter,
 * Retry-After honoured, a slow call hedged, calls in flight bounded, failing endpoints left alone for a while.
 * The whole call ends with its signal. No message names an endpoint.
 */
export function httpTransport(options: HttpTransportOptions): HttpTransport {
  const { urls, label = 'upstream', backoffMs = 100, hedgeMs = 250, timeoutMs = 10_000 } = options;
  const endpoints = urls.map((url, index) =>
    httpEndpoint({
      url,
      label: `${label}#${index + 1}`,
      concurrency: options.concurrency ?? 32,
      timeoutMs,
      maxBytes: options.maxBytes ?? 64 * 1024 * 1024,
      pace: options.pace?.(url),
      onCall: options.onCall,
    }),
  );
  const maxAttempts = Math.max(options.maxAttempts ?? 6, 2 * endpoints.length);
  const durations = slowness();

  /** One attempt, and a second one beside it when the first is slower than nearly all before it. */
  async function attempt(endpoint: Endpoint, method: string, params: CallParams, signal: AbortSignal) {
    const started = performance.now();
    const both = linkedSignal(signal);
    let timer: NodeJS.Timeout | undefined;
    try {
      const first = endpoint.call(method, params, both.signal, signal);
      const after =
        hedgeMs === 0 || NEVER_HEDGED.has(method)
          ? 0
          : Math.max(hedgeMs, durations.slow(method) ?? timeoutMs / 4);
      if (after === 0) return await first;
      const hedge = new Promise((resolve, reject) => {
        timer = setTimeout(() => {
          const other =
            endpoints.find((each) => each !== endpoint && each.isIdle()) ??
            (endpoint.isIdle() ? endpoint : undefined);
          // The first attempt's own failure is the better news: a failing hedge just waits for it.
          other?.call(method, params, both.signal, signal).then(resolve, () => first.then(resolve, reject));
        }, after);
      });
      const result = await Promise.race([first, hedge]);
      durations.add(method, performance.now() - started);
      first.catch(() => undefined);
      return result;
    } finally {
      clearTimeout(timer);
      both.abort();
    }
  }

  const transport = async (method: string, params: CallParams, signal: AbortSignal): Promise<unknown> => {
    // One read of holdings has hundreds of calls that all listen to one signal: no leak.
    setMaxListeners(0, signal);
    const tries = endpoints.map(() => 0);
    const refused = new Set<number>();
    let last: unknown;
    let limited = false;
    for (let attempts = 0; attempts < maxAttempts; ) {
      if (signal.aborted) throw deadlineExceeded(signal);
      const open = endpoints.flatMap((endpoint, index) =>
        refused.has(index) ? [] : [{ endpoint, index, waitMs: endpoint.waitMs() }],
      );
      if (open.length === 0) break;
      // The least tried first, in the configured order: failover, then another round.
      const ready = open
        .filter(({ waitMs }) => waitMs === 0)
        .sort((a, b) => (tries[a.index] ?? 0) - (tries[b.index] ?? 0))[0];
      if (ready === undefined) {
        const waitMs = Math.min(...open.map((each) => each.waitMs));
        if (waitMs > patienceMs(last !== undefined, limited)) break;
        await pause(waitMs, signal);
        continue;
      }
      const round = tries[ready.index] ?? 0;
      if (round > 0)
        await pause(
          Math.random() * Math.min(LONGEST_BACKOFF_MS, (limited ? 5 : 1) * backoffMs * 2 ** round),
          signal,
        );
      tries[ready.index] = round + 1;
      try {
        return await attempt(ready.endpoint, method, params, signal);
      } catch (thrown) {
        if (signal.aborted) throw deadlineExceeded(signal);
        last = thrown;
        // A node that says "later" is alive: worth twice the patience.
        limited = thrown instanceof EndpointFault && (thrown.kind === 'limited' || thrown.retryAfterMs > 0);
        attempts += limited ? 0.5 : 1;
        if (
          thrown instanceof UpstreamCallError
            ? !PASSING_CODES.has(thrown.code)
            : !(thrown instanceof EndpointFault) || thrown.kind === 'refused'
        ) {
          refused.add(ready.index);
        }
      }
    }
    // What the upstream itself says is for the adapter to judge, such as a limit of keys.
    if (last instanceof UpstreamCallError && !PASSING_CODES.has(last.code)) throw last;
    throw new UpstreamUnavailableError(
      'upstream-unavailable',
      'The upstream is unavailable: no usable answer after retries',
      { method },
      last,
    );
  };
  return Object.assign(transport, {
    close: async () => {
      await Promise.all(endpoints.map((endpoint) => endpoint.close()));
    },
  });
}

/**
 * How long a call waits for endpoints that are all left alone.
 * @param failed whether one has failed this very call: it may be back soon
 * @param limited whether the last one said when to come back: then that is when
 */
function patienceMs(failed: boolean, limited: boolean): number {
  if (limited) return Number.POSITIVE_INFINITY;
  return failed ? LONGEST_BACKOFF_MS : PATIENCE_MS;
}

/** How long nearly all calls of a method take: twice the 95th percentile of the latest 64. */
function slowness() {
  const latest = new Map<string, number[]>();
  return {
    add: (method: string, ms: number) => {
      const times = latest.get(method) ?? [];
      times.push(ms);
      if (times.length > 64) times.shift();
      latest.set(method, times);
    },
    slow: (method: string): number | undefined => {
      const times = latest.get(method);
      if (times === undefined || times.length < 16) return undefined;
      const sorted = [...times].sort((a, b) => a - b);
      return 2 * (sorted[Math.floor(sorted.length * 0.95)] ?? 0);
    },
  };
}
