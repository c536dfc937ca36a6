import type { Result, Status } from './check';

/** Widths of the columns in characters. With two spaces between columns, a line has at most 100. */
const WIDTHS = { status: 7, what: 29, text: 60 };

const ORDER: readonly Status[] = ['failed', 'warning', 'ok', 'not set'];

/** Formats the results as a table, at most 100 characters wide. The setting to change is below the result. */
export function table(results: readonly Result[]): string {
  const lines = results.flatMap(({ status, what, found, set }) => {
    const text = [...wrap(found), ...(set === undefined ? [] : wrap(`→ ${set}`))];
    const names = wrap(what, WIDTHS.what);
    return Array.from({ length: Math.max(text.length, names.length) }, (_, i) =>
      row(i === 0 ? status : '', names[i] ?? '', text[i] ?? ''),
    );
  });
  const counts = ORDER.map((status) => [status, results.filter((each) => each.status === status).length]);
  const summary = counts.flatMap(([status, count]) => (count === 0 ? [] : [`${count} ${status}`])).join(', ');
  return `${[row('RESULT', 'WHAT', 'FOUND, AND WHAT TO SET'), ...lines, '', summary].join('\n')}\n`;
}

const row = (status: string, what: string, text: string) =>
  `${status.padEnd(WIDTHS.status)}  ${what.padEnd(WIDTHS.what)}  ${text}`.trimEnd();

/** Splits text into lines between words, and within words that are longer than a line. */
function wrap(text: string, width = WIDTHS.text): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    let rest = word;
    if (line !== '' && line.length + 1 + rest.length > width) {
      lines.push(line);
      line = '';
    }
    while (rest.length > width) {
      lines.push(rest.slice(0, width));
      rest = rest.slice(width);
    }
    line = line === '' ? rest : `${line} ${rest}`;
  }
  return [...lines, line];
}
