import type { Later } from '@/lib/later';

/** What is asked of EVM chains. */
export type EvmSource = {
  /** The chains that are served, ascending. */
  chainIds: readonly number[];
  /**
   * Whether contract code stands at the address: neither empty nor an EIP-7702 delegation (`0xef01…`).
   * Asked of the chain, or at once of a short memory of its answer; never guessed.
   * @param waiter read only when the chain is really asked: a signal costs more than an answer from memory
   * @throws UpstreamUnavailableError when the chain cannot be asked (reason `no-endpoint` when none is set)
   * @throws UnsupportedChainError
   */
  isDeployed: (chainId: number, address: string, waiter: { readonly signal: AbortSignal }) => Later<boolean>;
};
