import type { Later } from '@/lib/later';
import type { WireError } from './errors';
import { isLong, writeJson, writeLongJson } from './json';

/** A result as JSON. */
export type Written = {
  text: string;
  /** Of the text in UTF-8, where it is served again. */
  byteLength?: number;
  /** The text in UTF-8, where it is long and served again. */
  bytes?: Buffer;
};

/** Results that are served again as the same object: written once, and encoded once when they are long. */
const written = new WeakMap<object, Written>();
const LONG_TEXT = 4096;

/** A method's result as JSON. A frozen object, or a long one, is written the first time alone. */
export function writeResult(result: unknown): Later<Written> {
  const known = typeof result === 'object' && result !== null ? written.get(result) : undefined;
  if (known !== undefined) {
    if (known.text.length > LONG_TEXT) known.bytes ??= Buffer.from(known.text);
    return known;
  }
  return isLong(result)
    ? writeLongJson(result).then((text) => kept(result, text))
    : kept(result, writeJson(result));
}

function kept(result: unknown, text: string): Written {
  const isServedAgain =
    typeof result === 'object' && result !== null && (text.length > LONG_TEXT || Object.isFrozen(result));
  if (!isServedAgain) return { text };
  const made = { text, byteLength: Buffer.byteLength(text) };
  written.set(result, made);
  return made;
}

const upToResult = (idText: string, chainId: number | undefined) =>
  `{"jsonrpc":"2.0","id":${idText}${chainId === undefined ? '' : `,"chainId":${chainId}`},"result":`;

/** A successful answer (contract §2) as text, or as bytes around a result that is encoded already. */
type SuccessBody = { body: string | Uint8Array; byteLength?: number };

/**
 * A successful answer (contract §2).
 * @param chainId where the method echoes it
 * @param asText whether text is wanted however long it is: for an item of a batch
 */
export function writeSuccess(
  idText: string,
  chainId: number | undefined,
  { text, byteLength, bytes }: Written,
  asText: boolean,
): SuccessBody {
  const before = upToResult(idText, chainId);
  if (bytes && !asText) return { body: Buffer.concat([Buffer.from(before), bytes, CLOSING_BRACE]) };
  const body = `${before}${text}}`;
  // Counted by its parts: to count the whole would put it together once more than sending it does.
  return byteLength === undefined || asText
    ? { body }
    : { body, byteLength: Buffer.byteLength(before) + byteLength + 1 };
}
const CLOSING_BRACE = Buffer.from('}');

/** The text of an error answer (contract §2). */
export const errorText = (idText: string, chainId: number | undefined, error: WireError) =>
  `{"jsonrpc":"2.0","id":${idText}${chainId === undefined ? '' : `,"chainId":${chainId}`},"error":${writeJson(error)}}`;
