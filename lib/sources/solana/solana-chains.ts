import { randomBytes } from 'node:crypto';
import { NodeError, UnsupportedChainError } from '@/lib/errors';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { withEdition } from '@/lib/solana/assemble-holdings';
import type { OwnedAssetsSelection } from '@/lib/solana/das/asset-source';
import type { ExtendedHoldings, Item } from '@/lib/solana/holdings';
import type { TokenUris } from '@/lib/solana/holdings-events';
import {
  type CursorScope,
  DAS_CURSOR,
  EVERYTHING,
  orderOf,
  readCursor,
  writeCursor,
} from '@/lib/solana/holdings-page';
import { noPrices } from '@/lib/solana/prices/price-table';
import type { ReadHoldingsOptions, SolanaSource } from '@/lib/solana/solana-source';
import type { DocumentFiller, Undocumented } from '@/lib/sources/documents/fill-documents';
import type { DocumentImage } from '@/lib/sources/images/document-image';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { deadlineExceeded, isUpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { assetSource } from './assets/asset-source';
import { collectionPreviews } from './assets/collections';
import { withCoreScan } from './assets/core-scan';
import { dasUnavailable, withDas } from './assets/das';
import { describeAccount } from './describe-account';
import { readEdition } from './editions';
import { Finality, withCommitment } from './finality';
import {
  type HoldingsReader,
  type ListingScope,
  type OnChainHoldings,
  type ReadOnChain,
  rpcHoldingsReader,
} from './listing';
import { readable } from './read-accounts';
import { readPrimaryName, resolveSolName } from './sol-names';
import type { SolanaChain } from './solana-chain';
import { scanStake } from './stake-scan';

export type SolanaSourceOptions = {
  chains: ReadonlyMap<number, SolanaChain>;
  /** Memory budget shared by all reads in flight. */
  memory?: ByteBudget;
  /** Secret that signs cursors, shared by all instances of the service. Default: random. */
  cursorSecret?: string;
  /** Adds the off-chain documents to holdings. */
  fillDocuments: DocumentFiller;
  /** Reads the image of a document. By default no documents are read. */
  documentImage?: DocumentImage;
};

const noImage: DocumentImage = () => Promise.resolve('');

/** Longest time, in ms, that a call waits for off-chain documents, if its deadline allows. */
const DOCUMENTS_BUDGET_MS = 10_000;
/** Time reserved for writing the response before a call's deadline, in ms. */
const ANSWER_MARGIN_MS = 750;

/**
 * Creates the Solana port for the given chains. Every call reads from the chain: callers must share and cache reads
 * themselves.
 */
export function solanaSource(source: SolanaSourceOptions): SolanaSource {
  const { fillDocuments, documentImage = noImage, memory } = source;
  const { cursorSecret = randomBytes(32).toString('hex') } = source;
  const chains = new Map([...source.chains].map(([chainId, chain]) => [chainId, served(chain, memory)]));
  const chainIds = [...chains.keys()].sort((a, b) => a - b);

  const chainOf = (chainId: number): ServedChain => {
    const chain = chains.get(chainId);
    if (chain === undefined) throw new UnsupportedChainError(chainId, chainIds);
    return chain;
  };
  const readOnChain = onChainReads(chainOf, cursorSecret);

  /** Returns holdings with their documents, if documents are requested. */
  const completed = async (
    { holdings, tokenUris }: OnChainHoldings,
    { parseMetadataUri, scope }: Pick<ReadHoldingsOptions, 'parseMetadataUri' | 'scope'>,
  ): Promise<ExtendedHoldings> => {
    if (!parseMetadataUri) return holdings;
    const { nfts, tokens, isComplete } = await fillDocuments(
      { ...holdings, tokenUris },
      { signal: scope.signal, budgetMs: documentsBudget(scope.deadlineAt) },
    );
    const { warnings } = holdings;
    return { ...holdings, nfts, tokens, warnings: isComplete ? warnings : [...warnings, 'documents-late'] };
  };

  return {
    chainIds,
    assets: assetSource({ chainOf, readOnChain, completed, memory, cursorSecret }),
    listItems: async (chainId, owner, options, onProgress) => {
      const { holdings, tokenUris, closable } = await readOnChain(chainId, owner, options, onProgress);
      return { owner, holdings, tokenUris, closable };
    },
    getHoldings: async (chainId, owner, options) =>
      completed(await readOnChain(chainId, owner, options, () => undefined), options),
    collections: async (chainId, collections, { withImages, scope }) =>
      collectionPreviews(
        chainOf(chainId).transport,
        withImages ? documentImage : undefined,
        collections,
        scope,
      ),
    tokenList: async (chainId) => chainOf(chainId).tokenList(),
    trouble: (chainId) => chains.get(chainId)?.trouble?.(),
    withDetails: (chainId, item, options) =>
      withDetails(fillDocuments, chainOf(chainId).transport, item, options),
    withDocuments: (nfts, waitMs, scope) =>
      filled(fillDocuments, { nfts, tokens: [], tokenUris: new Map() }, waitMs, scope),
    resolveName: async (chainId, name, scope) =>
      readable(resolveSolName(chainOf(chainId).transport, name, scope)),
    primaryName: async (chainId, owner, scope) =>
      readable(readPrimaryName(chainOf(chainId).transport, owner, scope)),
    hasPrices: (chainId) => chains.get(chainId)?.prices !== undefined,
    prices: async (chainId, scope) => {
      const { prices, transport } = chainOf(chainId);
      return prices === undefined ? noPrices('off') : prices(transport, scope);
    },
    stakeAccounts: async (chainId, owner, scope) => scanStake(chainOf(chainId).transport, owner, scope),
    forward: async (chainId, call, scope) => {
      const { forward } = chainOf(chainId);
      if (forward === undefined) throw new Error('This process forwards no calls');
      try {
        return await forward(call, scope);
      } catch (thrown) {
        if (isUpstreamCallError(thrown) && thrown.json !== undefined) throw new NodeError(thrown.json);
        throw thrown;
      }
    },
    describeAccount: async (chainId, address, scope) =>
      readable(describeAccount(chainOf(chainId), address, scope)),
  };
}

/** A chain, and the reader of its holdings. */
type ServedChain = SolanaChain & { readHoldings: HoldingsReader };

/**
 * Adds the chain's commitment to each call, and the reader, which adds DAS and the Core scan to the token accounts if
 * they are configured.
 */
function served(chain: SolanaChain, memory: ByteBudget | undefined): ServedChain {
  const { finality = new Finality(), das, scansCore } = chain;
  const transport = withCommitment(chain.transport, finality);
  const reader = rpcHoldingsReader({ ...chain, transport, finality, memory });
  const scanning = scansCore ? withCoreScan(reader, transport, memory) : reader;
  return { ...chain, transport, readHoldings: withDas(scanning, das, transport, memory) };
}

/** Returns the longest time to wait for documents, in ms. */
function documentsBudget(deadlineAt: number): number {
  return Math.min(DOCUMENTS_BUDGET_MS, deadlineAt - performance.now() - ANSWER_MARGIN_MS);
}

type Details = { tokenUris: TokenUris; waitMs: number; scope: RequestScope };

/** Adds the document and, to an NFT, the edition; see `SolanaSource.withDetails`. */
async function withDetails(
  fill: DocumentFiller,
  transport: Transport,
  { kind, item }: Item,
  { tokenUris, waitMs, scope }: Details,
): Promise<Item> {
  if (kind === 'token') {
    const { tokens } = await filled(fill, { nfts: [], tokens: [item], tokenUris }, waitMs, scope);
    return { kind, item: tokens[0] ?? item };
  }
  const [{ nfts }, edition] = await Promise.all([
    filled(fill, { nfts: [item], tokens: [], tokenUris }, waitMs, scope),
    readEdition(item, transport, waitMs, scope),
  ]);
  const documented = nfts[0] ?? item;
  return { kind, item: edition === undefined ? documented : withEdition(documented, edition) };
}

/** Adds the documents that arrive within `waitMs`; none if the scope is aborted. */
async function filled(fill: DocumentFiller, items: Undocumented, waitMs: number, { signal }: RequestScope) {
  try {
    return await fill(items, { signal, budgetMs: waitMs });
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
    return { nfts: [...items.nfts], tokens: [...items.tokens], isComplete: false };
  }
}

/** Creates the function that reads the on-chain holdings of accounts. */
function onChainReads(chainOf: (chainId: number) => ServedChain, cursorSecret: string): ReadOnChain {
  return async (
    chainId,
    owner,
    {
      scope,
      tolerateDasFailure = false,
      selection = EVERYTHING,
      page,
      includeEmpty = false,
      assets,
      ...facts
    },
    onProgress,
  ) => {
    const { readHoldings } = chainOf(chainId);
    if (scope.signal.aborted) throw deadlineExceeded(scope.signal);
    const listed = {
      chainId,
      owner,
      selection,
      list: assets?.list ?? (includeEmpty ? ' with-empty' : undefined),
    };
    const wanted: ListingScope = {
      selection,
      page: page && {
        limit: page.limit + (assets?.skip ?? 0),
        ...(page.cursor !== undefined && readCursor(page.cursor, listed, cursorSecret, assets && DAS_CURSOR)),
        assets: assets?.range,
      },
      ...facts,
      matches: assets?.matches,
      withEmpty: assets?.withEmpty ?? includeEmpty,
    };
    const found = await readHoldings(owner, scope, onProgress, wanted);
    const dasFailed = found.holdings.warnings.includes('das-unavailable');
    if (dasFailed && !tolerateDasFailure) throw dasUnavailable();
    const listedPage = withCursor(found, wanted, listed, cursorSecret);
    return assets === undefined || assets.skip === 0 ? listedPage : withoutFirst(listedPage, assets);
  };
}

/** Removes the first `skip` assets of a page. */
function withoutFirst(found: OnChainHoldings, { skip, range }: OwnedAssetsSelection): OnChainHoldings {
  const { holdings } = found;
  const all = [...holdings.nfts, ...holdings.tokens].sort(orderOf({ assets: range }));
  const left = new Set(all.slice(skip).map(({ mint }) => mint));
  const isLeft = ({ mint }: { mint: SolanaAddress }) => left.has(mint);
  const [nfts, tokens] = [holdings.nfts.filter(isLeft), holdings.tokens.filter(isLeft)];
  return { ...found, holdings: { ...holdings, nfts, tokens } };
}

/** Adds the cursor for the next page. */
function withCursor(
  found: OnChainHoldings,
  { page }: ListingScope,
  scope: CursorScope,
  secret: string,
): OnChainHoldings {
  const { holdings, next, newestSlot } = found;
  if (next === undefined) return found;
  // The cursor contains the slot, so that no later page is older than the first.
  const slot = page?.minSlot ?? newestSlot;
  const nextCursor = next === null ? null : writeCursor(next, slot, scope, secret);
  const { lamports, nfts, tokens, ...rest } = holdings;
  return { ...found, holdings: { lamports, nfts, tokens, nextCursor, ...rest } };
}
