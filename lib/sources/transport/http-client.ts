import type { Dispatcher } from 'undici';
import type { MemoryReservation } from '@/lib/promises/byte-budget';
import { linkedSignal } from '@/lib/promises/request-scope';
import { readBoundedBody } from '@/lib/sources/bounded-body';
import { guardedAgent } from '@/lib/sources/guarded-pool';
import { EndpointFault, UpstreamCallError } from '@/lib/sources/transport/upstream-errors';

/** A POST if it has a body, otherwise a GET. */
export type HttpRequest = {
  /** Path to append to the one of the URL. By default the URL is requested as it is. */
  path?: string | undefined;
  /** The body, which is JSON. */
  body?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
};

/** Limits of one request. */
export type HttpBounds = {
  /** Aborts the request. */
  signal?: AbortSignal;
  /** Timeout from sending the request to the last byte of the response, in ms. */
  timeoutMs: number;
  /** Timeout for the response headers, in ms; by default `timeoutMs`. */
  firstByteMs?: number | undefined;
  /** Maximum size of the body in bytes, both as sent and after decompression. */
  maxBytes: number;
  /** Reserves memory for the body while it arrives. The caller must release the memory. */
  held?: MemoryReservation | undefined;
};

export type ReceivedResponse = { status: number; headers: Dispatcher.ResponseData['headers']; bytes: Buffer };

/** Maximum number of redirects that are followed. */
const MAX_REDIRECTS = 3;

/** Redirects that keep the method and the body. */
const KEEP_METHOD = new Set([307, 308]);
/** Redirects after which a GET is a GET. */
const KEEP_GET = new Set([301, 302, 303, ...KEEP_METHOD]);

/**
 * Connections to a URL that the operator has set, with the credentials in it. The URL is trusted; the responses are not.
 * URLs found on a chain must be fetched with `guardedFetch` instead.
 */
export class HttpClient {
  private readonly url: URL;
  private readonly headers: Record<string, string>;
  private readonly agent: Dispatcher;

  constructor(url: string, connections: number) {
    this.url = new URL(url);
    const authorization = basicAuthorization(this.url);
    this.headers = { 'accept-encoding': 'gzip', ...(authorization !== undefined && { authorization }) };
    this.agent = guardedAgent({ connections, pipelining: 1 });
  }

  /** Closes every connection, including those in use. */
  close(): Promise<void> {
    return this.agent.destroy();
  }

  /**
   * Sends a request and reads the complete response.
   * @throws EndpointFault, UpstreamCallError 413, BodyError, OverloadedError, the signal's reason, undici's errors
   */
  async send(
    request: HttpRequest,
    { signal, timeoutMs, firstByteMs = timeoutMs, maxBytes, held }: HttpBounds,
  ): Promise<ReceivedResponse> {
    const attempt = linkedSignal(signal);
    const abortAfter = (ms: number, kind: 'transient' | 'silent') =>
      setTimeout(() => attempt.abort(new EndpointFault('timeout', kind)), ms);
    const totalTimer = abortAfter(timeoutMs, 'transient');
    const firstByteTimer = firstByteMs < timeoutMs ? abortAfter(firstByteMs, 'silent') : undefined;
    try {
      const { statusCode, headers, body } = await this.followed(request, attempt.signal);
      clearTimeout(firstByteTimer);
      const failure = failureOfStatus(statusCode, headers['retry-after']);
      if (failure !== undefined) {
        // Discard the body so that the connection can be reused.
        await body.dump();
        throw failure;
      }
      const bytes = await readBoundedBody(body, headers['content-encoding'], maxBytes, held);
      return { status: statusCode, headers, bytes };
    } finally {
      clearTimeout(totalTimer);
      clearTimeout(firstByteTimer);
      attempt.clear();
    }
  }

  /**
   * Sends a request, and again to where the response redirects: to the same origin, or from http to https on the same
   * host, because other hosts must not get the headers. A request with a body follows only redirects that keep the method.
   * @throws EndpointFault for any other redirect
   */
  private async followed(
    { path, body, headers }: HttpRequest,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const method = body === undefined ? 'GET' : 'POST';
    const followed = body === undefined ? KEEP_GET : KEEP_METHOD;
    const type = body === undefined ? undefined : { 'content-type': 'application/json' };
    const all = { ...this.headers, ...type, ...headers };
    let url = this.url;
    if (path !== undefined) {
      url = new URL(url);
      url.pathname = url.pathname.replace(/\/$/, '') + path;
    }
    for (let redirects = 0; ; redirects++) {
      const [origin, target] = [url.origin, url.pathname + url.search];
      const response = await this.agent.request({
        origin,
        path: target,
        method,
        headers: all,
        body: body ?? null,
        signal,
      });
      const { statusCode } = response;
      if (statusCode < 300 || statusCode >= 400 || statusCode === 304) return response;
      await response.body.dump();
      const next = followed.has(statusCode) ? redirectTarget(url, response.headers.location) : undefined;
      if (next === undefined || redirects === MAX_REDIRECTS)
        throw new EndpointFault(`http-${statusCode}`, 'refused');
      url = next;
    }
  }
}

/** Returns the URL of a `location`; undefined if it is missing, invalid or may not be followed. */
function redirectTarget(source: URL, location: string | string[] | undefined): URL | undefined {
  if (typeof location !== 'string' || !URL.canParse(location, source)) return undefined;
  const target = new URL(location, source);
  const isUpgrade =
    source.protocol === 'http:' && target.protocol === 'https:' && source.hostname === target.hostname;
  return isUpgrade || source.origin === target.origin ? target : undefined;
}

/** Returns the `Authorization` header for the credentials in a URL; undefined without credentials. */
function basicAuthorization({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}

/**
 * Returns the failure that an HTTP status indicates; undefined if the body must be read.
 * @param retryAfter the `retry-after` header
 */
function failureOfStatus(
  status: number,
  retryAfter: string | string[] | undefined,
): EndpointFault | UpstreamCallError | undefined {
  if (status === 413) return new UpstreamCallError(413, 'Payload too large');
  if (status === 429) return new EndpointFault('http-429', 'limited', retryAfterMs(retryAfter));
  if (status >= 500 || status === 408)
    return new EndpointFault(`http-${status}`, 'transient', retryAfterMs(retryAfter));
  return undefined;
}

/** Longest Retry-After that is believed, in ms: one day. */
const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1_000;

/** Converts a Retry-After header (seconds or a date) to milliseconds. Returns 0 if the header is missing or invalid. */
function retryAfterMs(header: string | string[] | undefined): number {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined || text.trim() === '') return 0;
  const seconds = Number(text);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : 0;
}
