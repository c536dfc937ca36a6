import { readLines } from '../json-lines';

/**
 * A line of `/api/collections`: what a collection says of itself. Told once by name, and again when its picture is
 * known; a collection that names itself nowhere is not told of.
 */
export type CollectionLine = { collection: string; name: string; picture?: string };

/** What a verified collection goes by. */
export type CollectionFace = Pick<CollectionLine, 'name' | 'picture'>;

/** Most collections of one request. */
export const MOST_COLLECTIONS = 20;
/** Most that are remembered, by this page. */
const MOST_KNOWN = 1_000;

/** By chain and collection; undefined while it is asked for, or where it names itself nowhere. */
const faces = new Map<string, CollectionFace | undefined>();
const listeners = new Set<() => void>();
const wanted = new Map<number, Set<string>>();
let timer: ReturnType<typeof setTimeout> | undefined;

const keyOf = (chain: number, collection: string) => `${chain} ${collection}`;

/** What is known of a collection by now; the same object until more is. */
export const faceOf = (chain: number, collection: string): CollectionFace | undefined =>
  faces.get(keyOf(chain, collection));

/** Calls whenever more is known. @returns what ends it */
export function onFaces(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A collection is in view: it is asked for once. */
export function wantFace(chain: number, collection: string): void {
  if (faces.has(keyOf(chain, collection))) return;
  wanted.set(chain, (wanted.get(chain) ?? new Set()).add(collection));
  // Those that come into view together are requested together.
  if (timer === undefined) timer = setTimeout(askForAll, 100);
}

function askForAll(): void {
  timer = undefined;
  if (faces.size > MOST_KNOWN) faces.clear();
  for (const [chain, collections] of wanted) {
    const all = [...collections];
    for (let start = 0; start < all.length; start += MOST_COLLECTIONS)
      void ask(chain, all.slice(start, start + MOST_COLLECTIONS));
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
    // It goes by its items’ names until it comes into view again.
    for (const collection of collections)
      if (faceOf(chain, collection) === undefined) faces.delete(keyOf(chain, collection));
  }
}
