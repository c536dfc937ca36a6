import { buildConnector } from 'undici';
import { cacheEntries } from '@/lib/cache-sizes';
import { abortable, linkedSignal } from '@/lib/promises/request-scope';
import { Semaphore } from '@/lib/promises/semaphore';
import { AdaptiveConcurrencyLimit } from '@/lib/sources/transport/adaptive-concurrency-limit';
import { TtlCache } from '@/lib/ttl-cache';
import {
  allAddresses,
  checkTarget,
  type FetchTarget,
  hostOf,
  listedAddresses,
  recentlyResolved,
  type TargetRules,
} from './check-target';
import { type FetchedBody, type ReadOptions, type Redirect, readAnswer } from './fetched-answer';
import { asGuardedFetchError, GuardedFetchError } from './guarded-fetch-error';
import { PinnedConnections } from './pinned-connections';

export type GuardedFetchOptions = {
  /** Hosts (`host:port`) exempt from the port and private-address checks (`METADATA_ALLOW_HOSTS`). */
  allowHosts?: readonly string[];
  /** Resolves a name to all its addresses; tests replace it. */
  resolve?: (hostname: string) => Promise<string[]>;
  /** Opens a connection to the checked address; tests replace it. */
  connect?: buildConnector.connector;
  /** Maximum number of fetches in flight. Default 128. */
  overall?: number;
  /** Maximum number of fetches in flight to one host. Default 64. */
  perHost?: number;
  /** Timeout of a fetch, including all redirects, in ms. Default 10 s. */
  totalMs?: number;
  /** Timeout for the first byte of each response, in ms. Default 5 s. */
  firstByteMs?: number;
};

/** How to request a response that is passed on. */
export type PassOptions = Pick<ReadOptions, 'pass'> & {
  /** `Range` header to send. */
  range?: string | undefined;
  /** Timeout that replaces `totalMs`. */
  ms?: number | undefined;
};

type FetchRequest = ReadOptions & PassOptions & { signal: AbortSignal; accept: string };

/** A permit to fetch from one host. */
type HostPermit = { host: string; limit: AdaptiveConcurrencyLimit; release: () => void };

/**
 * Fetches an untrusted URL.
 * @throws GuardedFetchError
 */
export type GuardedFetch = ((url: string, request: FetchRequest) => Promise<FetchedBody>) & {
  close: () => Promise<void>;
};

const MAX_REDIRECTS = 5;

/**
 * Creates the fetcher for untrusted URLs found on a chain. All such URLs must be fetched with it.
 *
 * - Allows only http and https on ports 80 and 443.
 * - Checks every address of a host name, pins the connection to the checked address and verifies the peer.
 * - Checks the target of every redirect.
 * - Limits bytes, headers, decompression, time and concurrency.
 * - Sends no credentials or cookies.
 */
export function guardedFetch({
  allowHosts = [],
  resolve,
  connect,
  overall = 128,
  perHost = 64,
  totalMs = 10_000,
  firstByteMs = 5_000,
}: GuardedFetchOptions = {}): GuardedFetch {
  const rules: TargetRules = {
    allowedHosts: new Set(allowHosts.map((host) => host.toLowerCase())),
    resolve: resolve ?? recentlyResolved((hostname) => allAddresses(hostname)),
    resolveExempt: resolve ?? listedAddresses,
  };
  const everywhere = new Semaphore(overall);
  const hosts = new TtlCache<string, AdaptiveConcurrencyLimit>({ max: cacheEntries('hosts'), ttl: 600_000 });
  const connections = new PinnedConnections(
    () => connect ?? buildConnector({ timeout: firstByteMs }),
    perHost,
  );

  /** A response that is passed on takes up to a minute, so it must not hold a permit that documents need. */
  async function permitFor(host: string, { signal, pass }: FetchRequest): Promise<HostPermit> {
    if (pass !== undefined)
      return { host, limit: new AdaptiveConcurrencyLimit(perHost), release: () => undefined };
    const limit = hosts.get(host) ?? new AdaptiveConcurrencyLimit(perHost);
    hosts.set(host, limit);
    return { host, limit, release: await limit.acquire(signal) };
  }

  async function followed(text: string, request: FetchRequest, first: HostPermit): Promise<FetchedBody> {
    let next: Redirect = { redirect: text, from: undefined };
    let permit = first;
    try {
      for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
        // A DNS lookup cannot be aborted. Stop waiting for it instead.
        const target = await abortable(checkTarget(next.redirect, next.from, rules), request.signal);
        if (target.url.host !== permit.host) {
          permit.release();
          permit = await permitFor(target.url.host, request);
        }
        const answer = await hop(target, request, permit.limit);
        if ('body' in answer) return answer;
        next = answer;
      }
    } finally {
      permit.release();
    }
    throw new GuardedFetchError('too-many-redirects');
  }

  async function hop(
    target: FetchTarget,
    request: FetchRequest,
    limit: AdaptiveConcurrencyLimit,
  ): Promise<FetchedBody | Redirect> {
    const { url } = target;
    const { signal, accept, range, pass } = request;
    const startedAt = performance.now();
    try {
      const response = await connections.poolOf(target).request({
        path: url.pathname + url.search,
        method: 'GET',
        headers: {
          accept,
          'accept-encoding': pass ? 'identity' : 'gzip, br',
          'user-agent': 'satchel',
          ...(range !== undefined && { range }),
        },
        signal,
        headersTimeout: firstByteMs,
        bodyTimeout: firstByteMs,
      });
      const answer = await readAnswer(response, url, request);
      limit.succeeded(startedAt);
      return answer;
    } catch (thrown) {
      if (isOverload(thrown, signal)) limit.overloaded(startedAt);
      throw thrown;
    }
  }

  async function fetch(text: string, request: FetchRequest): Promise<FetchedBody> {
    let permit: HostPermit | undefined;
    let release: (() => void) | undefined;
    try {
      // Acquire the host's permit first: a call that waits for a busy host must not hold a global permit.
      permit = await permitFor(hostOf(text), request);
      // A response that is passed on has the limits of its caller.
      if (request.pass === undefined) release = await everywhere.acquire(request.signal);
    } catch (cause) {
      permit?.release();
      // A caller that waited too long for a permit learned nothing about the host.
      const isLate = (cause as { name?: unknown } | undefined)?.name === 'TimeoutError';
      throw new GuardedFetchError(isLate ? 'no-room' : 'aborted', cause);
    }
    // The timeout starts here: waiting for a permit does not count.
    const { signal, clear } = linkedSignal(request.signal, { timeoutMs: request.ms ?? totalMs });
    try {
      return await followed(text, { ...request, signal }, permit);
    } catch (thrown) {
      throw asGuardedFetchError(thrown, request.signal, signal);
    } finally {
      clear();
      release?.();
    }
  }

  return Object.assign(fetch, { close: () => connections.close() });
}

/** Checks whether an error means that the host is overloaded: 429, 503 or a timeout. */
function isOverload(thrown: unknown, signal: AbortSignal): boolean {
  if (thrown instanceof GuardedFetchError)
    return thrown.reason === 'http-429' || thrown.reason === 'http-503';
  const { code, name } = (thrown ?? {}) as { code?: unknown; name?: unknown };
  if (signal.aborted) return (signal.reason as { name?: unknown } | undefined)?.name === 'TimeoutError';
  return name !== 'AbortError' && String(code).includes('TIMEOUT');
}
