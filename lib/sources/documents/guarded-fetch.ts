import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { buildConnector, Pool } from 'undici';
import type { FetchFault } from '@/lib/image-fault';
import { abortable } from '@/lib/promises/abortable';
import { FairSemaphore } from '@/lib/promises/fair-semaphore';
import { linkedSignal } from '@/lib/promises/linked-signal';
import { isPublicAddress } from './public-address';

/** Why a stranger's URL was not fetched. */
class GuardedFetchError extends Error {
  override readonly name = 'GuardedFetchError';
  constructor(
    readonly reason: FetchFault,
    cause?: unknown,
  ) {
    super(reason, { cause });
  }
}

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

/** Fetches one stranger's URL; throws GuardedFetchError. */
export type GuardedFetch = ((url: string, request: FetchRequest) => Promise<FetchedBody>) & {
  close: () => Promise<void>;
};

const MAX_REDIRECTS = 5;
const MAX_URL = 4_096;
const MAX_HEADER_BYTES = 16_384;
const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
};

/**
 * The one way to fetch what a stranger wrote on a chain. Only http and https on ports 80 and 443; every address of a
 * name is checked, the connection is pinned to the checked one and looked at again; redirects are followed by hand
 * and checked each; bytes, headers, decompression, time and concurrency are bounded; nothing of ours is sent along.
 */
export function guardedFetch(options: GuardedFetchOptions = {}): GuardedFetch {
  const { totalMs = 10_000, firstByteMs = 5_000 } = options;
  const allowed = new Set((options.allowHosts ?? []).map((host) => host.toLowerCase()));
  const resolve =
    options.resolve ??
    (async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address));
  const everywhere = new FairSemaphore(options.overall ?? 64);
  const hosts = new LRUCache<string, FairSemaphore>({ max: 1_000 });
  const pools = new LRUCache<string, Pool>({
    max: 128,
    dispose: (pool) => void pool.close().catch(() => undefined),
  });

  /** Checks a URL before anything is sent to it; the address to connect to. */
  async function check(text: string, base: string | undefined): Promise<{ url: URL; address: string }> {
    if (text.length > MAX_URL || !URL.canParse(text, base)) throw new GuardedFetchError('url-invalid');
    const url = new URL(text, base);
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new GuardedFetchError('scheme-not-allowed');
    if (url.username !== '' || url.password !== '') throw new GuardedFetchError('credentials-in-url');
    const hostname = url.hostname.replace(/^\[|\]$/g, '');
    if (hostname === '' || hostname.length > 253) throw new GuardedFetchError('host-invalid');
    const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
    const exempt = allowed.has(`${url.hostname}:${port}`);
    if (!exempt && port !== 80 && port !== 443) throw new GuardedFetchError('port-not-allowed');
    let addresses: string[];
    try {
      addresses = isIP(hostname) === 0 ? await resolve(hostname) : [hostname];
    } catch (cause) {
      throw new GuardedFetchError('dns-failed', cause);
    }
    // One private address among public ones is a trap as well.
    if (!exempt && !addresses.every(isPublicAddress)) throw new GuardedFetchError('address-not-allowed');
    const address = addresses.find((each) => isIP(each) === 4) ?? addresses[0];
    if (address === undefined || isIP(address) === 0) throw new GuardedFetchError('dns-failed');
    return { url, address };
  }

  /** Connections to one host at one checked address. */
  function poolOf(url: URL, address: string): Pool {
    const key = `${url.origin} ${address}`;
    const known = pools.get(key);
    if (known !== undefined) return known;
    const connect = options.connect ?? buildConnector({ timeout: firstByteMs });
    const hostname = url.hostname.replace(/^\[|\]$/g, '');
    const pool = new Pool(url.origin, {
      connections: options.perHost ?? 12,
      pipelining: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: 4_000,
      connect: (given, callback) => {
        // The name goes into TLS alone: what is connected to is the checked address.
        const servername = isIP(hostname) === 0 ? hostname : undefined;
        connect(
          { ...given, hostname: address, ...(servername === undefined ? {} : { servername }) },
          (error, socket) => {
            if (error !== null || socket === null) return callback(error ?? new Error('no socket'), null);
            if (!sameAddress(socket.remoteAddress, address)) {
              socket.destroy();
              return callback(new GuardedFetchError('address-not-allowed'), null);
            }
            return callback(null, socket);
          },
        );
      },
    });
    pools.set(key, pool);
    return pool;
  }

  async function hop(
    text: string,
    base: string | undefined,
    request: FetchRequest,
    signal: AbortSignal,
  ): Promise<FetchedBody | { redirect: string; from: string }> {
    // DNS cannot be aborted.
    const { url, address } = await abortable(check(text, base), signal);
    const host = hosts.get(url.host) ?? new FairSemaphore(options.perHost ?? 12);
    hosts.set(url.host, host);
    const release = await host.acquire(signal);
    try {
      const response = await poolOf(url, address).request({
        path: url.pathname + url.search,
        method: 'GET',
        headers: { accept: request.accept, 'accept-encoding': 'gzip, br', 'user-agent': 'satchel' },
        signal,
        headersTimeout: firstByteMs,
        bodyTimeout: firstByteMs,
      });
      const { statusCode, headers } = response;
      if (statusCode >= 300 && statusCode < 400 && statusCode !== 304) {
        response.body.on('error', () => undefined).destroy();
        const { location } = headers;
        if (typeof location !== 'string') throw new GuardedFetchError('redirect-without-location');
        return { redirect: location, from: url.href };
      }
      if (statusCode !== 200) {
        response.body.on('error', () => undefined).destroy();
        throw new GuardedFetchError(`http-${statusCode}`);
      }
      const announced = Number(headers['content-length'] ?? 0);
      if (announced > request.maxBytes) {
        response.body.on('error', () => undefined).destroy();
        throw new GuardedFetchError('too-large');
      }
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of response.body as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > request.maxBytes) throw new GuardedFetchError('too-large');
        chunks.push(chunk);
      }
      const body = await decode(Buffer.concat(chunks), headers['content-encoding'], request.maxBytes);
      const type = headers['content-type'];
      return { url: url.href, contentType: (Array.isArray(type) ? type[0] : type) ?? '', body };
    } finally {
      release();
    }
  }

  const fetchGuarded = async (text: string, request: FetchRequest): Promise<FetchedBody> => {
    const release = await everywhere.acquire(request.signal).catch((cause: unknown) => {
      throw new GuardedFetchError('aborted', cause);
    });
    // Waiting for a permit is not the host's fault: its clock starts here.
    const job = linkedSignal(request.signal, { timeoutMs: totalMs });
    try {
      let next: { redirect: string; from: string | undefined } = { redirect: text, from: undefined };
      for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
        const answer = await hop(next.redirect, next.from, request, job.signal);
        if ('body' in answer) return answer;
        next = answer;
      }
      throw new GuardedFetchError('too-many-redirects');
    } catch (thrown) {
      throw asGuarded(thrown, request.signal, job.signal);
    } finally {
      job.clear();
      release();
    }
  };
  return Object.assign(fetchGuarded, {
    close: async () => {
      const open = [...pools.values()];
      await Promise.all(open.map((pool) => pool.destroy()));
      pools.clear();
    },
  });
}

function asGuarded(thrown: unknown, caller: AbortSignal, job: AbortSignal): GuardedFetchError {
  if (thrown instanceof GuardedFetchError) return thrown;
  if (caller.aborted) return new GuardedFetchError('aborted', thrown);
  const code = String((thrown as { code?: unknown } | null)?.code ?? '');
  if (job.aborted || code.includes('TIMEOUT')) return new GuardedFetchError('timeout', thrown);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return new GuardedFetchError('headers-too-large', thrown);
  return new GuardedFetchError('network', thrown);
}

/** Node writes an IPv4 peer of a dual-stack socket as `::ffff:1.2.3.4`. */
function sameAddress(remote: string | undefined, address: string): boolean {
  return (
    remote !== undefined && remote.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '') === address.toLowerCase()
  );
}

/** At most one content encoding, and no more bytes out of it than allowed. */
async function decode(
  body: Buffer,
  encoding: string | string[] | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const name = (Array.isArray(encoding) ? encoding.join(',') : (encoding ?? '')).trim().toLowerCase();
  if (name === '' || name === 'identity') return body;
  if (!Object.hasOwn(DECODERS, name)) throw new GuardedFetchError('encoding-not-allowed');
  try {
    return await DECODERS[name as keyof typeof DECODERS](body, { maxOutputLength: maxBytes });
  } catch (cause) {
    throw new GuardedFetchError(
      (cause as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'encoding-invalid',
      cause,
    );
  }
}
