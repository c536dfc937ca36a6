import { lookup } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import { buildConnector, type Dispatcher } from 'undici';
import { abortable } from '@/lib/promises/abortable';
import { FairSemaphore } from '@/lib/promises/fair-semaphore';
import { linkedSignal } from '@/lib/promises/linked-signal';
import { readBoundedBody } from './bounded-body';
import { checkTarget, type FetchTarget, type TargetRules } from './fetch-target';
import { asGuardedFetchError, GuardedFetchError } from './guarded-fetch-error';
import { PinnedConnections } from './pinned-connections';

export type GuardedFetchOptions = {
  /** `host:port` list that is exempt from the ban on private addresses and other ports (`METADATA_ALLOW_HOSTS`). */
  allowHosts?: readonly string[];
  /** All addresses of a name; tests bring their own. */
  resolve?: (hostname: string) => Promise<string[]>;
  /** Opens a connection to the checked address; tests bring their own. */
  connect?: buildConnector.connector;
  /** Fetches at once, overall and to one host. */
  overall?: number;
  perHost?: number;
  /** One deadline for all hops, and the longest wait for the first byte of one. */
  totalMs?: number;
  firstByteMs?: number;
};

type FetchRequest = {
  signal: AbortSignal;
  /** Largest body, as sent and after decompression. */
  maxBytes: number;
  accept: string;
};

type FetchedBody = { /** After redirects. */ url: string; contentType: string; body: Buffer };

type Redirect = { redirect: string; from: string | undefined };

/** Fetches one untrusted URL; throws GuardedFetchError. */
export type GuardedFetch = ((url: string, request: FetchRequest) => Promise<FetchedBody>) & {
  close: () => Promise<void>;
};

const MAX_REDIRECTS = 5;

/**
 * The one way to fetch an untrusted URL from a chain. Only http and https on ports 80 and 443; every address of a
 * name is checked, the connection is pinned to the checked one and looked at again; redirects are followed by hand
 * and checked each; bytes, headers, decompression, time and concurrency are bounded; nothing of ours is sent along.
 */
export function guardedFetch(options: GuardedFetchOptions = {}): GuardedFetch {
  const fetcher = new GuardedFetcher(options);
  return Object.assign((url: string, request: FetchRequest) => fetcher.fetch(url, request), {
    close: () => fetcher.close(),
  });
}

class GuardedFetcher {
  private readonly totalMs: number;
  private readonly firstByteMs: number;
  private readonly perHost: number;
  private readonly rules: TargetRules;
  private readonly everywhere: FairSemaphore;
  private readonly hosts = new LRUCache<string, FairSemaphore>({ max: 1_000 });
  private readonly connections: PinnedConnections;

  constructor(options: GuardedFetchOptions) {
    this.totalMs = options.totalMs ?? 10_000;
    this.firstByteMs = options.firstByteMs ?? 5_000;
    this.perHost = options.perHost ?? 12;
    this.rules = {
      allowedHosts: new Set((options.allowHosts ?? []).map((host) => host.toLowerCase())),
      resolve: options.resolve ?? allAddresses,
    };
    this.everywhere = new FairSemaphore(options.overall ?? 64);
    this.connections = new PinnedConnections(
      () => options.connect ?? buildConnector({ timeout: this.firstByteMs }),
      this.perHost,
    );
  }

  async fetch(text: string, request: FetchRequest): Promise<FetchedBody> {
    const release = await this.everywhere.acquire(request.signal).catch((cause: unknown) => {
      throw new GuardedFetchError('aborted', cause);
    });
    // Waiting for a permit is not the host's fault: its clock starts here.
    const job = linkedSignal(request.signal, { timeoutMs: this.totalMs });
    try {
      return await this.followed(text, request, job.signal);
    } catch (thrown) {
      throw asGuardedFetchError(thrown, request.signal, job.signal);
    } finally {
      job.clear();
      release();
    }
  }

  close(): Promise<void> {
    return this.connections.close();
  }

  private async followed(text: string, request: FetchRequest, signal: AbortSignal): Promise<FetchedBody> {
    let next: Redirect = { redirect: text, from: undefined };
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const answer = await this.hop(next, request, signal);
      if ('body' in answer) return answer;
      next = answer;
    }
    throw new GuardedFetchError('too-many-redirects');
  }

  private async hop(
    { redirect, from }: Redirect,
    request: FetchRequest,
    signal: AbortSignal,
  ): Promise<FetchedBody | Redirect> {
    // DNS cannot be aborted.
    const target = await abortable(checkTarget(redirect, from, this.rules), signal);
    const { host } = target.url;
    const permits = this.hosts.get(host) ?? new FairSemaphore(this.perHost);
    this.hosts.set(host, permits);
    const release = await permits.acquire(signal);
    try {
      return await readAnswer(
        await this.request(target, request.accept, signal),
        target.url,
        request.maxBytes,
      );
    } finally {
      release();
    }
  }

  private request(target: FetchTarget, accept: string, signal: AbortSignal) {
    return this.connections.poolOf(target).request({
      path: target.url.pathname + target.url.search,
      method: 'GET',
      headers: { accept, 'accept-encoding': 'gzip, br', 'user-agent': 'satchel' },
      signal,
      headersTimeout: this.firstByteMs,
      bodyTimeout: this.firstByteMs,
    });
  }
}

async function allAddresses(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

/** A body, or where it is said to be. */
async function readAnswer(
  response: Dispatcher.ResponseData,
  url: URL,
  maxBytes: number,
): Promise<FetchedBody | Redirect> {
  const { statusCode, headers } = response;
  if (statusCode >= 300 && statusCode < 400 && statusCode !== 304) {
    discard(response);
    const { location } = headers;
    if (typeof location !== 'string') throw new GuardedFetchError('redirect-without-location');
    return { redirect: location, from: url.href };
  }
  if (statusCode !== 200) {
    discard(response);
    throw new GuardedFetchError(`http-${statusCode}`);
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes) {
    discard(response);
    throw new GuardedFetchError('too-large');
  }
  const chunks = response.body as AsyncIterable<Buffer>;
  const body = await readBoundedBody(chunks, headers['content-encoding'], maxBytes);
  const type = headers['content-type'];
  return { url: url.href, contentType: (Array.isArray(type) ? type[0] : type) ?? '', body };
}

function discard({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined).destroy();
}
