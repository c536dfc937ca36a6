/** A string that does not end, as in a text that is no JSON, reaches to the end: else the time would be quadratic. */
const TOKEN = /"(?:[^"\\]|\\.)*"?|[[\]{},:]|[^\s[\]{},:"]+/gs;
/** Deeper levels are set no further in: lines would grow without end. */
const MOST_DEPTH = 100;

/**
 * JSON text set in lines without reading its values, so that an integer of 20 digits stays as it came.
 * @param text JSON; any other text comes back unchanged
 */
export function indentJson(text: string): string {
  const tokens = text.match(TOKEN);
  if (tokens === null || !/^\s*[[{]/.test(text)) return text;
  let out = '';
  let depth = 0;
  const line = () => `\n${'  '.repeat(Math.min(depth, MOST_DEPTH))}`;
  tokens.forEach((token, i) => {
    const next = tokens[i + 1];
    if (token === '{' || token === '[') {
      out += token;
      if (next === '}' || next === ']') return;
      depth++;
      out += line();
    } else if (token === '}' || token === ']') {
      const before = tokens[i - 1];
      if (before !== '{' && before !== '[') {
        depth = Math.max(0, depth - 1);
        out += line();
      }
      out += token;
    } else if (token === ',') out += `,${line()}`;
    else if (token === ':') out += ': ';
    else out += token;
  });
  return out;
}
