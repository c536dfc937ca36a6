/** An EVM chain, as far as the service needs to know it. */
export type EvmChain = {
  chainId: number;
  name: string;
  testnet: boolean;
  /** Public endpoints, the preferred one first; empty when none is known. */
  rpcUrls: readonly string[];
  /** Block explorer: an address is at `{explorerUrl}/address/{address}`. */
  explorerUrl?: string;
};

/** The embedded sample network's EVM chain. */
export const SAMPLE_EVM_CHAIN: EvmChain = {
  chainId: 31337,
  name: 'Sample network',
  testnet: true,
  rpcUrls: [],
};
