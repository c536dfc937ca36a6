import type { ByteBudget } from '@/lib/promises/byte-budget';
import type { Gateways } from '@/lib/solana/documents/document-uri';
import type { GuardedFetch } from '@/lib/sources/documents/guarded-fetch';
import { type LentRecording, Recordings } from './recordings';
import { type ImageWidth, type ShownImage, type Thumbnailer, Thumbnails, type Viewer } from './thumbnails';

export type ImagesOptions = {
  fetch: GuardedFetch;
  thumbnail: Thumbnailer;
  gateways: Gateways;
  /** Memory budget shared by all work in flight. Default: unlimited. */
  memory?: ByteBudget | undefined;
  /** How long to cache a failure. Default 30 s. */
  keepFailureMs?: number;
  /** How long the fetch of an audio or video file keeps its permit while other viewers wait, in ms. Default 5,000. */
  recordingTurnMs?: number;
};

/** Port for untrusted images and audio or video files. Both methods throw ImageError. */
export type Images = {
  /** Returns an SVG image as it is, and any other image as a WebP at most `width` pixels wide. */
  image: (url: string, width: ImageWidth, viewer: Viewer) => Promise<ShownImage>;
  /** Returns a complete audio or video file of at most 50 MB. The caller must release it. */
  media: (url: string, viewer: Viewer) => Promise<LentRecording>;
};

/**
 * Creates the port for images and audio or video files. Viewers who want the same file share one guarded fetch. A
 * separate process scales raster images.
 */
export function images(options: ImagesOptions): Images {
  const { thumbnail, keepFailureMs = 30_000 } = options;
  const fetcher = { fetch: options.fetch, gateways: options.gateways, memory: options.memory };
  const thumbnails = new Thumbnails(fetcher, thumbnail, keepFailureMs);
  const recordings = new Recordings(fetcher, options.recordingTurnMs);
  return {
    image: (url, width, viewer) => thumbnails.get(url, width, viewer),
    media: (url, viewer) => recordings.get(url, viewer),
  };
}
