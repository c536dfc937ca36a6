import { readLines } from '../json-lines';

/**
 * A line of `/api/collections`: the name and the path of the image of a collection. Collections without a name have no
 * line.
 */
export type CollectionLine = { collection: string; name: string; picture?: string };

/** Name and image of a verified collection. */
export type CollectionFace = Pick<CollectionLine, 'name' | 'picture'>;

/** Maximum number of collections in one request. */
export const MAX_COLLECTIONS = 20;
/** Maximum number of previews that a page keeps. */
const MAX_KNOWN = 1_000;

/** Previews by chain and collection. Undefined while the request is pending, or if the collection has no name. */
const previews = new Map<string, CollectionFace | undefined>();
const listeners = new Set<() => void>();
const wanted = new Map<number, Set<string>>();
let timer: ReturnType<typeof setTimeout> | undefined;

const keyOf = (chain: number, collection: string) => `${chain} ${collection}`;

/**
 * Returns the name and image of a collection, as far as they have arrived; the same object until one of them changes.
 */
export const collectionPreview = (chain: number, collection: string): CollectionFace | undefined =>
  previews.get(keyOf(chain, collection));

/**
 * Subscribes to changes of previews.
 * @returns a function that unsubscribes
 */
export function onPreviewsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Requests the preview of a collection that has scrolled into view, unless it was requested before. */
export function requestPreview(chain: number, collection: string): void {
  if (previews.has(keyOf(chain, collection))) return;
  wanted.set(chain, (wanted.get(chain) ?? new Set()).add(collection));
  // Wait briefly, so that collections that come into view together share a request.
  if (timer === undefined) timer = setTimeout(requestAll, 100);
}

function requestAll(): void {
  timer = undefined;
  if (previews.size > MAX_KNOWN) previews.clear();
  for (const [chain, collections] of wanted) {
    const all = [...collections];
    for (let start = 0; start < all.length; start += MAX_COLLECTIONS)
      void request(chain, all.slice(start, start + MAX_COLLECTIONS));
  }
  wanted.clear();
}

async function request(chain: number, collections: readonly string[]): Promise<void> {
  for (const collection of collections) previews.set(keyOf(chain, collection), undefined);
  try {
    const url = `/api/collections?chain=${chain}&of=${collections.join(',')}`;
    const lines = readLines<CollectionLine>(url, new AbortController().signal);
    for await (const { collection, name, picture } of lines) {
      previews.set(keyOf(chain, collection), { name, ...(picture === undefined ? {} : { picture }) });
      for (const listener of listeners) listener();
    }
  } catch {
    // Forget failed requests, so that they are retried when the collection comes into view again.
    for (const collection of collections)
      if (collectionPreview(chain, collection) === undefined) previews.delete(keyOf(chain, collection));
  }
}
