import { writeJson } from '@/lib/json/exact-write';
import type { RequestScope } from '@/lib/promises/request-scope';
import { completeBatch } from './batch';
import { DEFAULT_POLICY, withRetries } from './retry';
import type { BatchCall, BatchingTransport, Forward, ForwardingTransport, Transport } from './transport-type';
import { isUpstreamCallError } from './upstream-errors';

/** No backoff is needed, because the node is in this process. */
const POLICY = { ...DEFAULT_POLICY, backoffMs: 0 };
const ENDPOINTS = [
  {
    label: 'embedded',
    lastFault: undefined,
    waitMs: () => 0,
    probeMs: () => 0,
    rateLimitMs: () => 0,
    noteNextTry: () => {},
  },
];

/**
 * Creates a transport to a node in this process, with the same retry policy as every transport.
 * @param answer an `RpcHandler`, or a handler that takes parameters by name
 */
export function localTransport(
  answer: (method: string, params: never, scope: RequestScope) => Promise<unknown>,
): BatchingTransport & ForwardingTransport {
  const transport: Transport = (method, params, scope, options) => {
    const attempt = async () => ({ result: await answer(method, params as never, scope) });
    return withRetries(ENDPOINTS, attempt, POLICY, method, scope, options);
  };
  const forward: Forward = async ({ method, params = '[]' }, scope) => {
    try {
      return Buffer.from(writeJson(await answer(method, JSON.parse(params) as never, scope)));
    } catch (thrown) {
      if (isUpstreamCallError(thrown))
        thrown.json = Buffer.from(JSON.stringify({ code: thrown.code, message: thrown.message }));
      throw thrown;
    }
  };
  return Object.assign(transport, {
    forward,
    batch: (calls: readonly BatchCall[], scope: RequestScope) => completeBatch(transport, calls, [], scope),
  });
}
