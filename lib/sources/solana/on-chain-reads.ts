import { randomBytes } from 'node:crypto';
import { cacheBytes } from '@/lib/cache-sizes';
import { UnsupportedChainError } from '@/lib/errors';
import { LapsingCache } from '@/lib/lapsing-cache';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { holdingsBytes } from '@/lib/solana/holdings-bytes';
import type { HoldingsProgress } from '@/lib/solana/holdings-events';
import { type CursorScope, readCursor, writeCursor } from '@/lib/solana/holdings-page';
import { EVERYTHING, selectionText } from '@/lib/solana/selection';
import type { ReadHoldingsOptions } from '@/lib/solana/solana-source';
import { LONGEST_WAIT_MS } from '@/lib/solana/upstream-trouble';
import type { KnownAccounts } from './account-reader';
import { agreeingNodes } from './agreeing-nodes';
import { withCoreScan } from './assets/core-scan';
import { dasUnavailable, withDas } from './assets/das';
import { ListingRoom } from './listings/listing-room';
import { ListingWork } from './listings/listing-work';
import type { OnChainHoldings } from './on-chain-holdings';
import { ownedReader } from './owned-accounts';
import { sharedReads } from './shared-reads';
import type { SolanaChain } from './solana-chain';
import { rpcHoldingsReader, type Wanted } from './solana-rpc';

export type OnChainReadsOptions = {
  chains: ReadonlyMap<number, SolanaChain>;
  /** How long holdings answer equal calls (`SOLANA_CACHE_MS`). Default 2 s. */
  cacheMs?: number;
  /** What all reads under way may hold. */
  memory?: ByteBudget;
  /** What a call may take (`REQUEST_DEADLINE_MS`). Default 20 s. */
  deadlineMs?: number;
  onCache?: (hit: 'hit' | 'shared' | 'miss') => void;
  /** What cursors are signed with, known to every instance of the service; by default one of its own. */
  cursorSecret?: string;
};

/** Of a call's deadline, what reading may take when listings come at once; the rest is for upstreams and the answer. */
const WORK_SHARE = 0.85;
/** How long the accounts that a failed read of a page has read are kept for its next try, which may come so late. */
const PART_MS = LONGEST_WAIT_MS + 30_000;
/** What an account takes beside its bytes, about. */
const ACCOUNT_OVERHEAD = 300;

/** What reads a chain: its token accounts, and beside them what DAS and a scan list. */
function readerOf({ transport, tokenList, das, scansCore, mustAgree }: SolanaChain, room: ListingRoom) {
  const readOwned = mustAgree
    ? agreeingNodes(mustAgree.map((each) => ownedReader(each)))
    : ownedReader(transport);
  const reader = rpcHoldingsReader(transport, tokenList, room, readOwned);
  return withDas(scansCore ? withCoreScan(reader, transport, room.memory) : reader, das, room.memory);
}

/** Reads what an account holds on a chain: equal reads at the same time, and shortly after it, are one. */
export function onChainReads(
  {
    chains,
    cacheMs = 2_000,
    onCache,
    memory,
    deadlineMs = 20_000,
    cursorSecret = randomBytes(32).toString('hex'),
  }: OnChainReadsOptions,
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
      inView,
    }: ReadHoldingsOptions,
    onProgress: (progress: HoldingsProgress) => void,
  ): Promise<OnChainHoldings> => {
    const reader = readers.get(chainId);
    if (reader === undefined) throw new UnsupportedChainError(chainId, chainIds);
    const listed = { chainId, owner, selection };
    const wanted: Wanted = {
      selection,
      page: page && { limit: page.limit, ...cursorOf(page, listed, cursorSecret) },
      withoutFacts,
    };
    const known = inView && parts.of(`${chainId}:${owner}`);
    const key = `${chainId}:${owner} ${selectionText(selection)} ${page ? `${page.limit} ${page.cursor ?? ''}` : ''} ${withoutFacts ? 'plain' : ''}${known ? 'part' : ''}`;
    const onChain = await read(
      key,
      (shared, report) =>
        reader(owner, shared, report, known ? { ...wanted, known: known.accounts } : wanted).then(
          (found) => {
            known?.forget();
            return withCursor(found, wanted, listed, cursorSecret);
          },
          (thrown: unknown) => {
            known?.keep();
            throw thrown;
          },
        ),
      scope,
      onProgress,
    );
    const dasFailed = onChain.holdings.warnings.includes('das-unavailable');
    if (dasFailed && !tolerateDasFailure) throw dasUnavailable();
    return onChain;
  };
}

/** What failed reads have read, for the next try of each. */
function partsOfReads() {
  const kept = new LapsingCache<string, KnownAccounts>({
    maxSize: cacheBytes('partReads'),
    sizeCalculation: (known) => {
      let bytes = 1;
      for (const { account } of known.values()) bytes += ACCOUNT_OVERHEAD + (account?.data.length ?? 0);
      return bytes;
    },
    ttl: PART_MS,
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

/** A page with the cursor of the next one. */
function withCursor(
  found: OnChainHoldings,
  { page }: Wanted,
  scope: CursorScope,
  secret: string,
): OnChainHoldings {
  const { holdings, next, newestSlot } = found;
  if (next === undefined) return found;
  // All pages are at least as new as the first: what it was read at goes along.
  const slot = page?.minSlot ?? newestSlot;
  const nextCursor = next === null ? null : writeCursor(next, slot, scope, secret);
  const { lamports, nfts, tokens, ...rest } = holdings;
  return { ...found, holdings: { lamports, nfts, tokens, nextCursor, ...rest } };
}
