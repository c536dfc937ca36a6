import { randomBytes } from 'node:crypto';

/**
 * Integers of 16 digits and more, outside strings: those that a double may not hold. A string that does not end, as
 * in a text that is no JSON, reaches to the end: else the time would be quadratic.
 */
const STRING_OR_LONG_INTEGER = /"(?:[^"\\]|\\.)*"?|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/gs;
const LONG_INTEGER = /\d{16}/;
/** Reading and writing a bigint takes more than linear time. */
const MAX_INTEGER_CHARACTERS = 1_000;
/** Above this size only account lists come, whose exact figures are inside base64. */
const MAX_EXACT_CHARACTERS = 16_384;

/**
 * JSON as `JSON.parse` reads it, but integers beyond 2^53 become bigint, in texts of up to 16 kB (balances).
 * @throws SyntaxError
 */
export function parseUpstreamJson(text: string): unknown {
  return text.length > MAX_EXACT_CHARACTERS ? JSON.parse(text) : parseExactJson(text);
}

/**
 * JSON with every integer exact: those beyond 2^53 become bigint.
 * @throws SyntaxError, also for an integer of more than 1,000 digits
 */
export function parseExactJson(text: string): unknown {
  if (!LONG_INTEGER.test(text)) return JSON.parse(text);
  // Not guessable, so no string of the upstream's can pass for a number.
  const marker = randomBytes(16).toString('hex');
  const marked = text.replace(STRING_OR_LONG_INTEGER, (part) => {
    if (part.startsWith('"')) return part;
    if (part.length > MAX_INTEGER_CHARACTERS) throw new SyntaxError('An integer is too long');
    return `"${marker}${part}"`;
  });
  return JSON.parse(marked, (_, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith(marker)) return value;
    const exact = BigInt(value.slice(marker.length));
    const rounded = Number(exact);
    return Number.isSafeInteger(rounded) ? rounded : exact;
  });
}
