import { decodePercent } from '@/lib/decode-percent';

/** A `data:` URI (RFC 2397), decoded. */
type DataUri = { kind: 'inline'; mediaType: string; body: Uint8Array };

/** Maximum size of a document or SVG image from an untrusted host. */
export const MAX_DOCUMENT_BYTES = 1024 * 1024;
const MAX_HEADER_CHARACTERS = 1_024;

/** Checks whether a string begins with `data:`. */
export function isDataUri(text: string): boolean {
  return text.slice(0, 5).toLowerCase() === 'data:';
}

/**
 * Decodes `data:[<type>][;base64],<body>`.
 * @returns undefined if the URI has no body, or if the URI or its header is too long
 */
export function decodeDataUri(text: string): DataUri | undefined {
  // Base64 encodes three bytes as four characters; the factor leaves room for the header.
  if (text.length > 1.5 * MAX_DOCUMENT_BYTES) return undefined;
  const comma = text.slice(0, MAX_HEADER_CHARACTERS).indexOf(',');
  if (comma < 0) return undefined;
  const [mediaType = '', ...parameters] = text
    .slice('data:'.length, comma)
    .split(';')
    .map((part) => part.trim().toLowerCase());
  // If the body contains an invalid percent escape, use it undecoded.
  const body = text.slice(comma + 1);
  const encoding = parameters.includes('base64') ? 'base64' : 'utf8';
  return { kind: 'inline', mediaType, body: Buffer.from(decodePercent(body) ?? body, encoding) };
}
