import { LRUCache } from 'lru-cache';
import type { FetchFault, ImageFault } from '@/lib/image-fault';
import { Coalescer } from '@/lib/promises/coalesce';
import { type Gateways, locate } from '@/lib/solana/documents/document-uri';
import type { GuardedFetch } from '@/lib/sources/documents/guarded-fetch';
import { type MediaType, mediaType, pictureType } from './image-type';

/** Widths of thumbnails, in pixels: a closed list, or each width would be an entry of the cache. */
export const PICTURE_WIDTHS = [96, 256, 512, 1024] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** Decodes a raster picture and writes a WebP of at most `width` pixels; may be killed while it does. */
export type Thumbnailer = (picture: Uint8Array, width: number) => Promise<Uint8Array>;

export type ShownPicture = { contentType: 'image/webp' | 'image/svg+xml'; body: Uint8Array };
export type PlayedMedia = { contentType: MediaType; body: Uint8Array };

/** Why there is no picture: `reason` is a stable word, `message` for the placeholder. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
  constructor(
    readonly status: 404 | 413 | 415 | 502 | 503 | 504,
    readonly reason: ImageFault,
    message: string,
  ) {
    super(message);
  }
}

export type PicturesOptions = {
  fetch: GuardedFetch;
  thumbnail: Thumbnailer;
  gateways: Gateways;
  /** Bound on the thumbnails kept. Default 64 MB. */
  maxKeptBytes?: number;
  /** How long a failure is remembered. Default 30 s. */
  keepFailureMs?: number;
};

const MAX_PICTURE_BYTES = 20 * 1024 * 1024;
const MAX_SVG_BYTES = 1024 * 1024;
const MAX_MEDIA_BYTES = 50 * 1024 * 1024;
const MAX_MEDIA_KEPT_BYTES = 100 * 1024 * 1024;
/** Longest that a picture may take, all its gateways together. */
const PICTURE_MS = 15_000;
const MEDIA_MS = 60_000;
const MAX_MEDIA_AT_ONCE = 2;

/** Strangers' pictures and recordings: fetched under guard, each once, raster ones made small off this thread. */
export function pictures(options: PicturesOptions) {
  const { fetch, thumbnail, gateways, keepFailureMs = 30_000 } = options;
  const shown = new LRUCache<string, ShownPicture>({
    maxSize: options.maxKeptBytes ?? 64 * 1024 * 1024,
    sizeCalculation: ({ body }) => body.length + 200,
  });
  const failed = new LRUCache<string, PictureError>({ max: 2_000, ttl: keepFailureMs });
  const making = new Coalescer<ShownPicture>();
  const played = new LRUCache<string, PlayedMedia>({
    maxSize: MAX_MEDIA_KEPT_BYTES,
    sizeCalculation: ({ body }) => body.length + 200,
    ttl: 300_000,
    ttlAutopurge: true,
  });
  const fetching = new Coalescer<PlayedMedia>();

  async function load(url: string, maxBytes: number, accept: string, ms: number): Promise<Uint8Array> {
    const location = locate(url, gateways);
    if (location === undefined) throw new PictureError(415, 'url-unusable', 'This address cannot be fetched');
    if (location.kind !== 'web')
      throw new PictureError(415, 'url-unusable', 'Only web addresses are fetched');
    const signal = AbortSignal.timeout(ms);
    let last: unknown;
    for (const address of location.urls) {
      try {
        return (await fetch(address, { signal, maxBytes, accept })).body;
      } catch (error) {
        last = error;
        if (signal.aborted) break;
      }
    }
    throw asPictureError(last);
  }

  async function make(url: string, width: PictureWidth): Promise<ShownPicture> {
    const bytes = await load(url, MAX_PICTURE_BYTES, 'image/*', PICTURE_MS);
    const type = pictureType(bytes);
    if (type === undefined) throw new PictureError(415, 'not-a-picture', 'What is there is not a picture');
    if (type === 'svg') {
      if (bytes.length > MAX_SVG_BYTES) throw new PictureError(413, 'too-large', 'The picture is too large');
      return { contentType: 'image/svg+xml', body: bytes };
    }
    try {
      return { contentType: 'image/webp', body: await thumbnail(bytes, width) };
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      if (reason === 'busy')
        throw new PictureError(503, 'busy', 'Too many pictures are being made; try again');
      if (reason === 'timeout')
        throw new PictureError(504, 'decode-timeout', 'The picture took too long to decode');
      throw new PictureError(415, 'undecodable', 'The picture is damaged, or too large to decode');
    }
  }

  async function makeAndKeep(key: string, url: string, width: PictureWidth): Promise<ShownPicture> {
    try {
      const picture = await make(url, width);
      shown.set(key, picture);
      return picture;
    } catch (error) {
      if (error instanceof PictureError && error.status !== 503) failed.set(url, error);
      throw error;
    }
  }

  async function fetchMedia(url: string): Promise<PlayedMedia> {
    const body = await load(url, MAX_MEDIA_BYTES, 'video/*, audio/*', MEDIA_MS);
    const contentType = mediaType(body);
    if (contentType === undefined)
      throw new PictureError(415, 'not-media', 'What is there is no video and no sound');
    const media = { contentType, body };
    played.set(url, media);
    return media;
  }

  return {
    /**
     * A picture, small enough to show.
     * @throws PictureError
     */
    async picture(url: string, width: PictureWidth): Promise<ShownPicture> {
      const key = `${width} ${url}`;
      const known = shown.get(key);
      if (known) return known;
      const before = failed.get(url);
      if (before) throw before;
      return making.run(key, () => makeAndKeep(key, url, width));
    },

    /**
     * A recording, whole, at most 50 MB.
     * @throws PictureError
     */
    async media(url: string): Promise<PlayedMedia> {
      const known = played.get(url);
      if (known) return known;
      if (!fetching.has(url) && fetching.size >= MAX_MEDIA_AT_ONCE)
        throw new PictureError(503, 'busy', 'Other recordings are being fetched; try again');
      return fetching.run(url, () => fetchMedia(url));
    },
  };
}

function asPictureError(cause: unknown): PictureError {
  if (cause instanceof PictureError) return cause;
  const reason = (cause as { reason?: FetchFault } | undefined)?.reason ?? 'unreachable';
  if (reason === 'http-404' || reason === 'http-410')
    return new PictureError(404, 'not-found', 'The picture is no longer there');
  if (reason === 'too-large') return new PictureError(413, 'too-large', 'The picture is too large');
  if (reason === 'timeout' || reason === 'aborted')
    return new PictureError(504, 'timeout', 'The host took too long');
  if (/not-allowed|invalid|credentials/.test(reason))
    return new PictureError(415, reason, 'This address is not fetched');
  return new PictureError(502, reason, 'The host did not give the picture');
}
