import { UnsupportedChainError } from '@/lib/errors';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import { linkedSignal } from '@/lib/promises/linked-signal';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { type ExtendedHoldings, holdingsBytes } from '@/lib/solana/holdings';
import type { HoldingsEvent, HoldingsProgress } from '@/lib/solana/holdings-events';
import { type CursorScope, readCursor, writeCursor } from '@/lib/solana/holdings-page';
import { EVERYTHING, selectionText } from '@/lib/solana/selection';
import type { ReadHoldingsOptions, SolanaSource } from '@/lib/solana/solana-source';
import type { TokenList } from '@/lib/solana/token-list';
import type { DocumentFiller } from '@/lib/sources/documents/fill-documents';
import type { BatchTransport, NamedTransport, Transport } from '@/lib/sources/transport/transport-type';
import { readAccountKind } from './account-kind';
import { agreeingNodes } from './agreeing-nodes';
import { withCoreScan } from './assets/core-scan';
import { dasUnavailable, withDas } from './assets/das';
import { withDocument } from './item-document';
import { Latest } from './latest';
import { ListingRoom } from './listings/listing-room';
import { ListingWork } from './listings/listing-work';
import { ownedReader } from './owned-accounts';
import { sharedReads } from './shared-reads';
import { resolveSolName } from './sol-names';
import { type OnChainHoldings, rpcHoldingsReader, type Wanted } from './solana-rpc';

/** One served chain: how to ask it, and what names its tokens. */
export type SolanaChain = {
  transport: Transport;
  /** Sends several calls in one request; undefined where the endpoints are not to be sent batches. */
  batch?: BatchTransport | undefined;
  tokenList: () => Promise<TokenList>;
  /** A DAS upstream, for MPL Core and compressed NFTs. */
  das?: NamedTransport | undefined;
  /** MPL Core assets are looked for by searching the node. */
  scansCore?: boolean;
  /** Endpoints of which two must agree about what an account holds, each by itself; undefined: one is believed. */
  mustAgree?: readonly Transport[] | undefined;
};

export type SolanaSourceOptions = {
  chains: ReadonlyMap<number, SolanaChain>;
  /** Fetches off-chain documents into holdings. */
  fillDocuments: DocumentFiller;
  /** How long holdings answer equal calls (`SOLANA_CACHE_MS`). Default 2 s. */
  cacheMs?: number;
  /** What all reads under way may hold. */
  memory?: ByteBudget;
  /** What a call may take (`REQUEST_DEADLINE_MS`). Default 20 s. */
  deadlineMs?: number;
  onCache?: (hit: 'hit' | 'shared' | 'miss') => void;
};

/** Of a call's deadline, what reading may take when listings come at once; the rest is for upstreams and the answer. */
const WORK_SHARE = 0.85;
/** Longest that a call waits for off-chain documents, when its own deadline leaves that much. */
const DOCUMENTS_BUDGET_MS = 10_000;
/** Left of a call's deadline for writing the answer. */
const ANSWER_MARGIN_MS = 750;

/** The Solana port over any chains: equal calls share one upstream read, and a short cache after it. */
export function solanaSource(source: SolanaSourceOptions): SolanaSource {
  const { chains, fillDocuments } = source;
  const chainIds = [...chains.keys()].sort((a, b) => a - b);
  const readOnChain = onChainReads(source, chainIds);

  const chainOf = (chainId: number): SolanaChain => {
    const chain = chains.get(chainId);
    if (chain === undefined) throw new UnsupportedChainError(chainId, chainIds);
    return chain;
  };

  const documentsOf = (onChain: OnChainHoldings, { signal, deadlineAt, inView }: ReadHoldingsOptions) =>
    fillDocuments(onChain, { signal, budgetMs: inView ? undefined : documentsBudget(deadlineAt), inView });

  async function* watchHoldings(
    chainId: number,
    owner: SolanaAddress,
    options: ReadHoldingsOptions,
  ): AsyncGenerator<HoldingsEvent, void, undefined> {
    const work = linkedSignal(options.signal);
    const { signal } = work;
    try {
      const progress = new Latest<HoldingsProgress>();
      const reading = readOnChain(chainId, owner, { ...options, signal }, (each) => progress.put(each));
      for await (const each of progress.until(reading)) yield { type: 'progress', ...each };
      const onChain = await reading;
      const { holdings } = onChain;
      yield { type: 'holdings', owner, holdings };
      if (options.parseMetadataUri) yield* documentsOf(onChain, { ...options, signal });
      else yield { type: 'done', holdings };
    } finally {
      // Ends the work of a reader who left before its end.
      work.abort();
    }
  }

  return {
    chainIds,
    watchHoldings,
    getHoldings: async (chainId, owner, options) => {
      const onChain = await readOnChain(chainId, owner, options, () => undefined);
      if (!options.parseMetadataUri) return onChain.holdings;
      return lastHoldings(documentsOf(onChain, options));
    },
    withDocument: (item, waitMs, signal) => withDocument(fillDocuments, item, waitMs, signal),
    resolveName: async (chainId, name, signal) => resolveSolName(chainOf(chainId).transport, name, signal),
    readAccountKind: async (chainId, address, signal) => readAccountKind(chainOf(chainId), address, signal),
  };
}

/** What reads a chain: its token accounts, and beside them what DAS and a scan list. */
function readerOf(
  { transport, batch, tokenList, das, scansCore, mustAgree }: SolanaChain,
  room: ListingRoom,
) {
  const readOwned = mustAgree
    ? agreeingNodes(mustAgree.map((each) => ownedReader(each)))
    : ownedReader(transport, batch);
  const reader = rpcHoldingsReader(transport, tokenList, room, readOwned);
  return withDas(scansCore ? withCoreScan(reader, transport) : reader, das);
}

/** Reads what an account holds on a chain: equal reads at the same time, and shortly after it, are one. */
function onChainReads(
  { chains, cacheMs = 2_000, onCache, memory, deadlineMs = 20_000 }: SolanaSourceOptions,
  chainIds: readonly number[],
) {
  const work = new ListingWork(WORK_SHARE * deadlineMs);
  const readers = new Map(
    [...chains].map(([chainId, chain]) => [chainId, readerOf(chain, new ListingRoom(memory, work))]),
  );
  const read = sharedReads<OnChainHoldings>({
    ttlMs: cacheMs,
    sizeOf: ({ holdings }) => holdingsBytes(holdings),
    ...(onCache === undefined ? {} : { onCache }),
  });
  return async (
    chainId: number,
    owner: SolanaAddress,
    {
      signal,
      tolerateDasFailure = false,
      selection = EVERYTHING,
      page,
      withoutFacts = false,
    }: ReadHoldingsOptions,
    onProgress: (progress: HoldingsProgress) => void,
  ): Promise<OnChainHoldings> => {
    const reader = readers.get(chainId);
    if (reader === undefined) throw new UnsupportedChainError(chainId, chainIds);
    const scope = { chainId, owner, selection };
    const wanted: Wanted = {
      selection,
      page: page && { limit: page.limit, ...cursorOf(page, scope) },
      withoutFacts,
    };
    const key = `${chainId}:${owner} ${selectionText(selection)} ${page ? `${page.limit} ${page.cursor ?? ''}` : ''} ${withoutFacts ? 'plain' : ''}`;
    const onChain = await read(
      key,
      (shared, report) =>
        reader(owner, shared, report, wanted).then((found) => withCursor(found, wanted, scope)),
      signal,
      onProgress,
    );
    const dasFailed = onChain.holdings.warnings.includes('das-unavailable');
    if (dasFailed && !tolerateDasFailure) throw dasUnavailable();
    return onChain;
  };
}

const cursorOf = ({ cursor }: { cursor?: string | undefined }, scope: CursorScope) =>
  cursor === undefined ? {} : readCursor(cursor, scope);

/** A page with the cursor of the next one. */
function withCursor(found: OnChainHoldings, { page }: Wanted, scope: CursorScope): OnChainHoldings {
  const { holdings, next, newestSlot } = found;
  if (next === undefined) return found;
  // All pages are at least as new as the first: what it was read at goes along.
  const slot = page?.minSlot ?? newestSlot;
  const nextCursor = next === null ? null : writeCursor(next, slot, scope);
  const { lamports, nfts, tokens, ...rest } = holdings;
  return { ...found, holdings: { lamports, nfts, tokens, nextCursor, ...rest } };
}

/** How long documents are waited for, in ms. */
function documentsBudget(deadlineAt: number | undefined): number {
  if (deadlineAt === undefined) return DOCUMENTS_BUDGET_MS;
  return Math.min(DOCUMENTS_BUDGET_MS, deadlineAt - Date.now() - ANSWER_MARGIN_MS);
}

async function lastHoldings(events: AsyncIterable<HoldingsEvent>): Promise<ExtendedHoldings> {
  for await (const event of events) if (event.type === 'done') return event.holdings;
  throw new Error('The read of holdings ended without a result');
}
