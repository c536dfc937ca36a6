import { isSqliteError } from './sqlite-error';

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
