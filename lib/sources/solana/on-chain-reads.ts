import { randomBytes } from 'node:crypto';
import { cacheBytes, entryOverhead } from '@/lib/cache-sizes';
import { UnsupportedChainError } from '@/lib/errors';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { HoldingsProgress } from '@/lib/solana/holdings-events';
import { type CursorScope, readCursor, writeCursor } from '@/lib/solana/holdings-page';
import { EVERYTHING } from '@/lib/solana/selection';
import type { ReadHoldingsOptions } from '@/lib/solana/solana-source';
import { MAX_RETRY_WAIT_MS } from '@/lib/solana/upstream-health';
import { deadlineExceeded } from '@/lib/sources/transport/upstream-errors';
import { TtlCache } from '@/lib/ttl-cache';
import type { KnownAccounts } from './account-reader';
import { withCoreScan } from './assets/core-scan';
import { dasUnavailable, withDas } from './assets/das';
import type { OnChainHoldings } from './on-chain-holdings';
import { ownedReader } from './owned-accounts';
import { quorumReads } from './quorum-reads';
import type { SolanaChain } from './solana-chain';
import { type ListingScope, rpcHoldingsReader } from './solana-rpc';

export type OnChainReadsOptions = {
  chains: ReadonlyMap<number, SolanaChain>;
  /** Memory budget of all reads in flight. */
  memory?: ByteBudget;
  /** Signs cursors; shared by all instances of the service. Default: a random secret. */
  cursorSecret?: string;
};

/** The reader of a chain: token accounts, DAS and the Core scan. */
function readerOf({ isPaced, ...chain }: SolanaChain, memory: ByteBudget | undefined) {
  const { transport, tokenList, das, scansCore, mustAgree } = chain;
  const readOwned = mustAgree
    ? quorumReads(mustAgree.map((each) => ownedReader(each)))
    : ownedReader(transport);
  const reader = rpcHoldingsReader({ transport, tokenList, readOwned, memory, isPaced });
  return withDas(scansCore ? withCoreScan(reader, transport, memory) : reader, das, memory);
}

/** Reads the on-chain holdings of accounts. */
export function onChainReads(
  { chains, memory, cursorSecret = randomBytes(32).toString('hex') }: OnChainReadsOptions,
  chainIds: readonly number[],
) {
  const readers = new Map([...chains].map(([chainId, chain]) => [chainId, readerOf(chain, memory)]));
  const parts = partsOfReads();
  return async (
    chainId: number,
    owner: SolanaAddress,
    {
      scope,
      tolerateDasFailure = false,
      selection = EVERYTHING,
      page,
      withoutFacts = false,
      viewport,
    }: ReadHoldingsOptions,
    onProgress: (progress: HoldingsProgress) => void,
  ): Promise<OnChainHoldings> => {
    const reader = readers.get(chainId);
    if (reader === undefined) throw new UnsupportedChainError(chainId, chainIds);
    if (scope.signal.aborted) throw deadlineExceeded(scope.signal);
    const listed = { chainId, owner, selection };
    const known = viewport && parts.of(`${chainId}:${owner}`);
    const wanted: ListingScope = {
      selection,
      page: page && { limit: page.limit, ...cursorOf(page, listed, cursorSecret) },
      withoutFacts,
      known: known?.accounts,
    };
    let found: OnChainHoldings;
    try {
      found = await reader(owner, scope, onProgress, wanted);
    } catch (thrown) {
      known?.keep();
      throw thrown;
    }
    known?.forget();
    const dasFailed = found.holdings.warnings.includes('das-unavailable');
    if (dasFailed && !tolerateDasFailure) throw dasUnavailable();
    return withCursor(found, wanted, listed, cursorSecret);
  };
}

/** Accounts of failed reads, reused by their retries. */
function partsOfReads() {
  const kept = new TtlCache<string, KnownAccounts>({
    maxSize: cacheBytes('partReads'),
    sizeCalculation: (known) => {
      let bytes = 1;
      for (const [address, { account }] of known)
        bytes += entryOverhead(address) + (account?.data.length ?? 0);
      return bytes;
    },
    // A retry can come after the longest wait of a page.
    ttl: MAX_RETRY_WAIT_MS + 30_000,
  });
  return {
    of: (key: string) => {
      const accounts: KnownAccounts = new Map(kept.get(key));
      return { accounts, keep: () => void kept.set(key, accounts), forget: () => void kept.delete(key) };
    },
  };
}

const cursorOf = ({ cursor }: { cursor?: string | undefined }, scope: CursorScope, secret: string) =>
  cursor === undefined ? {} : readCursor(cursor, scope, secret);

/** Adds the cursor of the next page. */
function withCursor(
  found: OnChainHoldings,
  { page }: ListingScope,
  scope: CursorScope,
  secret: string,
): OnChainHoldings {
  const { holdings, next, newestSlot } = found;
  if (next === undefined) return found;
  // The cursor contains the slot, so that no page is older than the first.
  const slot = page?.minSlot ?? newestSlot;
  const nextCursor = next === null ? null : writeCursor(next, slot, scope, secret);
  const { lamports, nfts, tokens, ...rest } = holdings;
  return { ...found, holdings: { lamports, nfts, tokens, nextCursor, ...rest } };
}
