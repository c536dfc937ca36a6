/** A value that both engines take. Times are ms since 1970, booleans are 0 and 1. */
export type SqlValue = string | number | null;

/** A row by column name. Integers of both engines are numbers. */
export type Row = Record<string, unknown>;

/** Rows that a statement takes as one JSON parameter and reads as the table `r`. */
type Records = { columns: Readonly<Record<string, ColumnType>>; json: string };
type ColumnType = 'TEXT' | 'BIGINT';

/** A statement in the SQL that both engines understand, in pieces: text, values and records. */
export class Statement {
  constructor(readonly pieces: readonly (string | { value: SqlValue } | Records)[]) {}
}

/** A statement from a template; a statement inside another one is a fragment of it. */
export function sql(
  text: TemplateStringsArray,
  ...values: readonly (SqlValue | Records | Statement)[]
): Statement {
  return new Statement(
    text.flatMap((piece, i) => {
      const value = values[i];
      if (value === undefined) return [piece];
      if (value instanceof Statement) return [piece, ...value.pieces];
      return [piece, value === null || typeof value !== 'object' ? { value } : value];
    }),
  );
}

/** Rows as a source of `FROM`, called `r`, with the columns given. */
export const records = <C extends string>(
  columns: Readonly<Record<C, ColumnType>>,
  rows: readonly Readonly<Record<C, SqlValue>>[],
): Records => ({ columns, json: JSON.stringify(rows) });

/** How an engine writes what differs. */
export type Dialect = {
  /** The n-th parameter, from 1. */
  parameter: (n: number) => string;
  /** The table `r` of a JSON parameter. */
  records: (parameter: string, columns: Records['columns']) => string;
};

/** A statement's text and parameters for an engine. */
export function render(statement: Statement, dialect: Dialect): { text: string; values: SqlValue[] } {
  const values: SqlValue[] = [];
  let text = '';
  for (const piece of statement.pieces) {
    if (typeof piece === 'string') text += piece;
    else if ('value' in piece) text += dialect.parameter(values.push(piece.value));
    else text += dialect.records(dialect.parameter(values.push(piece.json)), piece.columns);
  }
  return { text, values };
}

/**
 * The work of a transaction: yields statements and receives their rows. A generator and not an async function, so
 * that SQLite runs it in one turn of the event loop: nothing else can use its connection in the middle.
 */
export type Work<T> = Generator<Statement, T, Row[]>;

/** What an engine does. Times out and retries as the engine needs; throws the driver's errors. */
export type Database = {
  engine: 'sqlite' | 'postgres';
  /** Runs a statement that reads. */
  read: (statement: Statement) => Promise<Row[]>;
  /** Runs a statement that writes and can be repeated, durably. */
  write: (statement: Statement) => Promise<Row[]>;
  /**
   * Runs one durable transaction. `work` may be called several times.
   * @param options.sync false: SQLite does not wait for the disk, which can block the process for a second. The write
   *   survives a crash of the process, but not necessarily a power failure.
   */
  transaction: <T>(work: () => Work<T>, options?: { sync?: boolean }) => Promise<T>;
  /** Size in bytes. */
  size: () => Promise<number>;
  /** After a bulk load: lets the engine learn how much is there now, without which look-ups may be slow. */
  analyze: () => Promise<void>;
  close: () => Promise<void>;
};
