import { isDeeperThan } from './depth';
import { JsonTokens } from './tokens';

/** No answer of ours comes near; the indentation of many brackets would take quadratic space. */
const MAX_DEPTH = 100;

/**
 * JSON text set in lines without reading its values, so that an integer of 20 digits stays as it came. Safe in the
 * browser.
 *
 * @param text JSON; text that is neither an object nor an array, or nested deeper than 100, comes back unchanged
 * @param maxCharacters of the result; what is longer is cut, and says so
 */
export function indentJson(text: string, maxCharacters = Number.POSITIVE_INFINITY): string {
  if (isDeeperThan(text, MAX_DEPTH)) return text;
  const tokens = new JsonTokens(text);
  let out = '';
  let depth = 0;
  /** The token before was a bracket that opened. */
  let opened = false;
  const line = () => `\n${'  '.repeat(depth)}`;
  for (let first = tokens.next(); first !== undefined; first = tokens.next()) {
    const { token } = tokens;
    const opens = first === '{' || first === '[';
    const closes = first === '}' || first === ']';
    if (depth === 0 && out === '' && !opens) return text;
    if (closes) depth = Math.max(0, depth - 1);
    const before = opened !== closes ? line() : '';
    const after = first === ',' ? line() : first === ':' ? ' ' : '';
    if (out.length + before.length + token.length > maxCharacters)
      return `${out}\n… cut: ask the API for all of it`;
    out += before + token + after;
    if (opens) depth++;
    opened = opens;
  }
  return out;
}
