import { abortable, linkedSignal } from '@/lib/promises/request-scope';
import type { Documents } from '@/lib/sources/documents/documents';
import { ImageError } from './image-error';

/** Maximum time to wait for a document, in ms. */
const DOCUMENT_MS = 15_000;

const FAULTS = {
  'document-unreachable': new ImageError(502, 'document-unreachable', 'The document could not be fetched'),
  'document-invalid': new ImageError(415, 'document-invalid', 'The document is not a JSON object'),
  'document-too-large': new ImageError(413, 'document-too-large', 'The document is too large'),
  'document-uri-unusable': new ImageError(
    415,
    'document-uri-unusable',
    'The document’s URI cannot be fetched',
  ),
};

/** Reads a document and returns the URL of its image, or throws ImageError. The signal cancels the read. */
export type DocumentImage = (uri: string, signal: AbortSignal) => Promise<string>;

/** Creates the reader of documents' images. Viewers who need the same document share one fetch. */
export function documentImage(documents: Documents): DocumentImage {
  return async (uri, signal) => {
    const { image, fault } = documents.known(uri) ?? (await readWithin(documents, uri, signal));
    if (image !== '') return image;
    if (fault !== undefined) throw FAULTS[fault];
    throw new ImageError(404, 'no-image', 'The document names no image');
  };
}

async function readWithin(documents: Documents, uri: string, viewer: AbortSignal) {
  const read = documents.read(uri);
  const { signal, clear } = linkedSignal(viewer, { timeoutMs: DOCUMENT_MS });
  try {
    return await abortable(read.document, signal);
  } catch {
    throw new ImageError(504, 'document-unreachable', 'The host did not send the document in time');
  } finally {
    clear();
    read.leave(false);
  }
}
