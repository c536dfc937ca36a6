import type { ByteBudget } from '@/lib/promises/byte-budget';
import type { Gateways } from '@/lib/solana/documents/document-uri';
import type { GuardedFetch } from '@/lib/sources/documents/guarded-fetch';
import type { DocumentImage } from './document-image';
import { type Recording, Recordings } from './recordings';
import { type ImageWidth, type ShownImage, type Thumbnailer, Thumbnails, type Viewer } from './thumbnails';

export type ImagesOptions = {
  fetch: GuardedFetch;
  thumbnail: Thumbnailer;
  documentImage: DocumentImage;
  gateways: Gateways;
  /** Memory budget shared by all work in flight. Default: unlimited. */
  memory?: ByteBudget | undefined;
  /** How long to cache a failure. Default 30 s. */
  keepFailureMs?: number;
};

/** Port for untrusted images and audio or video files. The methods throw ImageError. */
export type Images = {
  /** Reads a document and returns the URL of the image that it names. */
  imageOfDocument: DocumentImage;
  /** Returns an SVG image as it is, and any other image as a WebP at most `width` pixels wide. */
  image: (url: string, width: ImageWidth, viewer: Viewer) => Promise<ShownImage>;
  /** Opens an audio or video file, or a range of one, of at most 50 MB. */
  media: (url: string, range: string | null, viewer: Viewer) => Promise<Recording>;
};

/**
 * Creates the port for images and audio or video files. Viewers who want the same image share one guarded fetch. A
 * separate process scales raster images.
 */
export function images(options: ImagesOptions): Images {
  const { thumbnail, keepFailureMs = 30_000 } = options;
  const fetcher = { fetch: options.fetch, gateways: options.gateways, memory: options.memory };
  const thumbnails = new Thumbnails(fetcher, thumbnail, keepFailureMs);
  const recordings = new Recordings(fetcher);
  return {
    imageOfDocument: options.documentImage,
    image: (url, width, viewer) => thumbnails.get(url, width, viewer),
    media: async (url, range, viewer) => recordings.get(url, range, viewer),
  };
}
