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

/**
 * Chains of the ZK Stack, by id. They derive contract addresses by another rule than `CREATE2` of Ethereum
 * (https://docs.zksync.io, "Differences from Ethereum"), so the account of a key has another address there.
 */
const ZK_STACK_CHAINS: ReadonlySet<number> = new Set([
  // Source: the chains of viem's list that have its ZKsync transactions. 260 is also Guru Network: an id cannot tell
  // them apart, and a missing address is better than a wrong one.
  324,
  300, 260, 270, 272, 2741, 11124, 626, 627, 1612127, 50104, 531050104, 61166, 978658,
  // Cronos zkEVM, Lens and its test network, Zero Network, and chains that viem's list lacks; source: the chain list of
  // https://docs.zksync.io and the documentation of Lens.
  388,
  232, 37111, 543210, 320, 325, 375, 1345, 36900, 51888,
]);

/** Whether a chain has another rule for `CREATE2` addresses, so that no account can be derived for it. */
export const hasOtherCreate2Rule = (chainId: number): boolean => ZK_STACK_CHAINS.has(chainId);
