import 'server-only';
import { SAMPLE_CHAIN_ID } from '@/lib/solana/programs';
import { EMPTY_TOKEN_LIST } from '@/lib/solana/token-list';
import { sampleChain } from '@/lib/sources/sample/sample-chain';
import { type SolanaChain, solanaSource } from '@/lib/sources/solana-chains';
import { type HttpTransport, httpTransport } from '@/lib/sources/transport';
import type { Env } from './env';
import type { Metrics } from './metrics';
import type { createUpstreamStates } from './upstream-states';

/** The public endpoint of each cluster (Solana documentation, Clusters), and what it allows a caller. */
const PUBLIC_ENDPOINTS: Record<number, string> = {
  101: 'https://api.mainnet-beta.solana.com',
  102: 'https://api.testnet.solana.com',
  103: 'https://api.devnet.solana.com',
};
const PUBLIC_PACE = { calls: 40, perMs: 10_000 };
const PUBLIC_HOST = /(^|\.)solana\.com$/;

/** The Solana chains: the configured endpoints over the public ones, DAS where it is set, and the sample network. */
export function wireSolana(env: Env, metrics: Metrics, states: ReturnType<typeof createUpstreamStates>) {
  const open: HttpTransport[] = [];
  const transport = (network: 'solana' | 'das', chainId: number, urls: readonly string[]) => {
    states.set(network, chainId, 'unused');
    const made = httpTransport({
      urls,
      concurrency: env.upstreamConcurrency,
      label: `${network}-${chainId}`,
      pace: (url) => (PUBLIC_HOST.test(new URL(url).hostname) ? PUBLIC_PACE : undefined),
      onCall: states.observe(network, chainId),
    });
    open.push(made);
    return made;
  };

  const chains = new Map<number, SolanaChain>();
  const tokenList = async () => EMPTY_TOKEN_LIST;
  for (const chainId of new Set([
    ...Object.keys(PUBLIC_ENDPOINTS).map(Number),
    ...env.solanaRpcUrls.keys(),
  ])) {
    const urls = env.solanaRpcUrls.get(chainId) ?? [PUBLIC_ENDPOINTS[chainId] ?? ''];
    const das = env.solanaDasUrls.get(chainId);
    chains.set(chainId, {
      transport: transport('solana', chainId, urls),
      tokenList,
      das: das && transport('das', chainId, das),
    });
  }
  if (env.sampleNetwork && !env.solanaRpcUrls.has(SAMPLE_CHAIN_ID)) {
    states.set('solana', SAMPLE_CHAIN_ID, 'embedded');
    chains.set(SAMPLE_CHAIN_ID, sampleChain());
  }
  return {
    solana: solanaSource({
      chains,
      fillDocuments: async (holdings) => holdings,
      cacheMs: env.solanaCacheMs,
      onCache: (result) => metrics.cache.inc({ cache: 'listing', result }),
    }),
    close: async () => {
      await Promise.all(open.map((made) => made.close()));
    },
  };
}
