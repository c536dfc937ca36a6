import { CsvError, parse } from 'csv-parse/sync';

/** Format of the lines in an import file. The header is the line with the column names. */
export type LineFormat =
  | { kind: 'jsonl' }
  | { kind: 'csv'; columns: readonly (Column | undefined)[]; headerLine: number | undefined };

type Column = 'publicKey' | 'btcAddress' | 'chainIds';

/** The fields of a line as text, not validated. */
export type LineFields = { publicKey: string; btcAddress: string | undefined; chainIds: readonly unknown[] };

/** Reports a line that cannot be imported. `message` never repeats input except for valid addresses and keys. */
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
const columnOf = (name: string): Column | undefined =>
  COLUMN_NAMES[name.toLowerCase().replace(/[_\s-]/g, '')];

/**
 * Detects the format from the first non-empty line. Without a header, the columns are public key, address and chain
 * ids.
 * @param line the number of that line
 */
export function detectFormat(text: string, line: number): LineFormat {
  if (text.trimStart().startsWith('{')) return { kind: 'jsonl' };
  const columns = splitCsv(text).map(columnOf);
  return columns.includes('publicKey')
    ? { kind: 'csv', columns, headerLine: line }
    : { kind: 'csv', columns: DEFAULT_COLUMNS, headerLine: undefined };
}

/**
 * Reads the fields of a line; undefined if it is empty.
 * @throws LineError
 */
export function readLine(text: string, format: LineFormat): LineFields | undefined {
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

/**
 * Splits a CSV line at commas, semicolons or tabs, whichever occurs first. Lines are parsed independently, so an
 * unclosed quote affects only one line.
 */
function splitCsv(line: string): string[] {
  const delimiter = /[,;\t]/.exec(line.replace(/"[^"]*"/g, ''))?.[0] ?? ',';
  try {
    const [fields = []] = parse(line, {
      delimiter,
      record_delimiter: '\n',
      relax_quotes: true,
      trim: true,
    }) as string[][];
    return fields;
  } catch (thrown) {
    if (!(thrown instanceof CsvError)) throw thrown;
    throw new LineError(
      'open-quote',
      'A quoted field is not closed on this line, or its closing quote is not followed by a separator',
    );
  }
}
