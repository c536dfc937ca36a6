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
