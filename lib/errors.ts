import type { ErrorReason } from './error-reasons';

/**
 * The ways in which a pure subject or a source can say no. `lib/rpc/errors.ts` turns each into its
 * JSON-RPC code; nothing else is expected to leave a handler. They are told apart by `name`, never by
 * `instanceof`: the HTTP server and Next load this file in two bundles of one process.
 */
export type ErrorData = Record<string, unknown>;

/** The caller sent something wrong. `message` says what was wrong and what would be right. */
export class InvalidInputError extends Error {
  override readonly name = 'InvalidInputError';
  /**
   * @param reason word of the closed list, sent as `data.reason`
   * @param path where in `params` it stands, such as `params[0].btcPublicKey`; added by the reader of params
   */
  constructor(
    readonly reason: ErrorReason,
    message: string,
    readonly data: ErrorData = {},
    readonly path?: string,
  ) {
    super(message);
  }
}

/** A setting cannot be used. The message begins with its variable and names no address or secret: it may be shown. */
export class UnusableSettingError extends Error {
  override readonly name = 'UnusableSettingError';
  constructor(variable: string, problem: string, cause?: unknown) {
    super(`${variable}: ${problem}`, { cause });
  }
}

/** An upstream did not answer, or not with something usable, after retries. Never an empty list instead. */
export class UpstreamUnavailableError extends Error {
  override readonly name = 'UpstreamUnavailableError';
  /**
   * @param message for the caller: names no upstream address and no key
   * @param cause for the log
   */
  constructor(
    readonly reason: ErrorReason,
    message: string,
    readonly data: ErrorData = {},
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** Told by its name, as all of them are. */
export function isUpstreamUnavailable(thrown: unknown): thrown is UpstreamUnavailableError {
  return thrown instanceof Error && thrown.name === 'UpstreamUnavailableError';
}

/** There is no room for this call now; a later one may find some. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError';
  readonly reason = 'overloaded';
  readonly data = { retryAfterSeconds: 1 };
  constructor() {
    super('The service is overloaded; try again in 1 s');
  }
}

/** The chain is not one that this service serves. */
export class UnsupportedChainError extends Error {
  override readonly name = 'UnsupportedChainError';
  constructor(
    readonly chainId: number,
    readonly supported: readonly number[],
  ) {
    super(`Unsupported chainId: ${chainId}`);
  }
}
