import type { RequestScope } from '@/lib/promises/request-scope';
import type { AccountPlace, AccountState } from './account-state';

/** What is asked of EVM chains. */
export type EvmSource = {
  /** The chains that are served, ascending. */
  chainIds: readonly number[];
  /** Those of `chainIds` that have no endpoint, ascending. */
  withoutEndpoint: readonly number[];
  /**
   * Whether contract code stands at the address: neither empty nor an EIP-7702 delegation (`0xef01…`).
   * Asked of the chain, or answered from a short memory of its answer; never guessed.
   * @throws UpstreamUnavailableError when the chain cannot be asked (reason `no-endpoint` when none is set)
   * @throws UnsupportedChainError
   */
  isDeployed: (chainId: number, address: string, scope: RequestScope) => Promise<boolean>;
  /**
   * What the chain says of an account and of what it needs there, at most 15 s old (contract §4). Only `isDeployed` must be known;
   * what else is not known says why.
   * @throws UpstreamUnavailableError as `isDeployed` does
   * @throws UnsupportedChainError
   */
  readAccountState: (chainId: number, place: AccountPlace, scope: RequestScope) => Promise<AccountState>;
};
