import { UpstreamUnavailableError } from '@/lib/errors';
import { abortable } from '@/lib/promises/request-scope';

/** A value that both engines accept. Times are in ms since 1970; booleans are 0 or 1. */
export type SqlValue = string | number | null;

/** A row by column name. Integers are numbers in both engines. */
export type Row = Record<string, unknown>;

/** Converts the time in a column to ISO 8601 UTC with milliseconds. */
export const isoTime = (ms: unknown): string => new Date(ms as number).toISOString();

/** Rows that are passed to a statement as one JSON parameter. The statement reads them as the table `r`. */
type Records = { columns: Readonly<Record<string, ColumnType>>; json: string };
type ColumnType = 'TEXT' | 'BIGINT';

/** A row with the given columns. */
export type RowOf<Columns> = {
  readonly [Name in keyof Columns]: Columns[Name] extends 'TEXT' ? string : number;
};

/** An SQL statement for both SQLite and Postgres, split into text, values and records. */
export class Statement {
  constructor(readonly pieces: readonly (string | { value: SqlValue } | Records)[]) {}
}

/** Builds a statement from a template. Interpolated values become parameters, and statements become fragments. */
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

/** Passes rows to a statement as a `FROM` source named `r` with the given columns; quote names with capitals in it. */
export const records = <C extends string>(
  columns: Readonly<Record<C, ColumnType>>,
  rows: readonly Readonly<Record<C, SqlValue>>[],
): Records => ({ columns, json: JSON.stringify(rows) });

/** The SQL that differs between SQLite and Postgres. */
export type Dialect = {
  /** Returns the SQL of the n-th parameter, counted from 1. */
  parameter: (n: number) => string;
  /** Returns the SQL that reads a JSON parameter as the table `r`. */
  records: (parameter: string, columns: Records['columns']) => string;
};

/** Renders a statement as SQL and parameters for an engine. */
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
 * The body of a transaction: yields statements and receives their rows. It is a generator instead of an async
 * function, so that SQLite runs it within one event loop turn, during which nothing else uses the connection.
 */
export type Work<T> = Generator<Statement, T, Row[]>;

/** A database. Implementations handle timeouts and retries, and throw the driver's errors. */
export type Database = {
  engine: 'sqlite' | 'postgres';
  read: (statement: Statement) => Promise<Row[]>;
  /** Runs a durable, idempotent write. */
  write: (statement: Statement) => Promise<Row[]>;
  /**
   * Runs one durable transaction. `work` may be called several times.
   * @param options.sync false makes SQLite skip the sync to disk, which can block the process for a second. The write
   * then survives a crash of the process, but not necessarily a power failure.
   */
  transaction: <T>(work: () => Work<T>, options?: { sync?: boolean }) => Promise<T>;
  /** Returns the size of the database in bytes. */
  size: () => Promise<number>;
  /** Updates the planner's statistics. Otherwise queries can be slow after a bulk load. */
  analyze: () => Promise<void>;
  close: () => Promise<void>;
};

/** Result of inspecting a store without changing it. */
export type StoreFacts = {
  /** Version of the store's schema; 0 for a new store. */
  version: number;
  /** The schema version of this release of Satchel. */
  expected: number;
  /** Whether a row could be written; the write was rolled back. */
  isWritable: boolean;
};

/** Runs an operation, and observes when it starts, ends and fails. */
export type ObserveStore = <T>(
  engine: Database['engine'],
  operation: 'read' | 'write' | 'transaction',
  run: () => Promise<T>,
) => Promise<T>;

/** Wraps a database so that its reads, writes and transactions are observed. */
export function observedDatabase(database: Database, observe: ObserveStore): Database {
  const { engine } = database;
  return {
    ...database,
    read: (statement) => observe(engine, 'read', () => database.read(statement)),
    write: (statement) => observe(engine, 'write', () => database.write(statement)),
    transaction: (work, options) => observe(engine, 'transaction', () => database.transaction(work, options)),
  };
}

/** Creates the error for callers if the store cannot be read or written. The cause is only logged. */
export function storeUnavailable(cause: unknown): UpstreamUnavailableError {
  return new UpstreamUnavailableError(
    'store-unavailable',
    'The store is unavailable; try again in 1 s',
    { retryAfterSeconds: 1 },
    cause,
  );
}

/**
 * Waits for `work`, but not longer than until `signal` is aborted.
 * @throws UpstreamUnavailableError (`store-unavailable`) if `work` fails or the signal is aborted first
 */
export async function orUnavailable<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await (signal === undefined ? work : abortable(work, signal));
  } catch (cause) {
    throw storeUnavailable(cause);
  }
}

/** Primary result codes of SQLite that callers handle (https://sqlite.org/rescode.html). */
const PRIMARY_CODES = {
  PERM: 3,
  BUSY: 5,
  LOCKED: 6,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  NOTADB: 26,
};
type SqliteFailure = keyof typeof PRIMARY_CODES;

/** Checks whether an error of the driver is one of the given failures. */
export function isSqliteError(error: unknown, ...failures: SqliteFailure[]): boolean {
  // The low byte of an extended code is the primary code.
  const primary = ((error as { errcode?: number }).errcode ?? 0) & 0xff;
  return failures.some((failure) => PRIMARY_CODES[failure] === primary);
}

/** Called when the store stops taking writes, with the driver's error, and when it takes them again. */
export type OnWritable = (isWritable: boolean, cause?: unknown) => void;

/** Postgres's codes for a full disk and a read-only transaction (appendix A of its manual). */
const POSTGRES_CODES: readonly unknown[] = ['53100', '25006'];

/** Checks whether a failed write means that the store cannot take new records: its disk is full or read-only. */
export const isNotWritable = (cause: unknown): boolean =>
  isSqliteError(cause, 'FULL', 'READONLY', 'IOERR') ||
  POSTGRES_CODES.includes((cause as { code?: unknown }).code);

/** On a full disk, some small writes still succeed. The store counts as writable after this time without a failure. */
const SETTLED_MS = 10_000;

/** Watches writes and reports when the store stops taking them and when it takes them again. */
export class WriteWatch {
  private failedAt: number | undefined;

  /**
   * @param now a monotonic clock, in ms
   * @param isFailure whether an error means that the store takes no writes
   */
  constructor(
    private readonly onWritable: OnWritable = () => undefined,
    private readonly now: () => number = () => performance.now(),
    private readonly isFailure: (cause: unknown) => boolean = isNotWritable,
  ) {}

  /**
   * Waits for a write.
   * @throws what `work` throws
   */
  async run<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work;
      if (this.failedAt !== undefined && this.now() - this.failedAt >= SETTLED_MS) {
        this.failedAt = undefined;
        this.onWritable(true);
      }
      return result;
    } catch (cause) {
      if (this.isFailure(cause)) {
        const isFirst = this.failedAt === undefined;
        this.failedAt = this.now();
        if (isFirst) this.onWritable(false, cause);
      }
      throw cause;
    }
  }
}
