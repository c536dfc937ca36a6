import { parseExactJson } from '@/lib/json/exact-parse';
import { isJsonObject } from '@/lib/json/json-object';
import { utf8Text } from '@/lib/json/json-text';
import { MAX_DEPTH, measureJson } from '@/lib/json/measure-json';
import { MAX_DOCUMENT_BYTES } from '@/lib/solana/documents/data-uri';
import { imagesOf } from '@/lib/solana/documents/document-uri';

type DocumentFault =
  | 'document-unreachable'
  | 'document-invalid'
  | 'document-too-large'
  | 'document-uri-unusable';

/** What a URI led to: a JSON object, an image instead of a document, or nothing usable. */
export type OffChainDocument = {
  /** Absolute URL of the first usable image; "" without one. */
  image: string;
  /** The JSON object; absent if it could not be used. */
  uriData?: Readonly<Record<string, unknown>>;
  /** Why there is no JSON object. */
  fault?: DocumentFault;
  /** Approximate memory that `uriData` takes, in bytes. */
  bytes: number;
};

/** Describes a document that could not be used. */
export const failedDocument = (fault: DocumentFault): OffChainDocument => ({ image: '', fault, bytes: 0 });

/** Maximum memory of one document, in bytes. 3 bytes of text can take 60 bytes of memory. */
const MAX_PARSED_BYTES = 12 * 1024 * 1024;
/**
 * Maximum number of JSON tokens, enough for 6,500 attributes. Parsing a megabyte of empty values would block the event
 * loop for 200 ms.
 */
const MAX_TOKENS = 65_536;

/** Bytes that may precede a JSON value: a byte order mark and white space. */
const BEFORE_JSON = new Set([0xef, 0xbb, 0xbf, 0x20, 0x09, 0x0a, 0x0d]);
/** First bytes of a JSON object, array and string. No image begins with one of them. */
const JSON_STARTS = new Set(Buffer.from('{["'));

/**
 * Reads a body as a JSON object, whatever its content type, or as an image if its content type says so and it does not
 * begin like JSON. Anything else, such as HTML, is invalid.
 * @param base URL of the body; undefined for a `data:` URI
 * @param firstImage returns the first usable image of those that a document names; relative ones are resolved against
 * `base`
 */
export function readDocument(
  bytes: Uint8Array,
  contentType: string,
  base: string | undefined,
  firstImage: (named: readonly unknown[], base: string | undefined) => string,
): OffChainDocument {
  const invalid = failedDocument('document-invalid');
  if (bytes.length > MAX_DOCUMENT_BYTES) return invalid;
  const first = bytes.find((byte) => !BEFORE_JSON.has(byte)) ?? 0;
  if (/^image\//i.test(contentType) && !JSON_STARTS.has(first))
    return base === undefined ? invalid : { ...invalid, image: firstImage([base], base) };
  const text = utf8Text(bytes);
  if (!/^\s*\{/.test(text)) return invalid;
  const { tokens, depth, parsedBytes } = measureJson(text, MAX_TOKENS);
  if (parsedBytes > MAX_PARSED_BYTES || tokens > MAX_TOKENS) return failedDocument('document-too-large');
  if (depth > MAX_DEPTH) return invalid;
  try {
    const uriData = parseExactJson(text);
    if (!isJsonObject(uriData)) return invalid;
    return { image: firstImage(imagesOf(uriData), base), uriData, bytes: parsedBytes };
  } catch {
    return invalid;
  }
}
