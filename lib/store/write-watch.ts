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
