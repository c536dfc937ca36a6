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

type Waiting = { resolve: (face: CollectionFace | null) => void; reject: (error: unknown) => void };

/** Collections that share a request, each with the functions that settle its promise. */
type Batch = { chain: number; waiting: Map<string, Waiting> };

/** The batch that is about to be requested. */
let batch: Batch | undefined;

/** Requests the name and image of a collection, together with others. Resolves to null if the collection has no name. */
export function readCollectionFace(chain: number, collection: string): Promise<CollectionFace | null> {
  if (batch?.chain !== chain || batch.waiting.size === MAX_COLLECTIONS) {
    const next: Batch = { chain, waiting: new Map() };
    batch = next;
    // Wait briefly, so that collections that come into view together share a request.
    setTimeout(() => {
      if (batch === next) batch = undefined;
      void request(next);
    }, 100);
  }
  const { waiting } = batch;
  return new Promise((resolve, reject) => waiting.set(collection, { resolve, reject }));
}

async function request({ chain, waiting }: Batch): Promise<void> {
  try {
    const url = `/api/collections?chain=${chain}&of=${[...waiting.keys()].join(',')}`;
    const lines = readLines<CollectionLine>(url, new AbortController().signal);
    for await (const { collection, ...face } of lines) waiting.get(collection)?.resolve(face);
    for (const { resolve } of waiting.values()) resolve(null);
  } catch (error) {
    for (const { reject } of waiting.values()) reject(error);
  }
}
