/** Position of the first character that cannot be part of a JSON text (RFC 8259). Both numbers begin at 1. */
export type JsonError = { line: number; column: number; offset: number };

const TOKEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: strings must not contain them (RFC 8259 §7).
  /[ \t\n\r]*(?:([[\]{},:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/y;

/** What may come next: the members of the innermost array or object, or the end of the text. */
type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end';

/** Returns where a text stops being JSON; undefined if it is JSON. Takes linear time. */
export function findJsonError(text: string): JsonError | undefined {
  const open: ('[' | '{')[] = [];
  let expected: Expected = 'value';
  let offset = 0;
  for (;;) {
    TOKEN.lastIndex = offset;
    const match = TOKEN.exec(text);
    const [token = '', punctuation, string] = match ?? [];
    const next: Expected | undefined | null =
      match && follow(expected, punctuation ?? (string === undefined ? 'literal' : 'string'), open);
    if (!next) break;
    offset += token.length;
    expected = next;
  }
  offset += /^[ \t\n\r]*/.exec(text.slice(offset))?.[0].length ?? 0;
  if (offset === text.length && expected === ', or end' && open.length === 0) return undefined;
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, offset };
}

/** Returns what may follow a token; undefined if the token is not expected. Opens and closes arrays and objects. */
function follow(expected: Expected, token: string, open: ('[' | '{')[]): Expected | undefined {
  const inner = open.at(-1);
  switch (token) {
    case '[':
    case '{':
      if (!expected.startsWith('value')) return undefined;
      open.push(token);
      return token === '[' ? 'value or ]' : 'key or }';
    case ']':
    case '}': {
      const canClose = expected === ', or end' || expected === (token === ']' ? 'value or ]' : 'key or }');
      if (!canClose || inner !== (token === ']' ? '[' : '{')) return undefined;
      open.pop();
      return ', or end';
    }
    case ',':
      if (expected !== ', or end' || inner === undefined) return undefined;
      return inner === '[' ? 'value' : 'key';
    case ':':
      return expected === ':' ? 'value' : undefined;
    default:
      if (expected.startsWith('value')) return ', or end';
      return token === 'string' && expected.startsWith('key') ? ':' : undefined;
  }
}
