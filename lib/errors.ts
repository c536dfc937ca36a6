import type { ErrorReason } from './error-reasons';

/**
 * Errors thrown by handlers and sources. `lib/rpc/errors.ts` maps each to its JSON-RPC code. They are distinguished
 * by `name`, not by `instanceof`, because the HTTP server and Next load this file in two bundles.
 */
export type ErrorData = Record<string, unknown>;

/** Thrown for invalid input. `message` says what is wrong and what is expected. */
export class InvalidInputError extends Error {
  override readonly name = 'InvalidInputError';
  /**
   * @param reason code in the closed list, sent as `data.reason`
   * @param path location in `params`, such as `params[0].btcPublicKey`; added by the params parser
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

/**
 * Thrown for an unusable setting. The message begins with the variable and is safe to show: it contains no address
 * or secret.
 */
export class UnusableSettingError extends Error {
  override readonly name = 'UnusableSettingError';
  constructor(variable: string, problem: string, cause?: unknown) {
    super(`${variable}: ${problem}`, { cause });
  }
}

/** Thrown if no upstream gave a usable answer after retries. Callers must not turn it into an empty list. */
export class UpstreamUnavailableError extends Error {
  override readonly name = 'UpstreamUnavailableError';
  /**
   * @param message message for the caller, without upstream addresses and keys
   * @param cause the error to log
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

/** Recognizes the error by its name, like all errors in this file. */
export function isUpstreamUnavailable(thrown: unknown): thrown is UpstreamUnavailableError {
  return thrown instanceof Error && thrown.name === 'UpstreamUnavailableError';
}

/** Thrown if a plain node cannot answer the call. The message names the variable for an endpoint that can. */
export class NeedsIndexError extends Error {
  override readonly name = 'NeedsIndexError';
  readonly reason = 'needs-index';
  /** @param what beginning of the message, such as the method's name */
  constructor(
    what: string,
    chainId: number,
    readonly data: ErrorData = {},
  ) {
    super(`${what} needs an index, which a node does not have; set SOLANA_DAS_URL_${chainId}`);
  }
}

/** Thrown if the service is overloaded; a later call may succeed. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError';
  readonly reason = 'overloaded';
  readonly data = { retryAfterSeconds: 1 };
  constructor() {
    super('The service is overloaded; try again in 1 s');
  }
}

/** Thrown if the chain is not supported. */
export class UnsupportedChainError extends Error {
  override readonly name = 'UnsupportedChainError';
  constructor(
    readonly chainId: number,
    readonly supported: readonly number[],
  ) {
    super(`Unsupported chainId: ${chainId}`);
  }
}
