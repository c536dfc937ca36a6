import { type Gateways, imagesOf, resolveImage } from '@/lib/solana/documents/document-uri';
import type { DocumentOutcome } from './read-document';

/** The parts of an arrived document that are kept. */
export type Settled = {
  /** "" for a document without an image. */
  image: string;
  /** The document; absent if it is not kept. */
  uriData?: Readonly<Record<string, unknown>>;
  /** Why there is no document. */
  fault?: 'document-unreachable' | 'document-invalid' | 'document-too-large' | 'document-uri-unusable';
};

/** Settles an outcome. @param isKept whether the document is kept, or only its image */
export function settled(
  outcome: DocumentOutcome,
  imageOf: (outcome: DocumentOutcome) => string,
  isKept: boolean,
): Settled {
  if (outcome.kind === 'failed') return { image: '', fault: outcome.reason };
  const image = imageOf(outcome);
  if (outcome.kind === 'image') return { image, fault: 'document-invalid' };
  return isKept ? { image, uriData: outcome.value } : { image };
}

/** Returns a function that finds a document's first usable image, or "". */
export function imageChooser(gateways: Gateways, mayBeHttp: (host: string) => boolean) {
  return (outcome: DocumentOutcome): string => {
    if (outcome.kind === 'failed') return '';
    const { base, named } =
      outcome.kind === 'image'
        ? { base: outcome.url, named: [outcome.url] }
        : { base: outcome.base, named: imagesOf(outcome.value) };
    for (const image of named) {
      const url = resolveImage(image, base, gateways, mayBeHttp);
      if (url !== undefined) return url;
    }
    return '';
  };
}
