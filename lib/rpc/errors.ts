import type { ErrorReason } from '@/lib/error-reasons';
import type { ErrorData } from '@/lib/errors';

/**
 * The closed list of JSON-RPC errors: contract §2. `http` is the status of an answer that is this error alone;
 * inside a batch every item travels under 200.
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
  limitExceeded: { code: -32005, http: 429 },
  answerTooLarge: { code: -32005, http: 200 },
  authenticationFailed: { code: 40102, http: 401 },
  crossOrigin: { code: -32600, http: 403 },
} as const;

export type RpcErrorName = keyof typeof RPC_ERRORS;

/** An error as it goes over the wire (JSON-RPC 2.0 §5.1). `data.reason` is a word of a closed list. */
export type WireError = { code: number; message: string; data: ErrorData & { reason: ErrorReason } };

/** A JSON-RPC error raised by the protocol layer itself. Subjects and sources throw those of `lib/errors.ts`. */
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

/** Longest message and string that an error may carry: a caller's own megabyte is not sent back to it. */
const MAX_TEXT = 300;

const cut = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

/**
 * Any thrown value as the wire error that the caller may see, and whether it was a fault of ours (then the log
 * wants the cause). Told apart by `name` because the classes exist once per bundle.
 */
export function toWireError(thrown: unknown): { error: RpcErrorName; wire: WireError } {
  const known = thrown as Partial<RpcError> & { chainId?: number; supported?: number[]; path?: string };
  switch (thrown instanceof Error ? thrown.name : '') {
    case 'RpcError':
      return wired(known.error ?? 'internalError', known);
    case 'InvalidInputError':
      return wired('invalidParams', {
        ...pick(known),
        data: known.path === undefined ? { ...known.data } : { path: known.path, ...known.data },
      });
    case 'UpstreamUnavailableError':
      // The whole service needs the store, so a balancer should try another instance.
      return wired(known.reason === 'store-unavailable' ? 'unavailable' : 'upstreamUnavailable', known);
    case 'OverloadedError':
      return wired('unavailable', known);
    case 'UnsupportedChainError':
      return wired('unsupportedChain', {
        reason: 'unsupported-chain',
        message: known.message ?? '',
        data: { supported: known.supported },
      });
    default:
      return wired('internalError', { reason: 'internal-error', message: 'Internal error' });
  }
}

type Wirable = { reason?: ErrorReason; message?: string; data?: ErrorData };

const pick = ({ reason, message, data }: Wirable): Wirable => ({
  ...(reason === undefined ? {} : { reason }),
  ...(message === undefined ? {} : { message }),
  ...(data === undefined ? {} : { data }),
});

function wired(error: RpcErrorName, from: Wirable) {
  return {
    error,
    wire: {
      code: RPC_ERRORS[error].code,
      message: cut(from.message ?? 'Internal error'),
      data: { reason: from.reason ?? 'internal-error', ...from.data },
    },
  };
}
