import { EVM_CHAINS } from '@/lib/evm/chains.generated';
import { SAMPLE_EVM_CHAIN } from '@/lib/evm/evm-chain';

/** What the environment says about EVM chains. */
export type EvmSettings = {
  evmChains?: readonly number[] | undefined;
  evmRpcUrls: ReadonlyMap<number, readonly string[]>;
  sampleNetwork: boolean;
};

/** Whether the embedded EVM chain is served: an endpoint that is set for it (a local node) takes its place. */
export const servesSampleEvmChain = ({ sampleNetwork, evmRpcUrls }: EvmSettings): boolean =>
  sampleNetwork && !evmRpcUrls.has(SAMPLE_EVM_CHAIN.chainId);

/** Ids of the EVM chains that are served: those of `EVM_CHAINS`, else all that are known or have an endpoint. */
export function servedEvmChains(env: EvmSettings): number[] {
  const listed = env.evmChains ?? [...EVM_CHAINS.map(({ chainId }) => chainId), ...env.evmRpcUrls.keys()];
  return [...new Set([...listed, ...(servesSampleEvmChain(env) ? [SAMPLE_EVM_CHAIN.chainId] : [])])];
}

/** The public endpoint of each cluster (Solana documentation, Clusters). */
const PUBLIC_SOLANA_URLS: [chainId: number, urls: readonly string[]][] = [
  [101, ['https://api.mainnet-beta.solana.com']],
  [102, ['https://api.testnet.solana.com']],
  [103, ['https://api.devnet.solana.com']],
];

/** Endpoints of the Solana chains that are read over the network: the configured ones over the public ones. */
export function solanaNodeUrls(env: {
  solanaRpcUrls: ReadonlyMap<number, readonly string[]>;
}): Map<number, readonly string[]> {
  return new Map([...PUBLIC_SOLANA_URLS, ...env.solanaRpcUrls]);
}
