import type { RequestScope } from '@/lib/promises/request-scope';
import { DEFAULT_POLICY, withRetries } from './retry';
import type { Transport } from './transport-type';

/** A pause gains nothing: the node is in this process. */
const POLICY = { ...DEFAULT_POLICY, backoffMs: 0 };
const ENDPOINTS = [{ waitMs: () => 0, noteNextTry: () => {} }];

/**
 * A transport to a node in this process, with the retry policy of every transport.
 * @param answer an `RpcHandler`, or one that takes parameters by name
 */
export function localTransport(
  answer: (method: string, params: never, scope: RequestScope) => Promise<unknown>,
): Transport {
  return (method, params, scope, options) => {
    const attempt = async () => ({ result: await answer(method, params as never, scope) });
    return withRetries(ENDPOINTS, attempt, POLICY, method, scope, options);
  };
}
