import { type Gateways, imagesOf, resolveImage } from '@/lib/solana/documents/document-uri';
import type { DocumentOutcome } from './read-document';

/** What is left of a document once it has arrived. */
export type Settled = {
  /** "" where it names none. */
  image: string;
  /** The document; absent where none is kept. */
  uriData?: Readonly<Record<string, unknown>>;
  /** Why it is none. */
  fault?: 'document-unreachable' | 'document-invalid' | 'document-too-large' | 'document-uri-unusable';
};

/** What is left of a document. @param isKept whether it is itself, or its image alone */
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

/** The first usable image that a document names, "" when there is none. */
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
