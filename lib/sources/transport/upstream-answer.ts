import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { parseUpstreamJson } from '@/lib/json/exact-parse';
import type { HeldBytes } from '@/lib/promises/held-bytes';
import { basicAuthorization } from '@/lib/sources/url-credentials';
import type { SentAnswer } from './exchange';
import type { BatchedAnswer } from './transport-type';
import { EndpointFault, UpstreamCallError } from './upstream-errors';

/**
 * The `result` of call `id` in an upstream's answer.
 * @param status HTTP status
 * @param body what `readBody` gave
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
 * Lets only statuses pass whose body is worth reading as JSON-RPC.
 * @param retryAfter the `retry-after` header
 * @throws EndpointFault, or UpstreamCallError 413
 */
function checkStatus(status: number, retryAfter: string | string[] | undefined): void {
  if (status === 413) throw new UpstreamCallError(413, 'Payload too large');
  if (status === 429) throw new EndpointFault('http-429', 'limited', retryAfterMs(retryAfter));
  if (status >= 500 || status === 408)
    throw new EndpointFault(`http-${status}`, 'transient', retryAfterMs(retryAfter));
}

/** The parsed body; undefined when it is not JSON (HTML, cut off). */
function parseJson(bytes: Buffer): unknown {
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

const unzip = promisify(gunzip);

/**
 * The value of an answer's body, undefined when that is no JSON.
 * @param maxBytes most bytes after decompression
 * @param held counts them until it is given back
 * @throws EndpointFault, UpstreamCallError 413, OverloadedError, what decompressing throws
 */
export async function readBody(
  { status, headers, bytes }: SentAnswer,
  maxBytes: number,
  held: HeldBytes,
): Promise<unknown> {
  checkStatus(status, headers['retry-after']);
  if (headers['content-encoding'] !== 'gzip') return parseJson(bytes);
  return parseJson(await unzipped(bytes, maxBytes, held));
}

/** The bytes of a gzip file that are not its content, at least (RFC 1952). */
const GZIP_BYTES = 18;

/**
 * What was zipped; it is counted before it is unzipped, by the length that its last four bytes tell. Where that is not
 * all of it, for a file may have several parts and a node may lie, as much is counted as there may be.
 */
async function unzipped(sent: Buffer, maxBytes: number, held: HeldBytes): Promise<Buffer> {
  const told = sent.length < GZIP_BYTES ? 0 : sent.readUInt32LE(sent.length - 4);
  const first = Math.min(Math.max(told, 1), maxBytes);
  await held.hold(sent.length + first, sent.length + first);
  try {
    return await unzip(sent, { maxOutputLength: first });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE' || first === maxBytes) throw thrown;
    await held.hold(sent.length + maxBytes, sent.length + maxBytes);
    return unzip(sent, { maxOutputLength: maxBytes });
  }
}
