import { KeyedCounts } from '@/lib/promises/semaphore';
import type { PassedResponse } from '@/lib/sources/documents/fetched-answer';
import { GuardedFetchError } from '@/lib/sources/documents/guarded-fetch-error';
import { fetchFirst, type MediaFetcher } from './fetch-media';
import { ImageError } from './image-error';
import { mediaType } from './image-type';
import type { Viewer } from './thumbnails';

/** A video or audio file, or a range of one, as its host sends it. */
export type Recording = {
  status: 200 | 206 | 416;
  /** `Content-Type`, and `Content-Length`, `Content-Range` and `Accept-Ranges` if the host sent them. */
  headers: Record<string, string>;
  body: ReadableStream<Uint8Array> | null;
};

/** Maximum size of a response, in bytes. */
const MAX_BYTES = 50 * 1024 * 1024;
/** Maximum duration of a response, in ms. A browser that pauses longer requests the rest as a range. */
const MAX_MS = 60_000;
/** Maximum number of concurrent responses to all viewers, and to one. */
const MAX_AT_ONCE = 32;
const MAX_PER_VIEWER = 4;
/** Number of bytes that show the type of a file. */
const TYPE_BYTES = 12;

/**
 * Opens a file of at most 50 MB. The response ends when its body is read or canceled, or the viewer leaves.
 * @param range value of the `Range` header, if any. Several ranges and other units are ignored (RFC 9110 §14.2).
 * @throws ImageError
 */
export type Recordings = (url: string, range: string | null, viewer: Viewer) => Promise<Recording>;

/** Creates the reader of untrusted video and audio files, with the ranges that browsers request. Stores nothing. */
export function recordings(fetcher: MediaFetcher): Recordings {
  /** Number of responses in progress, by viewer. */
  const open = new KeyedCounts<string>();
  return async (url, range, { name, signal }) => {
    if (open.total >= MAX_AT_ONCE || open.of(name) >= MAX_PER_VIEWER)
      throw new ImageError(503, 'busy', 'Too many recordings are being played; try again');
    open.add(name, 1);
    const single = /^bytes=(\d+-\d*|-\d+)$/.exec(range?.trim() ?? '')?.[0];
    return new Promise((resolve, reject) => {
      const pass = async (response: PassedResponse) => {
        try {
          resolve(await recordingOf(response));
        } catch (thrown) {
          // The file is not a recording, so do not try another gateway.
          if (!(thrown instanceof ImageError)) throw thrown;
          reject(thrown);
          response.body.destroy();
        }
        await response.ended;
      };
      const bounds = { maxBytes: MAX_BYTES, ms: MAX_MS, accept: 'video/*, audio/*', range: single, pass };
      fetchFirst(fetcher, url, bounds, undefined, signal)
        .catch(reject)
        .finally(() => open.add(name, -1));
    });
  };
}

/**
 * Checks the head of a response and the first bytes of the file.
 * @throws GuardedFetchError, ImageError
 */
async function recordingOf({ status, headers, body }: PassedResponse): Promise<Recording> {
  const range = headers['content-range'];
  if (status === 416) {
    body.destroy();
    const isValid = /^bytes \*\/\d+$/.test(range ?? '');
    return { status, headers: isValid && range ? { 'Content-Range': range } : {}, body: null };
  }
  const [, from = ''] = /^bytes (\d+)-\d+\/(?:\d+|\*)$/.exec(range ?? '') ?? [];
  if (status !== 200 && (status !== 206 || from === '')) throw new GuardedFetchError(`http-${status}`);
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new GuardedFetchError('encoding-not-allowed');
  if (Number(headers['content-length'] ?? 0) > MAX_BYTES) throw new GuardedFetchError('too-large');
  const chunks = body[Symbol.asyncIterator]();
  const first = await firstBytes(chunks);
  // Some players probe with a range of two bytes, which do not show a type.
  const showsType = status === 200 || (Number(from) === 0 && first.length >= TYPE_BYTES);
  const declared = /^(?:video|audio)\/[a-z0-9.+-]+$/.exec(headers['content-type'] ?? '')?.[0];
  const type = showsType ? mediaType(first) : (declared ?? 'application/octet-stream');
  if (type === undefined) throw new ImageError(415, 'not-media', 'The file is neither video nor audio');
  return {
    status,
    headers: {
      'Content-Type': type,
      ...((status === 206 || headers['accept-ranges'] === 'bytes') && { 'Accept-Ranges': 'bytes' }),
      ...(headers['content-length'] && { 'Content-Length': headers['content-length'] }),
      ...(status === 206 && range && { 'Content-Range': range }),
    },
    body: streamOf(first, chunks, () => body.destroy()),
  };
}

/** Reads chunks until they contain enough bytes to determine the type of a file. */
async function firstBytes(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let bytes: Buffer = Buffer.alloc(0);
  while (bytes.length < TYPE_BYTES) {
    const { done, value } = await chunks.next();
    if (done) break;
    bytes = Buffer.concat([bytes, value]);
  }
  return bytes;
}

/** Streams bytes with backpressure, up to `MAX_BYTES`. */
function streamOf(
  first: Buffer,
  chunks: AsyncIterator<Buffer>,
  close: () => void,
): ReadableStream<Uint8Array> {
  let next: Buffer | undefined = first;
  let length = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        const { done = false, value = Buffer.alloc(0) } =
          next === undefined ? await chunks.next() : { value: next };
        next = undefined;
        length += value.length;
        if (done) return controller.close();
        if (length > MAX_BYTES) {
          close();
          throw new GuardedFetchError('too-large');
        }
        controller.enqueue(value);
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}
