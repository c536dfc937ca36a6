import { endOfString } from './tokens';

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
