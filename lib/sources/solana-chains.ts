import { UnsupportedChainError } from '@/lib/errors';
import type { SolanaSource } from '@/lib/solana/solana-source';
import type { TokenList } from '@/lib/solana/token-list';
import type { DocumentFiller } from './fill-documents';
import { sharedReads } from './shared-reads';
import { resolveSolName } from './sol-names';
import { dasUnavailable, withDas } from './solana-das';
import { type Listing, outOfTime, rpcHoldingsReader } from './solana-rpc';
import type { NamedTransport, Transport } from './transport-type';

/** One served chain: how to ask it, and what names its tokens. */
export type SolanaChain = {
  transport: Transport;
  tokenList: () => Promise<TokenList>;
  /** A DAS upstream, for MPL Core and compressed NFTs. */
  das?: NamedTransport | undefined;
};

export type SolanaSourceOptions = {
  chains: ReadonlyMap<number, SolanaChain>;
  /** Fetches off-chain documents into a listing. */
  fillDocuments: DocumentFiller;
  /** How long a listing answers equal calls (`SOLANA_CACHE_MS`). Default 2 s. */
  cacheMs?: number;
  onCache?: (hit: 'hit' | 'shared' | 'miss') => void;
};

/** Items that all cached listings together may have: some 40 MB at most. */
const MAX_CACHED_ITEMS = 50_000;
/** Longest that a call waits for off-chain documents, when its own deadline leaves that much. */
const DOCUMENTS_BUDGET_MS = 10_000;
/** Left of a call's deadline for writing the answer. */
const ANSWER_MARGIN_MS = 750;

/** The Solana port over any chains: equal calls share one upstream read, and a short cache after it. */
export function solanaSource({
  chains,
  fillDocuments,
  cacheMs = 2_000,
  onCache,
}: SolanaSourceOptions): SolanaSource {
  const chainIds = [...chains.keys()].sort((a, b) => a - b);
  const readers = new Map(
    [...chains].map(([chainId, { transport, tokenList, das }]) => [
      chainId,
      withDas(rpcHoldingsReader(transport, tokenList), das),
    ]),
  );
  const read = sharedReads<Listing>({
    ttlMs: cacheMs,
    maxSize: MAX_CACHED_ITEMS,
    sizeOf: ({ holdings: { nfts, tokens } }) => nfts.length + tokens.length,
    outOfTime,
    ...(onCache === undefined ? {} : { onCache }),
  });
  return {
    chainIds,
    getHoldings: async (
      chainId,
      owner,
      { parseMetadataUri, signal, deadlineAt, tolerateDasFailure = false, onProgress },
    ) => {
      const reader = readers.get(chainId);
      if (reader === undefined) throw new UnsupportedChainError(chainId, chainIds);
      const listing = await read(
        `${chainId}:${owner}`,
        (shared, report) => reader(owner, shared, report),
        signal,
        onProgress,
      );
      const { holdings } = listing;
      if (!tolerateDasFailure && holdings.warnings.includes('das-unavailable')) throw dasUnavailable();
      if (!parseMetadataUri) return holdings;
      onProgress?.({ step: 'documents', done: 0, total: 0, holdings });
      const byDeadline =
        deadlineAt === undefined ? Number.POSITIVE_INFINITY : deadlineAt - Date.now() - ANSWER_MARGIN_MS;
      return fillDocuments(listing, {
        signal,
        budgetMs: Math.min(DOCUMENTS_BUDGET_MS, byDeadline),
        onProgress: (done, total) => onProgress?.({ step: 'documents', done, total }),
      });
    },
    resolveName: async (chainId, name, signal) => {
      const chain = chains.get(chainId);
      if (chain === undefined) throw new UnsupportedChainError(chainId, chainIds);
      return resolveSolName(chain.transport, name, signal);
    },
  };
}
