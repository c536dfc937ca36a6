import type { DocumentFiller } from '@/lib/sources/documents/fill-documents';

/** For sources that fetch no documents. */
export const noDocuments: DocumentFiller = async function* ({ holdings }) {
  yield { type: 'done', holdings };
};
