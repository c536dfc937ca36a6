import { parseUpstreamJson } from '@/lib/json/exact-parse';
import { basicAuthorization } from '@/lib/sources/url-credentials';
import type { BatchedAnswer } from './transport-type';
import { EndpointFault, UpstreamCallError } from './upstream-errors';

/**
 * The `result` of call `id` in an upstream's answer.
 * @param status HTTP status
 * @param body what `parseJson` gave
 * @throws UpstreamCallError for a JSON-RPC error, EndpointFault for no answer
 */
export function readResult(status: number, body: unknown, id: number): unknown {
  // Some providers send JSON-RPC errors under 400 and 403; without one the status itself is the news.
  const answer = answerTo(body, id);
  if (answer !== undefined) {
    if ('error' in answer) throw answer.error;
    return answer.result;
  }
  if (status >= 400) throw new EndpointFault(`http-${status}`, 'refused');
  throw new EndpointFault('malformed', 'transient');
}

/**
 * The failure that an HTTP status is, whatever the body says; undefined if the body is worth reading as JSON-RPC.
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

/** The parsed body; undefined when it is not JSON (HTML, cut off). */
export function parseJson(bytes: Buffer): unknown {
  try {
    return parseUpstreamJson(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The answer to call `id` in one response object; undefined when it is none, or to another call. */
export function answerTo(body: unknown, id: number): BatchedAnswer | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { id: answered, error, result } = body as { id?: unknown; error?: unknown; result?: unknown };
  if (typeof error === 'object' && error !== null) {
    // An error may come with id null: then it was raised before ours was read.
    if (answered !== id && answered !== null && answered !== undefined) return undefined;
    const { code, message } = error as { code?: unknown; message?: unknown };
    return {
      error: new UpstreamCallError(
        typeof code === 'number' ? code : -32603,
        typeof message === 'string' ? message : '',
      ),
    };
  }
  return answered === id && result !== undefined ? { result } : undefined;
}

/** Longest pause that a Retry-After may ask for: past it, the call's own deadline is the better judge. */
const MAX_RETRY_AFTER_MS = 60_000;

/** A Retry-After header (seconds or a date) in milliseconds; 0 when there is none. */
function retryAfterMs(header: string | string[] | undefined): number {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined || text.trim() === '') return 0;
  const seconds = Number(text);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : 0;
}

/** The headers of every request to an endpoint. */
export function headersFor(url: URL): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'accept-encoding': 'gzip' };
  const authorization = basicAuthorization(url);
  if (authorization !== undefined) headers.authorization = authorization;
  return headers;
}
