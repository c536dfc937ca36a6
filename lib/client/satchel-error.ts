/** What a client itself refuses or runs into, beside the reasons of the service. */
export type ClientReason =
  | 'invalid-options'
  | 'server-key-in-page'
  | 'other-origin'
  | 'network-error'
  | 'timeout'
  | 'malformed-answer'
  | 'answer-over-limit';

type Details = { code?: number; data?: Record<string, unknown>; httpStatus?: number; cause?: unknown };

/** A call that failed: `reason` is `data.reason` of the service, or a word of the client's own. */
export class SatchelError extends Error {
  override readonly name = 'SatchelError';
  /** JSON-RPC code; undefined where the service did not answer with one. */
  readonly code: number | undefined;
  readonly data: Record<string, unknown>;
  /** Status of the HTTP answer; undefined where there was none. */
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

/** An error of the client's own. */
export const clientError = (reason: ClientReason, message: string, details?: Details) =>
  new SatchelError(reason, message, details);
