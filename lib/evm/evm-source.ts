import type { RequestScope } from '@/lib/promises/request-scope';
import type { AccountPlace, AccountState } from './account-state';

/** Port for reading EVM chains. */
export type EvmSource = {
  /** Ids of the supported chains, in ascending order. */
  chainIds: readonly number[];
  /** Ids of the supported chains that have no endpoint, in ascending order. */
  withoutEndpoint: readonly number[];
  /**
   * Returns whether there is contract code at the address. An EIP-7702 delegation (`0xef01…`) does not count as code.
   * The result comes from the chain or a short-lived cache.
   * @throws UpstreamUnavailableError if the chain cannot be read (reason `no-endpoint` if no endpoint is configured)
   * @throws UnsupportedChainError
   */
  isDeployed: (chainId: number, address: string, scope: RequestScope) => Promise<boolean>;
  /**
   * Reads on-chain facts about an account and its contracts, at most 15 s old (contract §4). Fails if `isDeployed` is
   * unknown; for other unknown fields, `reasons` says why.
   * @throws UpstreamUnavailableError for the same reasons as `isDeployed`
   * @throws UnsupportedChainError
   */
  readAccountState: (chainId: number, place: AccountPlace, scope: RequestScope) => Promise<AccountState>;
};
