/**
 * A value as indented JSON for reading: a bigint is its digits. Deeper or longer than what anyone reads it is cut,
 * and says so.
 */
export function prettyJson(value: unknown, mostCharacters = 200_000): string {
  const out: string[] = [];
  let length = 0;
  const add = (text: string) => {
    length += text.length;
    if (length <= mostCharacters) out.push(text);
  };
  write(value, '', add, () => length > mostCharacters);
  return length > mostCharacters ? `${out.join('')}\n… cut: ask the API for all of it` : out.join('');
}

const MOST_DEPTH = 40;

function write(value: unknown, indent: string, add: (text: string) => void, full: () => boolean): void {
  if (full()) return;
  if (typeof value !== 'object' || value === null) {
    add(typeof value === 'bigint' ? value.toString() : (JSON.stringify(value) ?? 'null'));
    return;
  }
  const members = Array.isArray(value)
    ? value.map((item): [string, unknown] => ['', item])
    : Object.entries(value).map(([key, item]): [string, unknown] => [`${JSON.stringify(key)}: `, item]);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (members.length === 0 || indent.length > MOST_DEPTH * 2) {
    add(members.length === 0 ? open + close : `${open} … ${close}`);
    return;
  }
  add(open);
  members.forEach(([key, item], i) => {
    if (full() || item === undefined) return;
    add(`${i === 0 ? '' : ','}\n${indent}  ${key}`);
    write(item, `${indent}  `, add, full);
  });
  add(`\n${indent}${close}`);
}
