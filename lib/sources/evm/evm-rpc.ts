import { setMaxListeners } from 'node:events';
import { cacheEntries } from '@/lib/cache-sizes';
import { UnsupportedChainError, UpstreamUnavailableError } from '@/lib/errors';
import type { AccountPlace, AccountState } from '@/lib/evm/account-state';
import type { EvmSource } from '@/lib/evm/evm-source';
import { Coalescer } from '@/lib/promises/coalesce';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { SharedCache } from '@/lib/sources/shared-cache';
import type { BatchingTransport } from '@/lib/sources/transport/transport-type';
import { deadlineExceeded } from '@/lib/sources/transport/upstream-errors';
import { TtlCache } from '@/lib/ttl-cache';
import { askIsDeployed } from './contract-code';
import { readAccountState } from './read-account-state';

export type RpcEvmSourceOptions = {
  /** Transports by chain id; undefined for a served chain without an endpoint. */
  chains: ReadonlyMap<number, BatchingTransport | undefined>;
  /** How long "not deployed" is remembered: an account may be deployed at any time. Default 15 s. */
  notDeployedTtlMs?: number;
  /** How long "deployed" is: nothing undeploys an account's proxy. Default 24 h. */
  deployedTtlMs?: number;
  /** How long all else that a chain says of an account is. Default 15 s. */
  stateTtlMs?: number;
  /** The clock, in ms. */
  now?: () => number;
  /** What several instances remember together. */
  shared?: SharedCache | undefined;
};

type Answer = { deployed: boolean; until: number };

/**
 * EVM chains asked over JSON-RPC. Answers are remembered, those about an account's state for a moment; calls for one address
 * at the same time are one call, which goes on as long as anyone waits for it.
 */
export function rpcEvmSource(options: RpcEvmSourceOptions): EvmSource {
  const {
    chains,
    notDeployedTtlMs = 15_000,
    deployedTtlMs = 24 * 3_600_000,
    stateTtlMs = 15_000,
    now = () => performance.now(),
    shared,
  } = options;
  const chainIds = [...chains.keys()].sort((a, b) => a - b);
  const remembered = new TtlCache<string, Answer>({ max: cacheEntries('deployedAccounts') });
  const calls = new Coalescer<boolean>();
  const states = new TtlCache<string, { state: AccountState; until: number }>({
    max: cacheEntries('accountStates'),
    ttl: stateTtlMs,
  });
  const reads = new Coalescer<AccountState>();

  async function askAndRemember(
    key: string,
    transport: BatchingTransport,
    address: string,
    scope: RequestScope,
  ) {
    const deployed = await askTogether(key, transport, address, scope);
    const ttl = deployed ? deployedTtlMs : notDeployedTtlMs;
    remembered.set(key, { deployed, until: now() + ttl }, { ttl });
    return deployed;
  }

  async function readAndRemember(
    key: string,
    transport: BatchingTransport,
    place: AccountPlace,
    scope: RequestScope,
  ) {
    const state = await readAccountState(transport, place, scope);
    states.set(key, { state, until: now() + stateTtlMs });
    return state;
  }

  /**
   * Another instance's "deployed", else the chain's answer. "Not deployed" is not shared: two lifetimes
   * would add up.
   */
  async function askTogether(
    key: string,
    transport: BatchingTransport,
    address: string,
    scope: RequestScope,
  ) {
    if (shared === undefined) return askIsDeployed(transport, address, scope);
    const known = await shared.get(`deployed:${key}`);
    if (known === 'yes') return true;
    const deployed = await askIsDeployed(transport, address, scope);
    if (deployed) await shared.set(`deployed:${key}`, 'yes', deployedTtlMs);
    return deployed;
  }

  function transportOf(chainId: number): BatchingTransport {
    if (!chains.has(chainId)) throw new UnsupportedChainError(chainId, chainIds);
    const transport = chains.get(chainId);
    if (transport === undefined) throw noEndpoint(chainId);
    return transport;
  }

  return {
    chainIds,
    withoutEndpoint: chainIds.filter((chainId) => chains.get(chainId) === undefined),
    async isDeployed(chainId, address, scope) {
      const key = `${chainId}/${address}`;
      const answer = remembered.get(key);
      if (answer !== undefined && answer.until > now()) return answer.deployed;
      const transport = transportOf(chainId);
      return together(calls, key, (anyone) => askAndRemember(key, transport, address, anyone), scope);
    },
    async readAccountState(chainId, place, scope) {
      const { smartAccountAddress, factoryAddress, entryPointAddress, owner, index } = place;
      const key = [chainId, smartAccountAddress, factoryAddress, entryPointAddress, owner, index].join('/');
      const known = states.get(key);
      if (known !== undefined && known.until > now()) return known.state;
      const transport = transportOf(chainId);
      return together(reads, key, (anyone) => readAndRemember(key, transport, place, anyone), scope);
    },
  };
}

/** One call for all who ask at the same time. @throws `deadline-exceeded` for who gives up */
async function together<T>(
  calls: Coalescer<T>,
  key: string,
  call: (anyone: RequestScope) => Promise<T>,
  scope: RequestScope,
): Promise<T> {
  setMaxListeners(0, scope.signal); // a call of 100 configs adds 100 listeners, and removes each
  try {
    return await calls.run(key, call, scope);
  } catch (thrown) {
    throw scope.signal.aborted ? deadlineExceeded(scope.signal) : thrown;
  }
}

function noEndpoint(chainId: number): UpstreamUnavailableError {
  const variable = `EVM_RPC_URL_${chainId}`;
  return new UpstreamUnavailableError(
    'no-endpoint',
    `Chain ${chainId} has no endpoint to ask isDeployed of: set ${variable}`,
    { variable },
  );
}
