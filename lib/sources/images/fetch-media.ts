import type { ByteBudget, MemoryReservation } from '@/lib/promises/byte-budget';
import { linkedSignal } from '@/lib/promises/request-scope';
import { decodeDataUri, isDataUri } from '@/lib/solana/documents/data-uri';
import { type Gateways, locate } from '@/lib/solana/documents/document-uri';
import type { FetchedBody } from '@/lib/sources/documents/fetched-answer';
import type { GuardedFetch, PassOptions } from '@/lib/sources/documents/guarded-fetch';
import { asImageError, ImageError } from './image-error';

/** Dependencies needed to fetch untrusted files. */
export type MediaFetcher = {
  fetch: GuardedFetch;
  gateways: Gateways;
  /** Memory budget shared by all work in flight. Default: unlimited. */
  memory?: ByteBudget | undefined;
};

/** Limits for fetching one file. `ms` is the timeout for all gateways together. */
export type MediaBounds = { maxBytes: number; ms: number; accept: string };

type FetchFirst = MediaBounds & Omit<PassOptions, 'ms'>;

/**
 * Fetches an untrusted media file (image, audio or video) from the first gateway that has it. Decodes a `data:` URL.
 * @param held reserves memory while the file arrives; the caller must release the memory
 * @param viewer aborted once no viewer is waiting for the file
 * @throws ImageError
 */
export async function fetchMedia(
  fetcher: MediaFetcher,
  url: string,
  bounds: MediaBounds,
  held: MemoryReservation,
  viewer?: AbortSignal,
): Promise<Uint8Array> {
  if (!isDataUri(url)) return (await fetchFirst(fetcher, url, bounds, held, viewer)).body;
  const inline = decodeDataUri(url);
  if (inline === undefined) throw new ImageError(415, 'url-unusable', 'This data: URL cannot be decoded');
  return inline.body;
}

/**
 * Fetches an untrusted file from the first gateway that has it, or passes its response on (`pass`).
 * @throws ImageError
 */
export async function fetchFirst(
  { fetch, gateways }: MediaFetcher,
  url: string,
  { ms, ...request }: FetchFirst,
  held: MemoryReservation | undefined,
  viewer?: AbortSignal,
): Promise<FetchedBody> {
  const location = locate(url, gateways);
  if (location === undefined) throw new ImageError(415, 'url-unusable', 'This URL cannot be fetched');
  if (location.kind !== 'web') throw new ImageError(415, 'url-unusable', 'data: URLs are not supported here');
  const { signal, clear } = linkedSignal(viewer, { timeoutMs: ms });
  let last: unknown;
  try {
    for (const address of location.urls) {
      try {
        return await fetch(address, { signal, held, ...request, ms: request.pass && ms });
      } catch (error) {
        last = error;
        if (signal.aborted) break;
      }
    }
  } finally {
    clear();
  }
  throw asImageError(last);
}
