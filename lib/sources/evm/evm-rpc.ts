import { cacheEntries } from '@/lib/cache-sizes';
import { UnsupportedChainError, UpstreamUnavailableError } from '@/lib/errors';
import type { AccountState } from '@/lib/evm/account-state';
import type { EvmSource } from '@/lib/evm/evm-source';
import { cachedCalls } from '@/lib/sources/cached-calls';
import type { BatchingTransport } from '@/lib/sources/transport/transport-type';
import { TtlCache } from '@/lib/ttl-cache';
import { readAccountState, readIsDeployed } from './read-account-state';

/** How long to cache "not deployed" and all other state that can change at any time, in ms. */
const STATE_TTL_MS = 15_000;
/** How long to cache "deployed", in ms. Long, because an account's proxy cannot be removed. */
const DEPLOYED_TTL_MS = 24 * 3_600_000;

/**
 * Creates a source that reads EVM chains over JSON-RPC.
 * @param chains transports by chain id; undefined for a supported chain without an endpoint
 */
export function rpcEvmSource(chains: ReadonlyMap<number, BatchingTransport | undefined>): EvmSource {
  const chainIds = [...chains.keys()].sort((a, b) => a - b);
  const deployed = cachedCalls(
    new TtlCache<string, boolean>({ max: cacheEntries('deployedAccounts'), ttl: DEPLOYED_TTL_MS }),
    (is) => (is ? DEPLOYED_TTL_MS : STATE_TTL_MS),
  );
  const states = cachedCalls(
    new TtlCache<string, AccountState>({ max: cacheEntries('accountStates'), ttl: STATE_TTL_MS }),
    () => STATE_TTL_MS,
  );

  function transportOf(chainId: number): BatchingTransport {
    if (!chains.has(chainId)) throw new UnsupportedChainError(chainId, chainIds);
    const transport = chains.get(chainId);
    if (transport !== undefined) return transport;
    const variable = `EVM_RPC_URL_${chainId}`;
    throw new UpstreamUnavailableError(
      'no-endpoint',
      `Chain ${chainId} has no endpoint, which isDeployed requires: set ${variable}`,
      { variable },
    );
  }

  return {
    chainIds,
    withoutEndpoint: chainIds.filter((chainId) => chains.get(chainId) === undefined),
    isDeployed: (chainId, address, scope) =>
      deployed(
        `${chainId}/${address}`,
        (anyone) => readIsDeployed(transportOf(chainId), address, anyone),
        scope,
      ),
    readAccountState(chainId, place, scope) {
      const { smartAccountAddress, factoryAddress, entryPointAddress, owner, index } = place;
      const key = [chainId, smartAccountAddress, factoryAddress, entryPointAddress, owner, index].join('/');
      return states(key, (anyone) => readAccountState(transportOf(chainId), place, anyone), scope);
    },
  };
}
