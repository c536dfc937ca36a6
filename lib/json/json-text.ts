/**
 * Written JSON: a text, or, where it is long, pieces of UTF-8. Pieces are sent as they are: joining, measuring and
 * encoding a text of 100 MB would hold up other calls for a quarter of a second.
 */
export type JsonText = string | readonly Uint8Array[];

/** Bytes in UTF-8. */
export function byteLengthOf(text: JsonText): number {
  if (typeof text === 'string') return Buffer.byteLength(text);
  let bytes = 0;
  for (const piece of text) bytes += piece.length;
  return bytes;
}

/** Texts one after another; a text where all are. */
export function joinTexts(texts: readonly JsonText[]): JsonText {
  if (texts.every((text) => typeof text === 'string')) return texts.join('');
  return texts.flatMap((text) => (typeof text === 'string' ? [Buffer.from(text)] : text));
}
