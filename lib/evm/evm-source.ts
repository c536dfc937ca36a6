import type { RequestScope } from '@/lib/promises/request-scope';
import type { AccountPlace, AccountState } from './account-state';

/** Port of the EVM chains. */
export type EvmSource = {
  /** The supported chains, ascending. */
  chainIds: readonly number[];
  /** Those of `chainIds` that have no endpoint, ascending. */
  withoutEndpoint: readonly number[];
  /**
   * Whether there is contract code at the address: neither empty nor an EIP-7702 delegation (`0xef01…`). Comes from the
   * chain, or a short-lived cache; never guessed.
   * @throws UpstreamUnavailableError when the chain cannot be read (reason `no-endpoint` when none is configured)
   * @throws UnsupportedChainError
   */
  isDeployed: (chainId: number, address: string, scope: RequestScope) => Promise<boolean>;
  /**
   * On-chain facts about an account and its contracts, at most 15 s old (contract §4). Only `isDeployed` must be known;
   * other unknown fields have a reason.
   * @throws UpstreamUnavailableError as `isDeployed` does
   * @throws UnsupportedChainError
   */
  readAccountState: (chainId: number, place: AccountPlace, scope: RequestScope) => Promise<AccountState>;
};
