import { stringBytes } from '@/lib/cache-sizes';
import { JsonTokens } from './tokens';

/** Bytes that V8 spends on an object or array, and on a member of one, rounded up. */
const CONTAINER_BYTES = 56;
const MEMBER_BYTES = 24;

export type JsonMeasure = {
  /** Parsing costs by the token. */
  tokens: number;
  /** Of the deepest array or object: 1 if they are not nested. */
  depth: number;
  /** What the value takes in memory, at most about twice too many: `{},` is 3 bytes of text and some 60 of memory. */
  parsedBytes: number;
};

/**
 * What parsing a JSON text would cost, found in one pass before it is parsed.
 * @param maxTokens ends the pass; the other figures are then of the text until there
 */
export function measureJson(text: string, maxTokens: number): JsonMeasure {
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
