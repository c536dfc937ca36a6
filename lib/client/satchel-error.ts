/** Error reasons of the client, in addition to those of the service. */
export type ClientReason =
  | 'invalid-options'
  | 'server-key-in-page'
  | 'other-origin'
  | 'network-error'
  | 'node-error'
  | 'timeout'
  | 'malformed-answer'
  | 'answer-over-limit';

type Details = { code?: number; data?: Record<string, unknown>; httpStatus?: number; cause?: unknown };

/** Thrown when a call fails. `reason` is the service's `data.reason`, or one of the client's reasons. */
export class SatchelError extends Error {
  override readonly name = 'SatchelError';
  /** JSON-RPC code; undefined if there was no JSON-RPC error. */
  readonly code: number | undefined;
  readonly data: Record<string, unknown>;
  /** HTTP status; undefined if there was no response. */
  readonly httpStatus: number | undefined;

  constructor(
    readonly reason: string,
    message: string,
    { code, data = {}, httpStatus, cause }: Details = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.data = data;
    this.httpStatus = httpStatus;
  }
}

/** Creates an error with one of the client's own reasons. */
export const clientError = (reason: ClientReason, message: string, details?: Details) =>
  new SatchelError(reason, message, details);
