import type { ErrorReason } from '@/lib/error-reasons';
import type { ErrorData } from '@/lib/errors';

/**
 * The closed list of JSON-RPC errors (contract §2). `http` is the HTTP status if the response consists only of this
 * error; the status of a batch is 200.
 */
export const RPC_ERRORS = {
  parseError: { code: -32700, http: 200 },
  invalidRequest: { code: -32600, http: 200 },
  methodNotAllowed: { code: -32600, http: 405 },
  bodyTooLarge: { code: -32600, http: 413 },
  unsupportedMediaType: { code: -32600, http: 415 },
  methodNotFound: { code: -32601, http: 200 },
  methodNotAllowedForProject: { code: -32601, http: 200 },
  invalidParams: { code: -32602, http: 200 },
  internalError: { code: -32603, http: 200 },
  unsupportedChain: { code: -32001, http: 200 },
  upstreamUnavailable: { code: -32002, http: 200 },
  unavailable: { code: -32002, http: 503 },
  assetNotFound: { code: -32000, http: 200 },
  limitExceeded: { code: -32005, http: 429 },
  costAboveBurst: { code: -32005, http: 200 },
  answerTooLarge: { code: -32005, http: 200 },
  authenticationFailed: { code: 40102, http: 401 },
  crossOrigin: { code: -32600, http: 403 },
} as const;

export type RpcErrorName = keyof typeof RPC_ERRORS;

/** An error on the wire (JSON-RPC 2.0 §5.1). `data.reason` is a code from a closed list. */
export type WireError = { code: number; message: string; data: ErrorData & { reason: ErrorReason } };

/** A JSON-RPC error raised by the protocol layer. Other layers throw the errors of `lib/errors.ts`. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  constructor(
    readonly error: RpcErrorName,
    readonly reason: ErrorReason,
    message: string,
    readonly data: ErrorData = {},
  ) {
    super(message);
  }
}

/** Maximum length of a message or string in an error, so that errors do not echo large input. */
const MAX_TEXT = 300;

const cut = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

/**
 * Converts a thrown value to the error for the caller, and its name in `RPC_ERRORS`. Matches on `name` instead of
 * `instanceof`, because each bundle has its own copy of the error classes.
 */
export function toWireError(thrown: unknown): { error: RpcErrorName; wire: WireError } {
  const known = thrown as Partial<RpcError> & { path?: string };
  switch (thrown instanceof Error ? thrown.name : '') {
    case 'RpcError':
      return wired(known.error ?? 'internalError', known);
    case 'InvalidInputError':
      return wired('invalidParams', known, known.path === undefined ? {} : { path: known.path });
    case 'UpstreamUnavailableError':
      // Use 503, so that a load balancer tries another instance: this one cannot serve any caller without the store.
      return wired(known.reason === 'store-unavailable' ? 'unavailable' : 'upstreamUnavailable', known);
    case 'NeedsIndexError':
      return wired('methodNotFound', known);
    case 'LimitError':
      return wired(known.reason === 'cost-above-burst' ? 'costAboveBurst' : 'limitExceeded', known);
    case 'OverloadedError':
      return wired('unavailable', known);
    case 'UnsupportedChainError':
      return wired('unsupportedChain', known);
    default:
      return wired('internalError', {});
  }
}

type Wirable = { reason?: ErrorReason; message?: string; data?: ErrorData };

function wired(error: RpcErrorName, from: Wirable, place: { path?: string } = {}) {
  return {
    error,
    wire: {
      code: RPC_ERRORS[error].code,
      message: cut(from.message ?? 'Internal error'),
      data: { reason: from.reason ?? 'internal-error', ...place, ...from.data },
    },
  };
}
