/** Serialized JSON: text, or UTF-8 bytes in pieces, because joining 70 MB would block the thread for 0.3 s. */
export type JsonText = string | readonly Uint8Array[];

/** Returns the length in UTF-8 bytes. */
export const byteLengthOf = (text: JsonText): number =>
  typeof text === 'string'
    ? Buffer.byteLength(text)
    : text.reduce((sum, { byteLength }) => sum + byteLength, 0);

/** Concatenates JSON texts without copying bytes. */
export function joinTexts(texts: readonly JsonText[]): JsonText {
  const pieces: Uint8Array[] = [];
  let last = '';
  for (const text of texts) {
    if (typeof text === 'string') last += text;
    else {
      pieces.push(Buffer.from(last), ...text);
      last = '';
    }
  }
  return pieces.length === 0 ? last : [...pieces, Buffer.from(last)];
}

/** Returns the text, or its bytes as one piece. */
export const asOnePiece = (text: JsonText): string | Uint8Array =>
  typeof text === 'string' ? text : Buffer.concat(text);

/** Decodes UTF-8 bytes as text. Skips a byte order mark, which some programs send before JSON. */
export function utf8Text(bytes: Uint8Array): string {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const buffer = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString('utf8', marked ? 3 : 0);
}
