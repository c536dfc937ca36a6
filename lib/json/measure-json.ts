import { JsonTokens } from './tokens';

/** What V8 spends on an object or array, on a member of one, and on a character of a string, in bytes, rounded up. */
const CONTAINER_BYTES = 56;
const MEMBER_BYTES = 24;
const CHARACTER_BYTES = 2;

export type JsonMeasure = {
  /** Parsing costs by the token. */
  tokens: number;
  /** Of the deepest array or object: 1 where they hold no other. */
  depth: number;
  /** What the value takes in memory, at most about twice too many: `{},` is 3 bytes of text and some 60 of memory. */
  parsedBytes: number;
};

/**
 * What parsing a JSON text would cost, told before it is parsed and in one pass.
 * @param maxTokens the pass ends with the token after these: then the other figures are of what was read
 */
export function measureJson(text: string, maxTokens: number): JsonMeasure {
  const read = new JsonTokens(text);
  let [tokens, open, depth, parsedBytes] = [0, 0, 0, CHARACTER_BYTES * text.length];
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
