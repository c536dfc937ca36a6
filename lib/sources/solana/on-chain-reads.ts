import { UnsupportedChainError } from '@/lib/errors';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { ReadOwnedAssetsOptions } from '@/lib/solana/das/asset-source';
import { type CursorScope, EVERYTHING, orderOf, readCursor, writeCursor } from '@/lib/solana/holdings-page';
import { deadlineExceeded } from '@/lib/sources/transport/upstream-errors';
import { withCoreScan } from './assets/core-scan';
import { dasUnavailable, withDas } from './assets/das';
import { type ListingScope, type OnChainHoldings, type ReadOnChain, rpcHoldingsReader } from './listing';
import type { SolanaChain } from './solana-chain';

export type OnChainReadsOptions = {
  chains: ReadonlyMap<number, SolanaChain>;
  /** Memory budget shared by all reads in flight. */
  memory?: ByteBudget;
  /** Secret that signs cursors, shared by all instances of the service. */
  cursorSecret: string;
};

/** Returns the reader for a chain, which adds DAS and the Core scan to the token accounts if they are configured. */
function readerOf(chain: SolanaChain, memory: ByteBudget | undefined) {
  const { transport, das, scansCore } = chain;
  const reader = rpcHoldingsReader({ ...chain, memory });
  return withDas(scansCore ? withCoreScan(reader, transport, memory) : reader, das, transport, memory);
}

/** Creates the function that reads the on-chain holdings of accounts. */
export function onChainReads(
  { chains, memory, cursorSecret }: OnChainReadsOptions,
  chainIds: readonly number[],
): ReadOnChain {
  const readers = new Map([...chains].map(([chainId, chain]) => [chainId, readerOf(chain, memory)]));
  return async (
    chainId,
    owner,
    {
      scope,
      tolerateDasFailure = false,
      selection = EVERYTHING,
      page,
      withoutFacts = false,
      withEditions = false,
      includeEmpty = false,
      assets,
    },
    onProgress,
  ) => {
    const reader = readers.get(chainId);
    if (reader === undefined) throw new UnsupportedChainError(chainId, chainIds);
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
        ...cursorOf(page, listed, cursorSecret),
        assets: assets?.range,
      },
      withoutFacts,
      withEditions,
      matches: assets?.matches,
      withEmpty: assets?.withEmpty ?? includeEmpty,
    };
    const found = await reader(owner, scope, onProgress, wanted);
    const dasFailed = found.holdings.warnings.includes('das-unavailable');
    if (dasFailed && !tolerateDasFailure) throw dasUnavailable();
    const listedPage = withCursor(found, wanted, listed, cursorSecret);
    return assets === undefined || assets.skip === 0 ? listedPage : withoutFirst(listedPage, assets);
  };
}

/** Removes the first `skip` assets of a page. */
function withoutFirst(
  found: OnChainHoldings,
  { skip, range }: Pick<ReadOwnedAssetsOptions, 'skip' | 'range'>,
): OnChainHoldings {
  const { holdings } = found;
  const all = [...holdings.nfts, ...holdings.tokens].sort(orderOf({ assets: range }));
  const left = new Set(all.slice(skip).map(({ mint }) => mint));
  const isLeft = ({ mint }: { mint: SolanaAddress }) => left.has(mint);
  const [nfts, tokens] = [holdings.nfts.filter(isLeft), holdings.tokens.filter(isLeft)];
  return { ...found, holdings: { ...holdings, nfts, tokens } };
}

const cursorOf = ({ cursor }: { cursor?: string | undefined }, scope: CursorScope, secret: string) =>
  cursor === undefined ? {} : readCursor(cursor, scope, secret);

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
