import { createHash } from 'node:crypto';
import { cacheBytes, cacheEntries, entryOverhead } from '@/lib/cache-sizes';
import { MemoryReservation } from '@/lib/promises/byte-budget';
import { Coalescer } from '@/lib/promises/coalesce';
import { scopeOf } from '@/lib/promises/request-scope';
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

/** Makes thumbnails of untrusted images. Caches the latest thumbnails and, for a short time, failures. */
export class Thumbnails {
  private readonly shown: TtlCache<string, ShownImage>;
  private readonly failed: TtlCache<string, ImageError>;
  private readonly making = new Coalescer<ShownImage>();
  /** Limits the number of images that are being fetched or wait for the decoder, overall and per viewer. */
  private readonly places = new Semaphore(16, 8);

  /**
   * Creates the cache of thumbnails.
   * @param keepFailureMs how long to cache a failure, in ms
   */
  constructor(
    private readonly fetcher: MediaFetcher,
    private readonly thumbnail: Thumbnailer,
    keepFailureMs: number,
  ) {
    this.shown = new TtlCache({
      maxSize: cacheBytes('thumbnails'),
      // A short time is enough: browsers cache images for a day.
      ttl: 600_000,
      sizeCalculation: ({ body }, key) => body.length + entryOverhead(key),
    });
    this.failed = new TtlCache({ max: cacheEntries('imageFailures'), ttl: keepFailureMs });
  }

  /**
   * Returns a thumbnail of an image.
   * @throws ImageError
   */
  async get(url: string, width: ImageWidth, viewer: Viewer): Promise<ShownImage> {
    // A `data:` URL contains the whole image, which is too long for a key.
    const name = isDataUri(url) ? createHash('sha256').update(url).digest('base64url') : url;
    const known = this.shown.get(`${width} ${name}`);
    if (known) return known;
    const before = this.failed.get(name);
    if (before) throw before;
    return this.making.run(
      `${width} ${name}`,
      ({ signal }) => this.makeAndKeep(name, url, width, { name: viewer.name, signal }),
      scopeOf(viewer.signal),
    );
  }

  private async makeAndKeep(
    name: string,
    url: string,
    width: ImageWidth,
    viewer: Viewer,
  ): Promise<ShownImage> {
    const release = await this.places.acquire(viewer.signal, viewer.name);
    try {
      const image = await this.make(url, width, viewer);
      this.shown.set(`${width} ${name}`, image);
      return image;
    } catch (error) {
      // Do not cache aborted or overloaded fetches: they say nothing about the image.
      if (error instanceof ImageError && error.status !== 503 && !viewer.signal.aborted)
        this.failed.set(name, error);
      throw error;
    } finally {
      release();
    }
  }

  private async make(url: string, width: ImageWidth, viewer: Viewer): Promise<ShownImage> {
    const held = new MemoryReservation(this.fetcher.memory, viewer.signal);
    try {
      const bytes = await fetchMedia(this.fetcher, url, IMAGE_BOUNDS, held, viewer.signal);
      return await this.shownOf(bytes, width, viewer);
    } finally {
      held.release();
    }
  }

  /** Converts an image to the format that is sent to the browser. */
  private async shownOf(bytes: Uint8Array, width: ImageWidth, viewer: Viewer): Promise<ShownImage> {
    const type = imageType(bytes);
    if (type === undefined) throw new ImageError(415, 'not-a-picture', 'The file is not an image');
    if (type === 'svg') {
      if (bytes.length > MAX_DOCUMENT_BYTES) throw new ImageError(413, 'too-large', 'The image is too large');
      return { contentType: 'image/svg+xml', body: bytes };
    }
    try {
      return { contentType: 'image/webp', body: await this.thumbnail(bytes, width, viewer) };
    } catch (error) {
      throw decodingError(error);
    }
  }
}

/** Converts an error of a thumbnailer to the error shown to the viewer. */
function decodingError(error: unknown): ImageError {
  const reason = error instanceof Error ? error.message : '';
  if (reason === 'timeout') return new ImageError(504, 'decode-timeout', 'Decoding the image took too long');
  return new ImageError(415, 'undecodable', 'The image is damaged or too large to decode');
}
