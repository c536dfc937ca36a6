import { parseExactJson } from '@/lib/json/exact-parse';
import { utf8Text } from '@/lib/json/json-text';
import { MAX_DEPTH, measureJson } from '@/lib/json/measure-json';
import { MAX_DOCUMENT_BYTES } from '@/lib/solana/documents/data-uri';

/** The outcome of reading a document. */
export type DocumentOutcome =
  /** A JSON object. `base` is the document's URL; relative images are resolved against it. */
  | {
      kind: 'object';
      value: Readonly<Record<string, unknown>>;
      base: string | undefined;
      /** Approximate memory that the value takes, in bytes. */
      parsedBytes: number;
    }
  /** The URI led to an image instead of a document. */
  | { kind: 'image'; url: string }
  | {
      kind: 'failed';
      reason: 'document-unreachable' | 'document-invalid' | 'document-too-large' | 'document-uri-unusable';
    };

/** Maximum memory of one document, in bytes. 3 bytes of text can take 60 bytes of memory. */
const MAX_PARSED_BYTES = 12 * 1024 * 1024;
/**
 * Maximum number of JSON tokens, enough for 6,500 attributes. Parsing a megabyte of empty values would block the event
 * loop for 200 ms.
 */
const MAX_TOKENS = 65_536;

/** The outcome of reading a document, and the memory it takes in bytes. */
export type ReadDocument = { outcome: DocumentOutcome; size: number };

/** Bytes that may precede a JSON value: a byte order mark and white space. */
const BEFORE_JSON = new Set([0xef, 0xbb, 0xbf, 0x20, 0x09, 0x0a, 0x0d]);
/** First bytes of a JSON object, array and string. No image begins with one of them. */
const JSON_STARTS = new Set(Buffer.from('{["'));

/**
 * Reads a body as a JSON object, whatever its content type, or as an image if its content type says so and it does not
 * begin like JSON. Anything else, such as HTML, is invalid.
 */
export function readDocument(bytes: Uint8Array, contentType: string, base: string | undefined): ReadDocument {
  const invalid: ReadDocument = { outcome: { kind: 'failed', reason: 'document-invalid' }, size: 0 };
  if (bytes.length > MAX_DOCUMENT_BYTES) return invalid;
  const first = bytes.find((byte) => !BEFORE_JSON.has(byte)) ?? 0;
  if (/^image\//i.test(contentType) && !JSON_STARTS.has(first))
    return base === undefined ? invalid : { outcome: { kind: 'image', url: base }, size: 0 };
  const text = utf8Text(bytes);
  if (!/^\s*\{/.test(text)) return invalid;
  const { tokens, depth, parsedBytes } = measureJson(text, MAX_TOKENS);
  if (parsedBytes > MAX_PARSED_BYTES || tokens > MAX_TOKENS)
    return { outcome: { kind: 'failed', reason: 'document-too-large' }, size: 0 };
  if (depth > MAX_DEPTH) return invalid;
  try {
    const value = parseExactJson(text);
    if (typeof value !== 'object' || value === null) return invalid;
    return {
      outcome: { kind: 'object', value: value as Record<string, unknown>, base, parsedBytes },
      size: parsedBytes,
    };
  } catch {
    return invalid;
  }
}
