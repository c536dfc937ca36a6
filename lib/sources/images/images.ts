import type { ByteBudget } from '@/lib/promises/byte-budget';
import type { Gateways } from '@/lib/solana/documents/document-uri';
import type { GuardedFetch } from '@/lib/sources/documents/guarded-fetch';
import type { DocumentImage } from './document-image';
import { type Recordings, recordings } from './recordings';
import { type Thumbnailer, type Thumbnails, thumbnails } from './thumbnails';

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
  image: Thumbnails;
  media: Recordings;
};

/**
 * Creates the port for images and audio or video files. Viewers who want the same image share one guarded fetch. A
 * separate process scales raster images.
 */
export function images(options: ImagesOptions): Images {
  const { thumbnail, documentImage, keepFailureMs = 30_000 } = options;
  const fetcher = { fetch: options.fetch, gateways: options.gateways, memory: options.memory };
  return {
    imageOfDocument: documentImage,
    image: thumbnails(fetcher, thumbnail, keepFailureMs),
    media: recordings(fetcher),
  };
}
