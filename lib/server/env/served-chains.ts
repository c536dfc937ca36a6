import { EVM_CHAINS } from '@/lib/evm/chains.generated';
import { SAMPLE_EVM_CHAIN } from '@/lib/evm/evm-chain';

/** The settings that determine which EVM chains are served. */
export type EvmSettings = {
  evmChains?: readonly number[] | undefined;
  evmRpcUrls: ReadonlyMap<number, readonly string[]>;
  sampleNetwork: boolean;
};

/**
 * Checks whether the embedded EVM chain is served. Configuring an endpoint for its chain id (a
 * local node) replaces it.
 */
export const servesSampleEvmChain = ({ sampleNetwork, evmRpcUrls }: EvmSettings): boolean =>
  sampleNetwork && !evmRpcUrls.has(SAMPLE_EVM_CHAIN.chainId);

/**
 * Returns the ids of the served EVM chains: those in `EVM_CHAINS`; by default all built-in chains and those with a
 * configured endpoint.
 */
export function servedEvmChains(env: EvmSettings): number[] {
  const listed = env.evmChains ?? [...EVM_CHAINS.map(({ chainId }) => chainId), ...env.evmRpcUrls.keys()];
  return [...new Set([...listed, ...(servesSampleEvmChain(env) ? [SAMPLE_EVM_CHAIN.chainId] : [])])];
}

/** Returns the default chain of BTC lookups: the first of `EVM_CHAINS`, or Ethereum. */
export const defaultEvmChain = ({ evmChains }: Pick<EvmSettings, 'evmChains'>): number => evmChains?.[0] ?? 1;

/** Public endpoints of each cluster (Solana documentation, Clusters). */
const PUBLIC_SOLANA_URLS: [chainId: number, urls: readonly string[]][] = [
  [101, ['https://api.mainnet-beta.solana.com']],
  [102, ['https://api.testnet.solana.com']],
  [103, ['https://api.devnet.solana.com']],
];

/**
 * Returns the endpoints of each Solana chain except the sample network: the configured ones,
 * otherwise the public ones.
 */
export function solanaNodeUrls(env: {
  solanaRpcUrls: ReadonlyMap<number, readonly string[]>;
}): Map<number, readonly string[]> {
  return new Map([...PUBLIC_SOLANA_URLS, ...env.solanaRpcUrls]);
}
