/** Thrown if a response body cannot be read. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  constructor(
    readonly reason: 'too-large' | 'encoding-not-allowed' | 'encoding-invalid',
    cause?: unknown,
  ) {
    super(reason, { cause });
  }
}

/** Checks for a BodyError by its name, because each bundle may have its own copy of the class. */
export const isBodyError = (thrown: unknown): thrown is BodyError =>
  thrown instanceof Error && thrown.name === 'BodyError';
