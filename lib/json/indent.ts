import { isDeeperThan, MAX_DEPTH } from './measure-json';
import { JsonTokens } from './tokens';

/**
 * Indents JSON text without parsing its values, so that an integer of 20 digits stays exact. Also runs in a browser.
 * @param text JSON. Other text is returned unchanged, and so is JSON that is nested too deeply, because the indentation
 * would take quadratic space
 * @param maxCharacters maximum length of the result, which is truncated with a note beyond it
 */
export function indentJson(text: string, maxCharacters = Number.POSITIVE_INFINITY): string {
  if (isDeeperThan(text, MAX_DEPTH)) return text;
  const tokens = new JsonTokens(text);
  let out = '';
  let depth = 0;
  /** Whether the previous token was an opening bracket. */
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
      return `${out}\n… truncated: call the API for the full text`;
    out += before + token + after;
    if (opens) depth++;
    opened = opens;
  }
  return out;
}
