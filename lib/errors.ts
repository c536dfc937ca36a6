import type { ErrorReason } from './error-reasons';

/**
 * Additional fields of an error. Match errors by `name` instead of `instanceof`, because the HTTP server and Next each
 * load a separate copy of the classes. `lib/rpc/rpc-errors.ts` maps them to JSON-RPC codes.
 */
export type ErrorData = Record<string, unknown>;

/** An error that is sent to the caller. */
abstract class CallerError extends Error {
  /**
   * @param reason code in the closed list, sent as `data.reason`
   * @param message message for the caller, which must not contain addresses or keys of upstreams
   * @param cause the error to log
   */
  constructor(
    readonly reason: ErrorReason,
    message: string,
    readonly data: ErrorData = {},
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/** Thrown for invalid input. `message` describes the problem and the expected input. */
export class InvalidInputError extends CallerError {
  override readonly name = 'InvalidInputError';
  /** @param path location in `params`, such as `params[0].btcPublicKey`; added by the params parser */
  constructor(
    reason: ErrorReason,
    message: string,
    readonly path?: string,
    data?: ErrorData,
  ) {
    super(reason, message, data);
  }
}

/**
 * Thrown for an unusable setting. The message begins with the name of the variable and contains no address or secret.
 */
export class UnusableSettingError extends Error {
  override readonly name = 'UnusableSettingError';
  constructor(
    variable: string,
    readonly problem: string,
    cause?: unknown,
  ) {
    super(`${variable}: ${problem}`, { cause });
  }
}

/** The last attempt of an upstream call, for the log. */
export type UpstreamAttempt = {
  /** Label of the endpoint, such as `solana-101#1`; never its address. */
  endpoint: string;
  /** Its outcome, such as `http-503`, `timeout` or `rpc-error -32005`; `pending` if the deadline passed first. */
  upstreamStatus: string | undefined;
  /** Number of attempts at all endpoints; 0 if every endpoint was paused. */
  attempts: number;
};

/** Thrown if no upstream gave a usable response after retries. Callers must not return an empty list instead. */
export class UpstreamUnavailableError extends CallerError {
  override readonly name = 'UpstreamUnavailableError';
  /** For the log only; set by the retries. */
  attempt?: UpstreamAttempt;
}

/** Whether a thrown value is an `UpstreamUnavailableError`. */
export function isUpstreamUnavailable(thrown: unknown): thrown is UpstreamUnavailableError {
  return thrown instanceof Error && thrown.name === 'UpstreamUnavailableError';
}

/** Thrown if a chain's node answers a forwarded call with an error, which the caller gets unchanged. */
export class NodeError extends Error {
  override readonly name = 'NodeError';
  /** @param json JSON text of the error object */
  constructor(readonly json: Uint8Array) {
    super('The node answered with an error');
  }
}

/** Checks for a `NodeError` by its name, because each bundle may have its own copy of the class. */
export const isNodeError = (thrown: unknown): thrown is NodeError =>
  thrown instanceof Error && thrown.name === 'NodeError';

/** Thrown if the call needs an index. The message names the variable that sets an endpoint with an index. */
export class NeedsIndexError extends CallerError {
  override readonly name = 'NeedsIndexError';
  /** @param what beginning of the message, such as the method's name */
  constructor(what: string, chainId: number, data?: ErrorData) {
    const message = `${what} needs an index, which a node does not have; set SOLANA_DAS_URL_${chainId}`;
    super('needs-index', message, data);
  }
}

/** Thrown if the service is overloaded. A later call may succeed. */
export class OverloadedError extends CallerError {
  override readonly name = 'OverloadedError';
  constructor() {
    super('overloaded', 'The service is overloaded; try again in 1 s', { retryAfterSeconds: 1 });
  }
}

/** Thrown if a caller's limit does not allow the call. `data.retryAfterSeconds` is set if a later call may succeed. */
export class LimitError extends CallerError {
  override readonly name = 'LimitError';
}

/** Thrown if the chain is not supported. */
export class UnsupportedChainError extends CallerError {
  override readonly name = 'UnsupportedChainError';
  constructor(
    readonly chainId: number,
    readonly supported: readonly number[],
  ) {
    super('unsupported-chain', `Unsupported chainId: ${chainId}`, { supported });
  }
}
