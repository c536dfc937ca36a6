import { LRUCache } from 'lru-cache';
import { Coalescer } from '@/lib/promises/coalesce';
import { fetchMedia, type MediaFetcher } from './fetch-media';
import { ImageError } from './image-error';
import { type MediaType, mediaType } from './image-type';

/** A video or a sound. */
export type Recording = { contentType: MediaType; body: Uint8Array };

const MAX_KEPT_BYTES = 100 * 1024 * 1024;
const KEPT_MS = 300_000;
const RECORDING_BOUNDS = { maxBytes: 50 * 1024 * 1024, ms: 60_000, accept: 'video/*, audio/*' };
const MAX_AT_ONCE = 2;

/** Untrusted videos and sounds, whole; the latest are kept for a while. */
export class Recordings {
  private readonly kept = new LRUCache<string, Recording>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ body }) => body.length + 200,
    ttl: KEPT_MS,
    ttlAutopurge: true,
  });
  private readonly fetching = new Coalescer<Recording>();

  constructor(private readonly fetcher: MediaFetcher) {}

  /**
   * A recording, whole, at most 50 MB.
   * @throws ImageError
   */
  async get(url: string): Promise<Recording> {
    const known = this.kept.get(url);
    if (known) return known;
    if (!this.fetching.has(url) && this.fetching.size >= MAX_AT_ONCE)
      throw new ImageError(503, 'busy', 'Other recordings are being fetched; try again');
    return this.fetching.run(url, () => this.fetchAndKeep(url));
  }

  private async fetchAndKeep(url: string): Promise<Recording> {
    const body = await fetchMedia(this.fetcher, url, RECORDING_BOUNDS);
    const contentType = mediaType(body);
    if (contentType === undefined)
      throw new ImageError(415, 'not-media', 'What is there is no video and no sound');
    const recording = { contentType, body };
    this.kept.set(url, recording);
    return recording;
  }
}
