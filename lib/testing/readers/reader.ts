/** Names of the errors by which a reader may refuse what it is given. */
export const REFUSALS: ReadonlySet<string> = new Set(['InvalidInputError', 'SignatureRefusal']);

/** Takes any bytes; throws nothing but one of `REFUSALS`. */
export type Reader = (bytes: Uint8Array) => unknown;
export type NamedReader = [name: string, read: Reader];

const utf8 = new TextDecoder();
/** A reader of text. */
export const ofText =
  (read: (text: string) => unknown): Reader =>
  (bytes) =>
    read(utf8.decode(bytes));

/** A text as many short ones. */
export const cut = (text: string): string[] => text.match(/.{1,30}/gsu) ?? [];
