import type { ByteBudget } from '@/lib/promises/byte-budget';
import { linkedSignal } from '@/lib/promises/linked-signal';
import type { MemoryReservation } from '@/lib/promises/memory-reservation';
import { type Gateways, locate } from '@/lib/solana/documents/document-uri';
import type { GuardedFetch } from '@/lib/sources/documents/guarded-fetch';
import { asImageError, ImageError } from './image-error';

/** What untrusted files are fetched with. */
export type MediaFetcher = {
  fetch: GuardedFetch;
  gateways: Gateways;
  /** What all work under way may hold; undefined: any number of bytes. */
  memory: ByteBudget | undefined;
};

/** Bounds on one file; `ms` is the longest it may take, all its gateways together. */
export type MediaBounds = { maxBytes: number; ms: number; accept: string };

/**
 * An untrusted image or recording, from the first gateway that gives it.
 * @param held counts it while it comes; whoever asks gives it back
 * @param viewer ends the fetch when nobody waits for it any more
 * @throws ImageError
 */
export async function fetchMedia(
  { fetch, gateways }: MediaFetcher,
  url: string,
  { maxBytes, ms, accept }: MediaBounds,
  held: MemoryReservation,
  viewer?: AbortSignal,
): Promise<Uint8Array> {
  const location = locate(url, gateways);
  if (location === undefined) throw new ImageError(415, 'url-unusable', 'This address cannot be fetched');
  if (location.kind !== 'web') throw new ImageError(415, 'url-unusable', 'Only web addresses are fetched');
  const { signal, clear } = linkedSignal(viewer, { timeoutMs: ms });
  let last: unknown;
  try {
    for (const address of location.urls) {
      try {
        return (await fetch(address, { signal, maxBytes, accept, held })).body;
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
