import { hasOtherCreate2Rule } from '@/lib/evm/evm-chain';
import type { Ports } from '@/lib/services/ports';
import type { Method, MethodGroup } from './define-method';
import { type Envelope, readChainId, readEnvelope } from './envelope';
import { type NodeMethod, nodeMethod } from './node-methods';
import type { Registry, RequestContext } from './request-context';
import { RpcError } from './rpc-errors';

/** A call with a valid envelope, method and chain. Its params are not checked yet. */
export type ReadCall = {
  method: Method;
  params: unknown;
  chainId: number;
  chainIdGiven: boolean;
  /** Cache key of the call's response; undefined if the response is not cached. */
  cacheKey: string | undefined;
};

/** A call of a method of the chain's node, with a valid envelope and chain. */
export type NodeCall = { node: NodeMethod; params: unknown; chainId: number };

/** The service discovery method of OpenRPC. It needs no chain. */
export const DISCOVER = 'rpc.discover';

/**
 * Reads one request of a body.
 * @param idText the result of `idTextOf` for the request
 * @returns the call of a method of this service or of a node, or `rpc.discover`
 * @throws RpcError
 */
export function readCall(
  item: unknown,
  idText: string | null,
  ports: Ports,
  context: RequestContext,
): ReadCall | NodeCall | typeof DISCOVER {
  const request = readEnvelope(item, idText);
  if (request.method === DISCOVER) return DISCOVER;
  const { registry, group, forwards } = context;
  const { params } = request;
  const isForwarding = group === 'solana' && forwards;
  const method =
    registry.find(group, request.method) ?? (isForwarding ? nodeMethod(request.method) : undefined);
  if (method === undefined) throw unknownMethod(registry, group, request);
  checkAllowed(method, context);
  const given = readChainId(request.chainId, context.queryChainIds);
  if ('level' in method) {
    const chainId = servedChain({ group, chainId: 'required' }, given, ports);
    checkForwarded(method, chainId, ports);
    return { node: method, params, chainId };
  }
  const chainId = servedChain(method, given, ports);
  const key = method.responseCache?.cacheKey(params);
  return {
    method,
    params,
    chainId,
    chainIdGiven: given !== undefined,
    cacheKey: key === undefined ? undefined : `${method.name} ${chainId} ${key}`,
  };
}

/**
 * Checks that calls of a node's method are forwarded on a chain.
 * @throws RpcError
 */
function checkForwarded({ name, level }: NodeMethod, chainId: number, { settings }: Ports): void {
  const allowed = settings.solanaForward.get(chainId) ?? 'read';
  if (allowed === 'all' || allowed === level) return;
  throw new RpcError(
    'methodNotFound',
    'method-not-forwarded',
    `${name} is not forwarded to the node of chain ${chainId}; that requires SOLANA_FORWARD_${chainId}=${level}`,
  );
}

const unknownMethod = (registry: Registry, group: MethodGroup, { method }: Envelope) =>
  new RpcError(
    'methodNotFound',
    'method-not-found',
    `Unknown method on /${group}: ${JSON.stringify(method)}`,
    {
      methods: registry.names(group),
    },
  );

/**
 * Checks that the project may call the method.
 * @throws RpcError if the project's list of allowed methods does not contain the method
 */
function checkAllowed({ name }: { name: string }, { access, registry, group }: RequestContext): void {
  const allowed = access?.methods;
  if (allowed === undefined || allowed.has(name)) return;
  throw new RpcError(
    'methodNotAllowedForProject',
    'method-not-allowed-for-project',
    `This project may not call ${name}`,
    { methods: registry.names(group).filter((other) => allowed.has(other)) },
  );
}

function servedChain(
  method: Pick<Method, 'group' | 'chainId'>,
  given: number | undefined,
  ports: Ports,
): number {
  const supported = method.group === 'solana' ? ports.solana.chainIds : ports.evm.chainIds;
  if (given === undefined && method.chainId === 'required') {
    throw new RpcError(
      'invalidParams',
      'missing-chain-id',
      `chainId is required: one of ${supported.join(', ')}`,
      { path: 'chainId', supported },
    );
  }
  const chainId = given ?? ports.settings.defaultEvmChainId;
  if (method.group === 'evm-chain' && hasOtherCreate2Rule(chainId))
    throw new RpcError(
      'unsupportedChain',
      'unsupported-derivation',
      `Chain ${chainId} derives contract addresses by another rule (ZK Stack), so the account has no known address there`,
      { supported },
    );
  if (!supported.includes(chainId)) {
    throw new RpcError('unsupportedChain', 'unsupported-chain', `Unsupported chainId: ${chainId}`, {
      supported,
      // Only EVM chains can be supported without having an endpoint.
      ...(method.group === 'evm-chain' ? { withoutEndpoint: ports.evm.withoutEndpoint } : {}),
    });
  }
  return chainId;
}
