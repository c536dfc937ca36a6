import { readLines } from '../json-lines';

/**
 * A line of `/api/collections`: the name of a collection, and a second line once its image is known. Collections
 * without a name have no line.
 */
export type CollectionLine = { collection: string; name: string; picture?: string };

/** Name and image of a verified collection. */
export type CollectionFace = Pick<CollectionLine, 'name' | 'picture'>;

/** Maximum collections of one request. */
export const MAX_COLLECTIONS = 20;
/** Maximum collections that this page remembers. */
const MAX_KNOWN = 1_000;

/** By chain and collection; undefined while requested, or if the collection has no name. */
const faces = new Map<string, CollectionFace | undefined>();
const listeners = new Set<() => void>();
const wanted = new Map<number, Set<string>>();
let timer: ReturnType<typeof setTimeout> | undefined;

const keyOf = (chain: number, collection: string) => `${chain} ${collection}`;

/** What is known of a collection; the same object until there is more. */
export const faceOf = (chain: number, collection: string): CollectionFace | undefined =>
  faces.get(keyOf(chain, collection));

/** Subscribes to changes. @returns the unsubscribe function */
export function onFaces(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Requests a collection that is in view, once. */
export function wantFace(chain: number, collection: string): void {
  if (faces.has(keyOf(chain, collection))) return;
  wanted.set(chain, (wanted.get(chain) ?? new Set()).add(collection));
  // Batches collections that come into view together.
  if (timer === undefined) timer = setTimeout(askForAll, 100);
}

function askForAll(): void {
  timer = undefined;
  if (faces.size > MAX_KNOWN) faces.clear();
  for (const [chain, collections] of wanted) {
    const all = [...collections];
    for (let start = 0; start < all.length; start += MAX_COLLECTIONS)
      void ask(chain, all.slice(start, start + MAX_COLLECTIONS));
  }
  wanted.clear();
}

async function ask(chain: number, collections: readonly string[]): Promise<void> {
  for (const collection of collections) faces.set(keyOf(chain, collection), undefined);
  try {
    const url = `/api/collections?chain=${chain}&of=${collections.join(',')}`;
    const lines = readLines<CollectionLine>(url, new AbortController().signal);
    for await (const { collection, name, picture } of lines) {
      faces.set(keyOf(chain, collection), { name, ...(picture === undefined ? {} : { picture }) });
      for (const listener of listeners) listener();
    }
  } catch {
    // The items' names are shown until it comes into view again.
    for (const collection of collections)
      if (faceOf(chain, collection) === undefined) faces.delete(keyOf(chain, collection));
  }
}
