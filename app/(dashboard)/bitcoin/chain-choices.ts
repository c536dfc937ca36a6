import type { ChainChoice } from '@/lib/dashboard/bitcoin-view';
import { EVM_CHAINS } from '@/lib/evm/chains.generated';
import { SAMPLE_EVM_CHAIN } from '@/lib/evm/evm-chain';
import { getService } from '@/lib/server/shared-service';

const KNOWN = new Map([...EVM_CHAINS, SAMPLE_EVM_CHAIN].map((chain) => [chain.chainId, chain]));

/** Returns the default chain for lookups. */
export async function defaultLookUpChain(): Promise<number> {
  return (await getService()).ports.settings.defaultEvmChainId;
}

/** Returns whether the service has the sample network, which all examples use. */
export async function hasSampleNetwork(): Promise<boolean> {
  return (await getService()).env.sampleNetwork;
}

/** Lists the supported EVM chains by name, mainnets first. */
export async function chainChoices(): Promise<ChainChoice[]> {
  const { evm } = (await getService()).ports;
  return evm.chainIds
    .map((chainId): ChainChoice => {
      const known = KNOWN.get(chainId);
      return {
        chainId,
        name: known?.name ?? `Chain ${chainId}`,
        testnet: known?.testnet ?? false,
        isConfigured: !evm.withoutEndpoint.includes(chainId),
        symbol: known?.symbol,
        explorerUrl: known?.explorerUrl,
      };
    })
    .sort(
      (a, b) =>
        Number(b.chainId === 1) - Number(a.chainId === 1) ||
        Number(a.testnet) - Number(b.testnet) ||
        a.name.localeCompare(b.name, 'en'),
    );
}
