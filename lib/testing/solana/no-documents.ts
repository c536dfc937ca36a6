import type { DocumentFiller } from '@/lib/sources/documents/fill-documents';

/** A document filler that fetches no documents. */
export const noDocuments: DocumentFiller = async function* ({ holdings }) {
  yield { type: 'done', holdings };
};
