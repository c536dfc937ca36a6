import 'server-only';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import { scopeOf } from '@/lib/promises/request-scope';
import { solanaNodeUrls } from '@/lib/server/env/served-chains';
import { gatewaysOf } from '@/lib/server/images/gateways';
import type { createUpstreamStates } from '@/lib/server/telemetry/upstream-states';
import type { Commitment } from '@/lib/solana/commitment';
import { MAINNET_PRICE_SOURCES } from '@/lib/solana/prices/price-sources';
import { MAINNET_CHAIN_ID, SAMPLE_CHAIN_ID } from '@/lib/solana/programs';
import type { SolanaSource } from '@/lib/solana/solana-source';
import type { UpstreamHealth } from '@/lib/solana/upstream-health';
import { documents } from '@/lib/sources/documents/documents';
import { documentFiller } from '@/lib/sources/documents/fill-documents';
import { type GuardedFetch, guardedFetch } from '@/lib/sources/documents/guarded-fetch';
import { documentImage } from '@/lib/sources/images/document-image';
import { SAMPLE_PRICE_SOURCES, sampleChain } from '@/lib/sources/sample/sample-chain';
import { Finality } from '@/lib/sources/solana/finality';
import { refusingLarge, rememberingLarge } from '@/lib/sources/solana/large-answers';
import { priceReader } from '@/lib/sources/solana/prices';
import type { SolanaChain } from '@/lib/sources/solana/solana-chain';
import { solanaSource } from '@/lib/sources/solana/solana-chains';
import { type TokenListOptions, tokenLists } from '@/lib/sources/solana/token-list/token-lists';
import { type HttpTransport, httpTransport, MAX_UPSTREAM_CALLS } from '@/lib/sources/transport/transport';
import type { Forward, Transport } from '@/lib/sources/transport/transport-type';
import type { Env } from '../env';

/** Rate limit of the public endpoints (Solana documentation, Clusters). */
const PUBLIC_PACE = { calls: 40, perMs: 10_000 };
const PUBLIC_HOST = /(^|\.)solana\.com$/;
const isPublic = (url: string) => PUBLIC_HOST.test(new URL(url).hostname);

/** Connections to chains and untrusted hosts: over HTTP or, in a worker, through the main thread. */
export type SolanaConnections = {
  /** @param name identifies the transport between the threads */
  transport: (
    name: string,
    endpoints: { network: 'solana' | 'das'; chainId: number; urls: readonly string[] },
  ) => Transport & { forward?: Forward; trouble?: () => UpstreamHealth | undefined };
  fetch: GuardedFetch;
  /** Returns what decides the commitment of a chain's reads; in a worker, the decision of the main thread. */
  finality: (chainId: number, urls: readonly string[]) => Finality;
};

/** What the connections of a process share. */
export type SharedByConnections = {
  states: ReturnType<typeof createUpstreamStates>;
  memory: ByteBudget;
  /** This process's share of the limits of each endpoint. */
  share: number;
  /** Registers a connection that is closed with the service. */
  opened: <Connection extends { close: () => Promise<void> }>(connection: Connection) => Connection;
};

/** Creates the HTTP transport of each Solana chain, and the guarded fetch for documents and images. */
export function solanaHttpConnections(env: Env, { states, memory, share, opened }: SharedByConnections) {
  const transports = new Map<string, HttpTransport>();
  const fetch = opened(guardedFetch({ allowHosts: env.metadataAllowHosts }));

  const transport: SolanaConnections['transport'] = (name, { network, chainId, urls }) => {
    const pace = { ...PUBLIC_PACE, calls: Math.floor(PUBLIC_PACE.calls * share) };
    states.set(network, chainId, 'unused');
    const made = httpTransport({
      urls,
      concurrency: MAX_UPSTREAM_CALLS * share,
      pace: (url) => (isPublic(url) ? pace : undefined),
      // Enough for 150,000 token accounts in `jsonParsed` encoding.
      maxBytes: 96 * 1024 * 1024,
      memory,
      ...states.watch(network, chainId, urls.length),
    });
    transports.set(name, opened(made));
    return made;
  };

  const finality: SolanaConnections['finality'] = (chainId, urls) => {
    // Not the transport of the reads: a node that fails or hangs on this method must not pause their endpoint.
    const nodes = urls.map((url) =>
      opened(httpTransport({ urls: [url], label: `solana-${chainId}`, retryMs: 0 })),
    );
    let next = 0;
    // One endpoint each time, so that spare ones are called only if the first fails.
    const readCertificate = async () =>
      nodes[next++ % nodes.length]?.('getAgGenesisCert', [], scopeOf(AbortSignal.timeout(10_000)));
    return new Finality(readCertificate);
  };

  return { transports, fetch, transport, finality };
}

type SolanaWiring = {
  memory: ByteBudget;
  cursorSecret: string;
  tokenList?: TokenListOptions;
};

/**
 * Creates the Solana chains and the sample network. Each chain has its configured endpoints, otherwise public ones, and
 * optionally a DAS endpoint.
 */
export function wireSolana(
  env: Env,
  connections: SolanaConnections,
  { memory, cursorSecret, tokenList }: SolanaWiring,
) {
  const sample = sampleChain();
  const chains = new Map<number, SolanaChain>();
  const listOf = tokenLists(env.tokenList, tokenList);
  for (const [chainId, urls] of solanaNodeUrls(env)) {
    const dasUrls = env.solanaDasUrls.get(chainId);
    const node = connections.transport(`solana-${chainId}`, { network: 'solana', chainId, urls });
    chains.set(chainId, {
      transport: node,
      forward: node.forward,
      finality: connections.finality(chainId, urls),
      ...(node.trouble && { trouble: node.trouble }),
      isPaced: urls.some(isPublic),
      tokenList: () => listOf(chainId),
      das: dasUrls && connections.transport(`das-${chainId}`, { network: 'das', chainId, urls: dasUrls }),
      scansCore: env.solanaCoreScan.get(chainId) ?? false,
      prices: env.values && chainId === MAINNET_CHAIN_ID ? priceReader(MAINNET_PRICE_SOURCES) : undefined,
    });
  }
  if (env.sampleNetwork && !env.solanaRpcUrls.has(SAMPLE_CHAIN_ID))
    chains.set(SAMPLE_CHAIN_ID, {
      ...sample,
      prices: env.values ? priceReader(SAMPLE_PRICE_SOURCES) : undefined,
    });
  const gateways = gatewaysOf(env);
  const { fetch } = connections;
  const sampleDocument = env.sampleNetwork ? sample.document : undefined;
  const offChain = documents({ fetch, gateways, httpHosts: env.metadataAllowHosts, memory, sampleDocument });
  const imageOf = documentImage(offChain);
  const sourceOf = (served: ReadonlyMap<number, SolanaChain>): SolanaSource =>
    solanaSource({
      chains: served,
      fillDocuments: documentFiller(offChain, memory),
      documentImage: imageOf,
      memory,
      cursorSecret,
    });
  return {
    solana: sourceOf(chains),
    /** A Solana port that throws a LargeAnswerError instead of reading a large wallet. */
    smallSolana: rememberingLarge(
      sourceOf(new Map([...chains].map(([id, chain]) => [id, smallOnly(chain)]))),
    ),
    gateways,
    documentImage: imageOf,
    tokenListState: listOf.state,
    /** Returns the commitment of the reads of each chain, by chain id. */
    commitments: (): Record<number, Commitment> =>
      Object.fromEntries([...chains].map(([id, { finality }]) => [id, finality?.commitment ?? 'confirmed'])),
  };
}

const smallOnly = (chain: SolanaChain): SolanaChain => ({
  ...chain,
  transport: refusingLarge(chain.transport),
  das: chain.das && refusingLarge(chain.das),
});
