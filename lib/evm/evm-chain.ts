/** Static data of an EVM chain. */
export type EvmChain = {
  chainId: number;
  name: string;
  testnet: boolean;
  /** Symbol of the native currency, which has 18 decimals. */
  symbol?: string;
  /** Public endpoints in order of preference; empty if no public endpoint is known. */
  rpcUrls: readonly string[];
  /** URL of a block explorer, which shows an address at `{explorerUrl}/address/{address}`. */
  explorerUrl?: string;
};

/** EVM chain of the embedded sample network. */
export const SAMPLE_EVM_CHAIN: EvmChain = {
  chainId: 31337,
  name: 'Sample network',
  testnet: true,
  symbol: 'ETH',
  rpcUrls: [],
};
