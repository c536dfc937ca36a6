import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { MemoryReservation } from '@/lib/promises/byte-budget';
import { readBoundedBody } from '@/lib/sources/bounded-body';
import { GuardedFetchError } from './guarded-fetch-error';

export type FetchedBody = {
  /** The final URL, after redirects. */
  url: string;
  contentType: string;
  body: Buffer;
};

export type Redirect = { redirect: string; from: string | undefined };

/** Head and body of a response that is passed on while it arrives. */
export type PassedResponse = {
  status: number;
  headers: Record<string, string | undefined>;
  body: Readable;
  /** Resolved once the body has ended or was destroyed. */
  ended: Promise<void>;
};

/** How to read a response: up to `maxBytes`, or by passing it on. */
export type ReadOptions = {
  /** Maximum size of the body in bytes, both as sent and after decompression. */
  maxBytes: number;
  /** Reserves memory for a long body while it arrives. The caller must release the memory. */
  held?: MemoryReservation | undefined;
  /** Receives the response instead; the result then has an empty body. The fetch ends when the promise is settled. */
  pass?: ((response: PassedResponse) => Promise<void>) | undefined;
};

/** Reads a response, or passes it on. Returns the body or, for a redirect, the target. */
export async function readAnswer(
  response: Dispatcher.ResponseData,
  url: URL,
  { maxBytes, held, pass }: ReadOptions,
): Promise<FetchedBody | Redirect> {
  const { statusCode, headers, body } = response;
  try {
    if (statusCode >= 300 && statusCode < 400 && statusCode !== 304) {
      const { location } = headers;
      if (typeof location !== 'string') throw new GuardedFetchError('redirect-without-location');
      discard(body);
      // undici decodes headers as Latin-1; a URL in a header is UTF-8.
      return { redirect: Buffer.from(location, 'latin1').toString('utf8'), from: url.href };
    }
    if (pass !== undefined) {
      await pass(passedResponse(response));
      return { url: url.href, contentType: '', body: Buffer.alloc(0) };
    }
    if (statusCode !== 200) throw new GuardedFetchError(`http-${statusCode}`);
    if (Number(headers['content-length'] ?? 0) > maxBytes) throw new GuardedFetchError('too-large');
    const bytes = await readBoundedBody(body, headers['content-encoding'], maxBytes, held);
    const type = [headers['content-type'] ?? ''].flat()[0] ?? '';
    return { url: url.href, contentType: type, body: bytes };
  } catch (thrown) {
    discard(body);
    throw thrown;
  }
}

function passedResponse({ statusCode, headers, body }: Dispatcher.ResponseData): PassedResponse {
  body.on('error', () => undefined);
  return {
    status: statusCode,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
    ),
    body,
    ended: new Promise((resolve) => body.once('close', () => resolve())),
  };
}

const discard = (body: Readable) => void body.on('error', () => undefined).destroy();
