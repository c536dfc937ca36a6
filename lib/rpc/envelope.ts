import { RpcError } from './errors';

/** A request whose envelope is sound. Params and method are still as they were sent. */
export type RpcRequest = {
  /** JSON text of the id to echo: contract §1. */
  idText: string;
  method: string;
  params: unknown;
  /** As it stands in the body; undefined when it does not. */
  chainId: unknown;
};

/** The id that a missing one stands for (contract §1). */
const DEFAULT_ID_TEXT = '1';

/** The id that an answer must carry, as JSON text; null when it is of a type that is not allowed. */
export function idTextOf(request: unknown): string | null {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return null;
  if (!Object.hasOwn(request, 'id')) return DEFAULT_ID_TEXT;
  const { id } = request as { id: unknown };
  if (id === null) return 'null';
  if (typeof id === 'string') return JSON.stringify(id);
  if (typeof id === 'bigint') return String(id);
  if (Object.is(id, -0)) return '-0';
  return Number.isSafeInteger(id) ? String(id) : null;
}

/**
 * Checks the envelope (contract §1).
 * @param idText what `idTextOf` returned
 * @throws RpcError invalidRequest
 */
export function readEnvelope(request: unknown, idText: string | null): RpcRequest {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) {
    throw new RpcError(
      'invalidRequest',
      'not-an-object',
      'A request is an object {"jsonrpc","id","method","params"}',
    );
  }
  if (idText === null) {
    throw new RpcError('invalidRequest', 'invalid-id', 'id must be a string, an integer or null');
  }
  const { jsonrpc, method, params, chainId } = request as Record<string, unknown>;
  if (jsonrpc !== undefined && jsonrpc !== '2.0') {
    throw new RpcError('invalidRequest', 'invalid-version', 'jsonrpc must be the string "2.0"');
  }
  if (typeof method !== 'string' || method === '') {
    throw new RpcError('invalidRequest', 'invalid-method', 'method must be a string: the name of a method');
  }
  return { idText, method, params, chainId };
}

/**
 * The chain that a request names in its body or as `?chainId=`, undefined when in neither.
 * @throws RpcError invalidParams when it is no positive integer, or the two differ
 */
export function readChainId(inBody: unknown, inQuery: readonly string[]): number | undefined {
  let chainId: number | undefined;
  if (inBody !== undefined) {
    if (typeof inBody !== 'number' || !isChainId(inBody))
      throw invalidChainId('chainId must be a positive integer');
    chainId = inBody;
  }
  for (const text of inQuery) {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (!isChainId(value)) throw invalidChainId('The chainId in the URL must be a positive integer');
    if (chainId !== undefined && chainId !== value) {
      throw new RpcError(
        'invalidParams',
        'conflicting-chain-id',
        `chainId ${chainId} and ${value} are both given; send one, or the same twice`,
        { path: 'chainId' },
      );
    }
    chainId = value;
  }
  return chainId;
}

const isChainId = (value: number) => Number.isSafeInteger(value) && value > 0;

const invalidChainId = (message: string) =>
  new RpcError('invalidParams', 'invalid-chain-id', message, { path: 'chainId' });
