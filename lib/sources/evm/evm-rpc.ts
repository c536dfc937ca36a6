import { setMaxListeners } from 'node:events';
import { cacheEntries } from '@/lib/cache-sizes';
import { UnsupportedChainError, UpstreamUnavailableError } from '@/lib/errors';
import type { AccountState } from '@/lib/evm/account-state';
import type { EvmSource } from '@/lib/evm/evm-source';
import { Coalescer } from '@/lib/promises/coalesce';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { BatchingTransport } from '@/lib/sources/transport/transport-type';
import { deadlineExceeded } from '@/lib/sources/transport/upstream-errors';
import { TtlCache } from '@/lib/ttl-cache';
import { askIsDeployed } from './contract-code';
import { readAccountState } from './read-account-state';

/** How long "not deployed" is remembered, and all else that changes: an account may be deployed at any time. */
const STATE_TTL_MS = 15_000;
/** How long "deployed" is: nothing undeploys an account's proxy. */
const DEPLOYED_TTL_MS = 24 * 3_600_000;

/**
 * EVM chains asked over JSON-RPC.
 * @param chains transports by chain id; undefined for a served chain without an endpoint
 */
export function rpcEvmSource(chains: ReadonlyMap<number, BatchingTransport | undefined>): EvmSource {
  const chainIds = [...chains.keys()].sort((a, b) => a - b);
  const deployed = answers(new TtlCache<string, boolean>({ max: cacheEntries('deployedAccounts') }), (is) =>
    is ? DEPLOYED_TTL_MS : STATE_TTL_MS,
  );
  const states = answers(
    new TtlCache<string, AccountState>({ max: cacheEntries('accountStates') }),
    () => STATE_TTL_MS,
  );

  function transportOf(chainId: number): BatchingTransport {
    if (!chains.has(chainId)) throw new UnsupportedChainError(chainId, chainIds);
    const transport = chains.get(chainId);
    if (transport !== undefined) return transport;
    const variable = `EVM_RPC_URL_${chainId}`;
    throw new UpstreamUnavailableError(
      'no-endpoint',
      `Chain ${chainId} has no endpoint to ask isDeployed of: set ${variable}`,
      { variable },
    );
  }

  return {
    chainIds,
    withoutEndpoint: chainIds.filter((chainId) => chains.get(chainId) === undefined),
    isDeployed: (chainId, address, scope) =>
      deployed(
        `${chainId}/${address}`,
        (anyone) => askIsDeployed(transportOf(chainId), address, anyone),
        scope,
      ),
    readAccountState(chainId, place, scope) {
      const { smartAccountAddress, factoryAddress, entryPointAddress, owner, index } = place;
      const key = [chainId, smartAccountAddress, factoryAddress, entryPointAddress, owner, index].join('/');
      return states(key, (anyone) => readAccountState(transportOf(chainId), place, anyone), scope);
    },
  };
}

/**
 * Remembers answers by key. Calls for one key at the same time are one call, which goes on as long as anyone waits for it.
 * @throws `deadline-exceeded` for who gives up
 */
function answers<T extends {}>(remembered: TtlCache<string, T>, ttlOf: (answer: T) => number) {
  const calls = new Coalescer<T>();
  return async (key: string, ask: (anyone: RequestScope) => Promise<T>, scope: RequestScope) => {
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const askAndRemember = async (anyone: RequestScope) => {
      const answer = await ask(anyone);
      remembered.set(key, answer, { ttl: ttlOf(answer) });
      return answer;
    };
    setMaxListeners(0, scope.signal); // a call of 100 configs adds 100 listeners, and removes each
    try {
      return await calls.run(key, askAndRemember, scope);
    } catch (thrown) {
      throw scope.signal.aborted ? deadlineExceeded(scope.signal) : thrown;
    }
  };
}
