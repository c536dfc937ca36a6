import { JsonTokens } from './tokens';

/**
 * The text of each request's `id`, as it was sent: `JSON.parse` rounds an integer above 2^53, and the id must be
 * echoed to the last digit. For a batch one entry per item, else a single entry; undefined where there is no id, or
 * an object or array in its place.
 *
 * @param text JSON that `JSON.parse` took; of duplicate keys the last one counts, as there
 */
export function idTexts(text: string): (string | undefined)[] {
  const tokens = new JsonTokens(text);
  const first = tokens.next();
  if (first !== '[') return [idOf(tokens, first)];
  const ids: (string | undefined)[] = [];
  for (let item = tokens.next(); item !== undefined && item !== ']'; item = tokens.next())
    if (item !== ',') ids.push(idOf(tokens, item));
  return ids;
}

/**
 * The id in a value. Moves to the value's last token.
 * @param first of the value, whose first token is the current one
 */
function idOf(tokens: JsonTokens, first: string | undefined): string | undefined {
  if (first !== '{') {
    skipValue(tokens, first);
    return undefined;
  }
  let id: string | undefined;
  for (let key = tokens.next(); key !== undefined && key !== '}'; key = tokens.next()) {
    if (key === ',') continue;
    const isId = JSON.parse(tokens.token) === 'id';
    tokens.next(); // the colon
    const value = tokens.next();
    if (isId) id = value === '{' || value === '[' ? undefined : tokens.token;
    skipValue(tokens, value);
  }
  return id;
}

/** Moves from the first token of a value to its last. */
function skipValue(tokens: JsonTokens, first: string | undefined): void {
  let depth = 0;
  for (let token = first; token !== undefined; token = tokens.next()) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    if (depth === 0) return;
  }
}
