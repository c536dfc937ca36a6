import type { Dispatcher } from 'undici';
import { linkedSignal } from '@/lib/promises/linked-signal';
import type { MemoryReservation } from '@/lib/promises/memory-reservation';
import { readBoundedBody } from '@/lib/sources/bounded-body';
import { failureOfStatus } from './http-headers';
import { EndpointFault } from './upstream-errors';

/** Limits of one HTTP exchange. */
export type ExchangeBounds = {
  /** Aborts the exchange. */
  signal: AbortSignal;
  /** Timeout from sending the request to the last byte of the response. */
  timeoutMs: number;
  /** Timeout for the response headers; undefined means `timeoutMs`. */
  firstByteMs: number | undefined;
  /** Maximum size of the body in bytes, both as sent and after decompression. */
  maxBytes: number;
  /** Reserves memory for the body while it arrives. */
  held: MemoryReservation;
};

/** A request, and the origin of its pool. */
type OriginRequest = Dispatcher.RequestOptions & { origin: string };

/** Maximum number of redirects that are followed. */
const MAX_REDIRECTS = 3;

/**
 * Sends a request and reads the complete response. Follows redirects that keep the method (307, 308) within the origin.
 * @throws EndpointFault, UpstreamCallError 413, BodyError, OverloadedError, the signal's reason, undici's errors
 */
export async function exchange(
  pool: Dispatcher,
  request: OriginRequest,
  { signal, timeoutMs, firstByteMs = timeoutMs, maxBytes, held }: ExchangeBounds,
): Promise<{ status: number; bytes: Buffer }> {
  const attempt = linkedSignal(signal);
  const abortAfter = (ms: number, kind: 'transient' | 'silent') =>
    setTimeout(() => attempt.abort(new EndpointFault('timeout', kind)), ms);
  const totalTimer = abortAfter(timeoutMs, 'transient');
  const firstByteTimer = firstByteMs < timeoutMs ? abortAfter(firstByteMs, 'silent') : undefined;
  try {
    const { statusCode, headers, body } = await follow(pool, { ...request, signal: attempt.signal });
    clearTimeout(firstByteTimer);
    const failure = failureOfStatus(statusCode, headers['retry-after']);
    if (failure !== undefined) {
      // Discard the body so that the connection can be reused.
      await body.dump();
      throw failure;
    }
    return {
      status: statusCode,
      bytes: await readBoundedBody(body, headers['content-encoding'], maxBytes, held),
    };
  } finally {
    clearTimeout(totalTimer);
    clearTimeout(firstByteTimer);
    attempt.clear();
  }
}

/**
 * Sends a request, and again to where the response redirects.
 * @throws EndpointFault for any other redirect
 */
async function follow(pool: Dispatcher, request: OriginRequest): Promise<Dispatcher.ResponseData> {
  let { path } = request;
  for (let redirects = 0; ; redirects++) {
    const response = await pool.request({ ...request, path });
    const { statusCode, headers, body } = response;
    if (statusCode < 300 || statusCode >= 400) return response;
    await body.dump();
    const keepsMethod = statusCode === 307 || statusCode === 308;
    const target = keepsMethod ? pathWithin(request.origin, path, headers.location) : undefined;
    if (target === undefined || redirects === MAX_REDIRECTS)
      throw new EndpointFault(`http-${statusCode}`, 'refused');
    path = target;
  }
}

/** Returns the path and query of a `location`; undefined if it is missing, invalid or of another origin. */
function pathWithin(origin: string, path: string, location: string | string[] | undefined) {
  if (typeof location !== 'string' || !URL.canParse(location, origin + path)) return undefined;
  const url = new URL(location, origin + path);
  return url.origin === origin ? url.pathname + url.search : undefined;
}
