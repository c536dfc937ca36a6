import { basicAuthorization } from '@/lib/sources/url-credentials';
import { EndpointFault, UpstreamCallError } from './upstream-errors';

/**
 * Returns the failure that an HTTP status alone indicates; undefined if the body may be JSON-RPC and must be read.
 * @param retryAfter the `retry-after` header
 */
export function failureOfStatus(
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

/** Returns the headers sent with every request to an endpoint. */
export function headersFor(url: URL): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'accept-encoding': 'gzip' };
  const authorization = basicAuthorization(url);
  if (authorization !== undefined) headers.authorization = authorization;
  return headers;
}
