import { createHash } from 'node:crypto';
import { cacheBytes, cacheEntries, entryOverhead } from '@/lib/cache-sizes';
import { MemoryReservation } from '@/lib/promises/byte-budget';
import { Coalescer } from '@/lib/promises/coalesce';
import { type RequestScope, scopeOf } from '@/lib/promises/request-scope';
import { Semaphore } from '@/lib/promises/semaphore';
import { isDataUri, MAX_DOCUMENT_BYTES } from '@/lib/solana/documents/data-uri';
import { TtlCache } from '@/lib/ttl-cache';
import { fetchMedia, type MediaFetcher } from './fetch-media';
import { ImageError } from './image-error';
import { imageType } from './image-type';

/** Allowed widths of thumbnails, in pixels. Other widths are rejected, because each width is a separate cache entry. */
export const IMAGE_WIDTHS = [96, 256, 512, 1024] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/** Decodes a raster image and encodes it as a WebP at most `width` pixels wide; can be killed while it runs. */
export type Thumbnailer = (image: Uint8Array, width: number, viewer: Viewer) => Promise<Uint8Array>;

/** The client that requests an image. Viewers are served round-robin; disconnected ones are skipped. */
export type Viewer = { name: string; signal: AbortSignal };

export type ShownImage = { contentType: 'image/webp' | 'image/svg+xml'; body: Uint8Array };

const IMAGE_BOUNDS = { maxBytes: 20 * 1024 * 1024, ms: 15_000, accept: 'image/*' };

/**
 * Returns an SVG image as it is, and any other image as a WebP at most `width` pixels wide.
 * @throws ImageError
 */
export type Thumbnails = (url: string, width: ImageWidth, viewer: Viewer) => Promise<ShownImage>;

/** Creates the reader of thumbnails of untrusted images. Caches the latest thumbnails and, for 30 s, failures. */
export function thumbnails(fetcher: MediaFetcher, thumbnail: Thumbnailer): Thumbnails {
  const shown = new TtlCache<string, ShownImage>({
    maxSize: cacheBytes('thumbnails'),
    // A short time is enough: browsers cache images for a day.
    ttl: 600_000,
    sizeCalculation: ({ body }, key) => body.length + entryOverhead(key),
  });
  const failed = new TtlCache<string, ImageError>({ max: cacheEntries('imageFailures'), ttl: 30_000 });
  const making = new Coalescer<ShownImage>();
  /** Limits the number of images that are being fetched or wait for the decoder, overall and per viewer. */
  const places = new Semaphore(16, 8);

  async function make(url: string, width: ImageWidth, viewer: Viewer): Promise<ShownImage> {
    const release = await places.acquire(viewer.signal, viewer.name);
    const held = new MemoryReservation(fetcher.memory, viewer.signal);
    try {
      const bytes = await fetchMedia(fetcher, url, IMAGE_BOUNDS, held, viewer.signal);
      const type = imageType(bytes);
      if (type === undefined) throw new ImageError(415, 'not-a-picture', 'The file is not an image');
      if (type !== 'svg')
        return { contentType: 'image/webp', body: await thumbnail(bytes, width, viewer).catch(failDecoding) };
      if (bytes.length > MAX_DOCUMENT_BYTES) throw new ImageError(413, 'too-large', 'The image is too large');
      return { contentType: 'image/svg+xml', body: bytes };
    } finally {
      held.release();
      release();
    }
  }

  return async (url, width, viewer) => {
    // A `data:` URL contains the whole image, which is too long for a key.
    const name = isDataUri(url) ? createHash('sha256').update(url).digest('base64url') : url;
    const key = `${width} ${name}`;
    const known = shown.get(key);
    if (known) return known;
    const before = failed.get(name);
    if (before) throw before;
    const makeAndKeep = async ({ signal }: RequestScope) => {
      try {
        const image = await make(url, width, { name: viewer.name, signal });
        shown.set(key, image);
        return image;
      } catch (error) {
        // Do not cache aborted or overloaded fetches: they say nothing about the image.
        if (error instanceof ImageError && error.status !== 503 && !signal.aborted) failed.set(name, error);
        throw error;
      }
    };
    return making.run(key, makeAndKeep, scopeOf(viewer.signal));
  };
}

/** Throws the error shown to the viewer for an error of a thumbnailer. */
function failDecoding(error: unknown): never {
  const reason = error instanceof Error ? error.message : '';
  if (reason === 'timeout') throw new ImageError(504, 'decode-timeout', 'Decoding the image took too long');
  throw new ImageError(415, 'undecodable', 'The image is damaged or too large to decode');
}
