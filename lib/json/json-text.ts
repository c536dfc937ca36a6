/** Written JSON: a text, or its UTF-8 bytes. */
export type JsonText = string | Uint8Array;

/** Length in UTF-8 bytes. */
export const byteLengthOf = (text: JsonText): number =>
  typeof text === 'string' ? Buffer.byteLength(text) : text.length;

/** Concatenates texts; the result is bytes if any of them is. */
export function joinTexts(texts: readonly JsonText[]): JsonText {
  if (texts.every((text) => typeof text === 'string')) return texts.join('');
  return Buffer.concat(texts.map((text) => (typeof text === 'string' ? Buffer.from(text) : text)));
}
