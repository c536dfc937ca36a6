import { stringBytes } from '@/lib/cache-sizes';
import { endOfString, JsonTokens } from './tokens';

/** Bytes that V8 uses for an object or array, excluding its members, rounded up. */
const CONTAINER_BYTES = 56;
/** Bytes that V8 uses for a member of an object or array, excluding its key and value, rounded up. */
const MEMBER_BYTES = 24;

/**
 * Estimates the cost of parsing JSON in one pass.
 * @param maxTokens number of tokens after which the pass stops; depth and memory then cover only the text read so far
 * @returns the number of tokens, which determines the parsing time; the deepest nesting, 1 if nothing is nested; and the
 * estimated memory of the parsed value in bytes, at most about twice the actual memory
 */
export function measureJson(text: string, maxTokens: number) {
  const read = new JsonTokens(text);
  let [tokens, open, depth, parsedBytes] = [0, 0, 0, stringBytes(text)];
  for (let first = read.next(); first !== undefined && tokens <= maxTokens; first = read.next()) {
    tokens += 1;
    if (first === ',' || first === ':') parsedBytes += MEMBER_BYTES;
    else if (first === '{' || first === '[') {
      parsedBytes += CONTAINER_BYTES;
      open += 1;
      if (open > depth) depth = open;
    } else if (first === '}' || first === ']') open -= 1;
  }
  return { tokens, depth, parsedBytes };
}

/** Estimates the memory of a parsed JSON value, in bytes. */
export function valueBytes(value: unknown): number {
  if (typeof value === 'string') return stringBytes(value);
  if (typeof value !== 'object' || value === null) return 0;
  let bytes = CONTAINER_BYTES;
  for (const [key, member] of Object.entries(value))
    bytes += MEMBER_BYTES + stringBytes(key) + valueBytes(member);
  return bytes;
}

const QUOTE = 0x22;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Maximum nesting of JSON: more than any legitimate document needs, and safe for recursive code. */
export const MAX_DEPTH = 64;

/**
 * Whether arrays and objects are nested deeper than `limit`. `JSON.parse` accepts any depth, but recursive code would
 * overflow the stack.
 */
export function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at) - 1;
    else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
      depth++;
      if (depth > limit) return true;
    } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) depth--;
  }
  return false;
}
