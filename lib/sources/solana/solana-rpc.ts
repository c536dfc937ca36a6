import { isUpstreamUnavailable } from '@/lib/errors';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import { MemoryReservation } from '@/lib/promises/memory-reservation';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { editionAddressOf } from '@/lib/solana/address/program-address';
import {
  assembleItem,
  classify,
  type Item,
  isEditionUnread,
  type KnownMint,
  type MintEdition,
  type OwnedTokenAccount,
} from '@/lib/solana/assemble-holdings';
import { CONFIDENTIAL, EDITIONS_UNREAD, METADATA_UNREAD } from '@/lib/solana/coverage';
import { type MatchesItem, onePerMint } from '@/lib/solana/das/one-per-mint';
import { type HoldingsProgress, outOfTime } from '@/lib/solana/holdings-events';
import type { AssetRange, HoldingsPage } from '@/lib/solana/holdings-page';
import { CLOCK_ADDRESS } from '@/lib/solana/programs';
import { EVERYTHING, type Selection, selects } from '@/lib/solana/selection';
import type { TokenList } from '@/lib/solana/token-list';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { type KnownAccounts, unreadable } from './account-reader';
import { readEditions } from './editions';
import type { Finality } from './finality';
import { holdingsOf } from './holdings-of-items';
import type { OnChainHoldings } from './on-chain-holdings';
import { readOwnedAccounts } from './owned-accounts';
import { completeAccounts, offlineTransport, PartialResultError } from './partial-result';
import { Prefetch } from './prefetch';
import { type MintsAndRecords, readMintFacts } from './read-mint-facts';
import { readPage } from './read-page';

/** Which items a listing covers, and which facts it reads. */
export type ListingScope = {
  selection: Selection;
  page?: HoldingsPage | undefined;
  /** Read only what the default format needs, without mint facts and locks. */
  withoutFacts?: boolean;
  /** Read the edition accounts of NFTs. */
  withEditions?: boolean;
  /**
   * Accounts from an earlier, failed read. This read adds its own. If this read fails, the error contains the items
   * known so far (`PartialResultError`).
   */
  known?: KnownAccounts | undefined;
  /** Additional condition on items. */
  matches?: MatchesItem | undefined;
  /** Include token accounts without a balance. */
  withEmpty?: boolean | undefined;
};

/** Reads an account's holdings from one chain. */
export type HoldingsReader = (
  owner: SolanaAddress,
  scope: RequestScope,
  onProgress?: (progress: HoldingsProgress) => void,
  wanted?: ListingScope,
) => Promise<OnChainHoldings>;

/** Dependencies of a chain's reader. */
export type ReaderParts = {
  transport: Transport;
  tokenList: () => Promise<TokenList>;
  /** Memory budget shared by all calls in flight. */
  memory?: ByteBudget | undefined;
  /** Whether the endpoint is rate-limited. For the default format, mints are then read only if needed. */
  isPaced?: boolean | undefined;
  /** Decides the commitment of the calls. */
  finality?: Pick<Finality, 'commitment'> | undefined;
};

/** Memory that one token account takes while it is read, with its mint and metadata, in bytes (measured). */
const ACCOUNT_BYTES = 3_500;
/** Memory that a token account on another page takes, in bytes. */
const LISTED_ACCOUNT_BYTES = 500;

/**
 * Creates a reader that works with any standard node, in two sequential steps: at most 3 + ⌈(2M + F)/100⌉ calls for M
 * mints and F frozen accounts (with Token-2022 mints, the clock account is added), plus ⌈P/100⌉ for P metadata pointers
 * that name another account. The accounts of a wallet's last listing are requested together with step one (`Prefetch`).
 */
export function rpcHoldingsReader({
  transport,
  tokenList,
  memory,
  isPaced = false,
  finality,
}: ReaderParts): HoldingsReader {
  const prefetch = new Prefetch();
  return async (
    owner,
    caller,
    onProgress,
    { selection, page, withoutFacts = false, withEditions = false, known, matches, withEmpty = false } = {
      selection: EVERYTHING,
    },
  ) => {
    // Calls after the first can only have a stronger one.
    const commitment = finality?.commitment;
    const progress: HoldingsProgress = { step: 'accounts', done: 0, total: 0 };
    const report = (next: Partial<HoldingsProgress>) => {
      Object.assign(progress, next);
      onProgress?.({ ...progress });
    };
    const held = new MemoryReservation(memory, caller.signal);
    const lists = new Map<string, number>();
    const reserve = async (list: string, accounts: number) => {
      lists.set(list, accounts);
      const all = [...lists.values()].reduce((sum, length) => sum + length, 0);
      const bytes =
        page && !page.assets?.isCounted
          ? all * LISTED_ACCOUNT_BYTES + Math.min(all, page.limit) * ACCOUNT_BYTES
          : all * ACCOUNT_BYTES;
      await held.hold(bytes, bytes);
    };
    let onFailure = async (thrown: Error): Promise<Error> => thrown;
    try {
      report({});
      const listed = tokenList();
      // Avoid an unhandled rejection; awaited below.
      listed.catch(() => undefined);
      const wallet = `${owner} ${withoutFacts} ${withEditions} ${withEmpty} ${page?.limit ?? ''}`;
      // The first page of a list of assets is often the whole list.
      const isFirst = page === undefined || (page.assets !== undefined && page.after === undefined);
      const isWhole = selection.mints === undefined && known === undefined && isFirst;
      const prefetched = isWhole ? prefetch.begin(wallet) : undefined;
      const prefetchedBytes = (prefetched?.size ?? 0) * ACCOUNT_BYTES;
      await held.hold(prefetchedBytes, prefetchedBytes);
      const reading = readOwnedAccounts(transport, owner, caller, {
        mints: selection.mints,
        minContextSlot: page?.minSlot,
        withDecimals: withoutFacts,
        withEmpty,
        onList: reserve,
      });
      // Send the prefetch after the lists, so that a node that responds in order does not respond from an older slot.
      const prefetching = prefetched?.read(transport, caller);
      const owned = await reading;
      await prefetching;
      const unread = new Set(owned.isConfidential ? [CONFIDENTIAL] : []);
      let slot = owned.oldestSlot;
      report({ step: 'assets' });
      const context = {
        transport,
        scope: caller,
        withoutFacts,
        isPaced,
        known,
        prefetched,
        minContextSlot: owned.newestSlot === 0 ? undefined : owned.newestSlot,
        onSlot: (read: number) => {
          slot = Math.min(slot, read);
        },
        onTotal: (total: number) => report({ total: progress.total + total }),
        onRead: (count: number) => report({ done: progress.done + count }),
      };
      const tokenUris = new Map<SolanaAddress, string>();
      const mints = new Map<SolanaAddress, KnownMint>();
      const read = async (accounts: readonly OwnedTokenAccount[]) => {
        const facts = await readMintFacts(accounts, context);
        const editions = withEditions
          ? await readEditions(editionKeys(accounts, facts, selection), context)
          : NO_EDITIONS;
        if ([...editions.values()].some(isEditionUnread)) unread.add(EDITIONS_UNREAD);
        // Also of accounts that are not selected: conditions can exclude an item because its facts are unknown.
        if (accounts.some(({ account }) => facts.knownOf(account.mint)?.metadata === 'unread'))
          unread.add(METADATA_UNREAD);
        return itemsOf(accounts, facts, await listed, tokenUris, editions, page?.assets !== undefined).filter(
          (each) => {
            const mint = facts.knownOf(each.item.mint);
            if (!selects(selection, each) || !(matches?.(each, mint) ?? true)) return false;
            if (page?.assets && mint !== undefined) mints.set(each.item.mint, mint);
            return true;
          },
        );
      };
      onFailure = async (thrown) => {
        if (known === undefined || !isUpstreamUnavailable(thrown)) return thrown;
        const readable = await completeAccounts(known, owned.accounts);
        if (readable.length === 0) return thrown;
        const items = await partOf(readable, context, await listed, tokenUris);
        const part = {
          ...holdingsOf(owned.lamports, items, slot, { unread, commitment }),
          tokenUris,
          newestSlot: owned.newestSlot,
        };
        return new PartialResultError(thrown, part, owned.accounts.length - items.length);
      };
      const accounts = page?.assets ? assetsIn(owned.accounts, page.assets) : owned.accounts;
      const { items, next, total } = page
        ? await readPage(accounts, page, read)
        : { items: await read(accounts), next: undefined, total: undefined };
      if (prefetched) prefetch.keep(wallet, prefetched);
      const { holdings } = holdingsOf(owned.lamports, items, slot, { unread, commitment });
      return { holdings, tokenUris, next, newestSlot: owned.newestSlot, mints, total };
    } catch (thrown) {
      if (caller.signal.aborted) throw outOfTime(progress, thrown);
      const failure = unreadable(thrown);
      throw await onFailure(failure).catch(() => failure);
    } finally {
      // A retry must read the clock again.
      known?.delete(CLOCK_ADDRESS);
      held.release();
    }
  };
}

/**
 * Returns one account per mint. For a list of NFTs only, omits accounts whose mint has decimals, because they are
 * tokens.
 */
const assetsIn = (accounts: readonly OwnedTokenAccount[], { nftsOnly }: AssetRange): OwnedTokenAccount[] =>
  onePerMint(nftsOnly ? accounts.filter(({ decimals = 0 }) => decimals === 0) : accounts);

const NO_EDITIONS: ReadonlyMap<SolanaAddress, MintEdition> = new Map();

/** Returns the edition addresses of NFTs, by mint. An NFT has an edition only if its mint authority is that address. */
function editionKeys(
  accounts: readonly OwnedTokenAccount[],
  { knownOf }: MintsAndRecords,
  { kind }: Selection,
): Map<SolanaAddress, SolanaAddress> {
  const keys = new Map<SolanaAddress, SolanaAddress>();
  if (kind === 'token') return keys;
  for (const { account } of accounts) {
    const { mint } = account;
    const known = keys.has(mint) ? undefined : knownOf(mint);
    const authority = known?.facts.mintAuthority;
    if (
      known === undefined ||
      authority === undefined ||
      account.amount === 0n ||
      classify(mint, known) !== 'nft'
    )
      continue;
    if (editionAddressOf(mint) === authority) keys.set(mint, authority);
  }
  return keys;
}

/** Converts the accounts in `readable`, whose mints and metadata have been read, to items. Sends no requests. */
async function partOf(
  readable: readonly OwnedTokenAccount[],
  { onRead: _read, onTotal: _total, ...context }: Parameters<typeof readMintFacts>[1],
  list: TokenList,
  tokenUris: Map<SolanaAddress, string>,
): Promise<Item[]> {
  return itemsOf(
    readable,
    await readMintFacts(readable, { ...context, transport: offlineTransport }),
    list,
    tokenUris,
  );
}

/**
 * Reads the items of accounts.
 * @param isOfAssets whether to list assets; empty accounts then keep the kind of their mint
 * @param tokenUris filled with the document URI of each token that has one
 */
function itemsOf(
  accounts: readonly OwnedTokenAccount[],
  { knownOf, records }: MintsAndRecords,
  list: TokenList,
  tokenUris: Map<SolanaAddress, string>,
  editions: ReadonlyMap<SolanaAddress, MintEdition> = NO_EDITIONS,
  isOfAssets = false,
): Item[] {
  const items: Item[] = [];
  for (const account of accounts) {
    const { mint } = account.account;
    const known = knownOf(mint);
    if (known === undefined) continue;
    const record = records.get(account.address) ?? 'none';
    const item = assembleItem(account, known, record, list, editions.get(mint), !isOfAssets);
    items.push(item);
    if (item.kind === 'token' && typeof known.metadata === 'object' && known.metadata.uri !== '')
      tokenUris.set(account.address, known.metadata.uri);
  }
  return items;
}
