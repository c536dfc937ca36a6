import { type Gateways, imagesOf, resolveImage } from '@/lib/solana/documents/document-uri';
import type { DocumentOutcome } from './read-document';

/** The parts of a document that are kept. */
export type Settled = {
  /** "" if the document has no image. */
  image: string;
  /** The document; absent if it could not be used. */
  uriData?: Readonly<Record<string, unknown>>;
  /** Why the document could not be used. */
  fault?: 'document-unreachable' | 'document-invalid' | 'document-too-large' | 'document-uri-unusable';
};

/** Reduces an outcome to the parts that are kept. */
export function settled(outcome: DocumentOutcome, imageOf: (outcome: DocumentOutcome) => string): Settled {
  if (outcome.kind === 'failed') return { image: '', fault: outcome.reason };
  const image = imageOf(outcome);
  if (outcome.kind === 'image') return { image, fault: 'document-invalid' };
  return { image, uriData: outcome.value };
}

/** Creates a function that returns the first usable image of a document, or "" if no image is usable. */
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
