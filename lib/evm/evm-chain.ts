/** What the service needs to know about an EVM chain. */
export type EvmChain = {
  chainId: number;
  name: string;
  testnet: boolean;
  /** Public endpoints in order of preference; empty if none is known. */
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
