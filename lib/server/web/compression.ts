import 'server-only';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { constants, createGzip, type Gzip } from 'node:zlib';

const COMPRESSIBLE = /^(text\/|application\/(json|javascript|manifest\+json|x-ndjson|xml)|image\/svg\+xml)/;

/**
 * Creates the compressor for a response. Returns undefined if the caller does not accept gzip, or if the body is too
 * short, not compressible, already encoded, partial, empty or marked `no-transform`. Adjusts `headers`. The compressor
 * flushes every write, so that the lines of a stream are not delayed.
 */
export function compressorFor(
  request: IncomingMessage,
  status: number,
  headers: OutgoingHttpHeaders,
): Gzip | undefined {
  if (!COMPRESSIBLE.test(String(headers['content-type'] ?? ''))) return undefined;
  headers.vary = headers.vary ? `${headers.vary}, Accept-Encoding` : 'Accept-Encoding';
  if (request.method === 'HEAD' || status === 204 || status === 206 || status === 304) return undefined;
  if (headers['content-encoding'] !== undefined || !acceptsGzip(request.headers['accept-encoding']))
    return undefined;
  // Do not compress short responses: they would not shrink. Streams have no Content-Length and are compressed.
  const isShort = Number(headers['content-length']) < 1_024;
  if (isShort) return undefined;
  if (/\bno-transform\b/i.test(String(headers['cache-control'] ?? ''))) return undefined;
  delete headers['content-length'];
  // Weaken a strong tag: it would promise identical bytes, which compression changes (RFC 9110 §8.8.1).
  const tag = headers.etag?.toString();
  if (tag?.startsWith('"')) headers.etag = `W/${tag}`;
  headers['content-encoding'] = 'gzip';
  return createGzip({ flush: constants.Z_SYNC_FLUSH });
}

/** Checks whether an `Accept-Encoding` header accepts gzip (RFC 9110 §12.5.3). */
function acceptsGzip(header: string | string[] | undefined): boolean {
  const weights = new Map<string, number>();
  for (const item of String(header ?? '')
    .toLowerCase()
    .split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(coding, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}
