import { cleanText } from '@/lib/dashboard/format';
import type { Attribute } from '@/lib/dashboard/search-params';
import { isJsonObject } from '@/lib/json/json-object';
import type { ExtendedNft } from '@/lib/solana/holdings';
import { WARNINGS, type Warning } from '@/lib/solana/warnings';

/** A video, audio file or animation linked in a document. */
export type MediaLink = { url: string; kind: 'video' | 'audio' | 'other' };

type Document = Readonly<Record<string, unknown>>;

const MAX_ATTRIBUTES = 200;

const plain = (value: unknown): string =>
  typeof value === 'string'
    ? cleanText(value)
    : typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
      ? String(value)
      : '';

/**
 * Returns the attributes of a document without duplicates. Omits malformed entries; the page shows them only in the
 * JSON tree of the document.
 */
export function attributesOf(document: Document): Attribute[] {
  const { attributes } = document;
  if (!Array.isArray(attributes)) return [];
  const found = new Map<string, Attribute>();
  for (const attribute of (attributes as unknown[]).slice(0, MAX_ATTRIBUTES)) {
    if (!isJsonObject(attribute)) continue;
    const trait = plain(attribute.trait_type);
    const value = plain(attribute.value);
    if (trait !== '' || value !== '') found.set(`${trait}: ${value}`, { trait, value });
  }
  return [...found.values()];
}

/** Returns the description in a document as text. */
export function descriptionOf(document: Document): string {
  return typeof document.description === 'string' ? cleanText(document.description).slice(0, 4000) : '';
}

const KINDS: [RegExp, MediaLink['kind']][] = [
  [/^video(\/|$)|\.(mp4|webm|mov|m4v|ogv)($|[?#])/i, 'video'],
  [/^audio(\/|$)|\.(mp3|wav|ogg|m4a|flac)($|[?#])/i, 'audio'],
];
const kindOf = (text: string) => KINDS.find(([pattern]) => pattern.test(text))?.[1];

/** Returns the videos, audio files and animations of a document, each URL once. */
export function mediaOf(document: Document): MediaLink[] {
  const found = new Map<string, MediaLink>();
  const properties = isJsonObject(document.properties) ? document.properties : {};
  const category = typeof properties.category === 'string' ? properties.category : '';
  if (typeof document.animation_url === 'string' && document.animation_url !== '') {
    const url = document.animation_url;
    found.set(url, { url, kind: kindOf(url) ?? kindOf(category) ?? 'other' });
  }
  const files = Array.isArray(properties.files) ? (properties.files as unknown[]).slice(0, 50) : [];
  for (const file of files) {
    if (!isJsonObject(file) || typeof file.uri !== 'string') continue;
    const kind = kindOf(typeof file.type === 'string' ? file.type : '') ?? kindOf(file.uri);
    if (kind !== undefined) found.set(file.uri, { url: file.uri, kind });
  }
  return [...found.values()].slice(0, 8);
}

/** Returns a sentence that explains why no metadata document is shown. */
export function noDocumentMessage(nft: ExtendedNft): string {
  const why = nft.warnings.find((word) => word.startsWith('document-') || word === 'metadata-unread');
  if (why !== undefined && Object.hasOwn(WARNINGS, why)) return WARNINGS[why as Warning];
  return nft.metadata.data.uri === '' ? 'The metadata has no URI.' : 'The document was not fetched.';
}
