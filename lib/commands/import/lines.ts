/** How the lines of an import file are to be read. */
export type LineFormat = { kind: 'jsonl' } | { kind: 'csv'; columns: readonly (Column | undefined)[] };

type Column = 'publicKey' | 'btcAddress' | 'chainIds';

/** One line's fields, as text, not yet checked. */
export type LineFields = { publicKey: string; btcAddress: string | undefined; chainIds: readonly unknown[] };

/** A line that cannot be imported, or not wholly; `message` repeats none of it but addresses and keys that parse. */
export class LineError extends Error {
  override readonly name = 'LineError';
  constructor(
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}

const COLUMN_NAMES: Record<string, Column> = {
  publickey: 'publicKey',
  btcpublickey: 'publicKey',
  pubkey: 'publicKey',
  key: 'publicKey',
  address: 'btcAddress',
  btcaddress: 'btcAddress',
  chainid: 'chainIds',
  chainids: 'chainIds',
  chains: 'chainIds',
};
const DEFAULT_COLUMNS: readonly Column[] = ['publicKey', 'btcAddress', 'chainIds'];
const columnOf = (name: string) =>
  COLUMN_NAMES[
    name
      .trim()
      .toLowerCase()
      .replace(/[_\s-]/g, '')
  ];

/**
 * Tells the format from the file's first line that is not empty, and whether that line is a header.
 * Without a header the columns are: public key, address, chain ids.
 */
export function detectFormat(firstLine: string): { format: LineFormat; hasHeader: boolean } {
  const text = withoutMark(firstLine);
  if (text.trimStart().startsWith('{')) return { format: { kind: 'jsonl' }, hasHeader: false };
  const names = splitCsv(text).map(columnOf);
  const hasHeader = names.includes('publicKey');
  return { format: { kind: 'csv', columns: hasHeader ? names : DEFAULT_COLUMNS }, hasHeader };
}

/**
 * The fields of a line; undefined for an empty one.
 * @throws LineError
 */
export function readLine(line: string, format: LineFormat): LineFields | undefined {
  const text = withoutMark(line);
  if (text.trim() === '') return undefined;
  return format.kind === 'jsonl' ? readJson(text) : readCsv(text, format.columns);
}

function readCsv(text: string, columns: readonly (Column | undefined)[]): LineFields {
  const fields: Partial<Record<Column, string>> = {};
  for (const [i, value] of splitCsv(text).entries()) {
    const column = columns[i];
    if (column) fields[column] = value.trim();
  }
  return {
    publicKey: fields.publicKey ?? '',
    btcAddress: fields.btcAddress || undefined,
    chainIds: (fields.chainIds ?? '').split(/[\s;|,]+/).filter((id) => id !== ''),
  };
}

function readJson(text: string): LineFields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new LineError('not-json', 'The line is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new LineError('not-an-object', 'The line is not a JSON object');
  const fields: Partial<Record<Column, unknown>> = {};
  for (const [name, field] of Object.entries(value)) {
    const column = columnOf(name);
    if (column && field !== null) fields[column] = field;
  }
  const { publicKey, btcAddress, chainIds = [] } = fields;
  if (typeof publicKey !== 'string') throw new LineError('missing-key', 'publicKey must be a string');
  if (btcAddress !== undefined && typeof btcAddress !== 'string')
    throw new LineError('invalid-address', 'btcAddress must be a string');
  return {
    publicKey,
    btcAddress: btcAddress || undefined,
    chainIds: Array.isArray(chainIds) ? chainIds : [chainIds],
  };
}

/** Fields of a CSV line (RFC 4180, but no line breaks within quotes), by comma, semicolon or tab. */
function splitCsv(line: string): string[] {
  const separator = /[,;\t]/.exec(line.replace(/"[^"]*"/g, ''))?.[0] ?? ',';
  if (!line.includes('"')) return line.split(separator);
  const fields: string[] = [];
  let field = '';
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const character = line.charAt(i);
    if (quoted && character === '"' && line.charAt(i + 1) === '"') {
      field += '"';
      i += 1;
    } else if (character === '"') quoted = !quoted;
    else if (character === separator && !quoted) {
      fields.push(field);
      field = '';
    } else field += character;
  }
  if (quoted) throw new LineError('open-quote', 'A quote is not closed on this line');
  return [...fields, field];
}

const withoutMark = (text: string) => text.replace(/^\uFEFF/, '').replace(/\r$/, '');
