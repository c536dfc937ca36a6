import { JsonTokens } from './tokens';

/**
 * Whether arrays and objects nest deeper than `limit`. `JSON.parse` takes any depth; what walks its result by
 * recursion does not.
 */
export function isDeeperThan(text: string, limit: number): boolean {
  const tokens = new JsonTokens(text);
  let depth = 0;
  for (let first = tokens.next(); first !== undefined; first = tokens.next()) {
    if (first === '{' || first === '[') {
      depth++;
      if (depth > limit) return true;
    } else if (first === '}' || first === ']') depth--;
  }
  return false;
}
