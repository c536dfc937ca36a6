import type { DocumentFiller } from '@/lib/sources/documents/fill-documents';

/** A document filler that fetches no documents. */
export const noDocuments: DocumentFiller = async ({ nfts, tokens }) => ({
  nfts: [...nfts],
  tokens: [...tokens],
  isComplete: true,
});
