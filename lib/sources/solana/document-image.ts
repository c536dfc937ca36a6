import type { Documents } from '@/lib/sources/documents/documents';
import type { imageChooser } from '@/lib/sources/documents/settled-document';

/**
 * Fetches a document and returns its first image; "" if the document has no image or the fetch fails. `leave` cancels
 * the fetch.
 */
export type DocumentImage = (uri: string) => { image: Promise<string>; leave: () => void };

/** Creates a function that returns the image of a document; see `DocumentImage`. */
export function documentImage(documents: Documents, imageOf: ReturnType<typeof imageChooser>): DocumentImage {
  return (uri) => {
    const known = documents.known(uri);
    if (known !== undefined) return { image: Promise.resolve(imageOf(known)), leave: () => undefined };
    const read = documents.read(uri);
    return { image: read.outcome.then(imageOf), leave: () => read.leave(false) };
  };
}
