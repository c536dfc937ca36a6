import type { Dispatcher } from 'undici';
import type { MemoryReservation } from '@/lib/promises/memory-reservation';
import { readBoundedBody } from '@/lib/sources/bounded-body';
import { GuardedFetchError } from './guarded-fetch-error';

export type FetchedBody = {
  /** The final URL, after redirects. */
  url: string;
  contentType: string;
  body: Buffer;
};

export type Redirect = { redirect: string; from: string | undefined };

/** Reads a response. Returns the body or, for a redirect, the target. */
export async function readAnswer(
  response: Dispatcher.ResponseData,
  url: URL,
  maxBytes: number,
  held: MemoryReservation | undefined,
): Promise<FetchedBody | Redirect> {
  const { statusCode, headers } = response;
  if (statusCode >= 300 && statusCode < 400 && statusCode !== 304) {
    discard(response);
    const { location } = headers;
    if (typeof location !== 'string') throw new GuardedFetchError('redirect-without-location');
    // undici decodes headers as Latin-1; a URL in a header is UTF-8.
    return { redirect: Buffer.from(location, 'latin1').toString('utf8'), from: url.href };
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
  const body = await readBoundedBody(chunks, headers['content-encoding'], maxBytes, held);
  const type = headers['content-type'];
  return { url: url.href, contentType: (Array.isArray(type) ? type[0] : type) ?? '', body };
}

function discard({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined).destroy();
}
