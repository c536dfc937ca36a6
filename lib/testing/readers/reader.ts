/** Names of the errors with which a reader may reject its input. */
export const REFUSALS: ReadonlySet<string> = new Set(['InvalidInputError', 'SignatureRefusal']);

/** A function that accepts any bytes and throws only the errors in `REFUSALS`. */
export type Reader = (bytes: Uint8Array) => unknown;
export type NamedReader = [name: string, read: Reader];

const utf8 = new TextDecoder();
/** Creates a reader from a function that reads text. */
export const ofText =
  (read: (text: string) => unknown): Reader =>
  (bytes) =>
    read(utf8.decode(bytes));

/** Splits text into pieces of up to 30 characters. */
export const cut = (text: string): string[] => text.match(/.{1,30}/gsu) ?? [];
