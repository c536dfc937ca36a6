import { isUpstreamUnavailable } from '@/lib/errors';
import { forEachYielding } from '@/lib/promises/for-each-yielding';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { assembleItem, type Item, type OwnedTokenAccount } from '@/lib/solana/assemble-holdings';
import { type HoldingsProgress, outOfTime } from '@/lib/solana/holdings-events';
import type { HoldingsPage } from '@/lib/solana/holdings-page';
import { CLOCK_ADDRESS } from '@/lib/solana/programs';
import { EVERYTHING, type Selection, selects } from '@/lib/solana/selection';
import type { TokenList } from '@/lib/solana/token-list';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { type KnownAccounts, unreadable } from './account-reader';
import { holdingsOf } from './holdings-of-items';
import type { Listing } from './listings/listing';
import { ListingRoom } from './listings/listing-room';
import { type MintsAndRecords, readMintFacts } from './mint-facts';
import type { OnChainHoldings } from './on-chain-holdings';
import { ownedReader, type ReadOwned } from './owned-accounts';
import { askNobody, PartlyReadError, readableFrom } from './part-read';
import { ReadAhead } from './read-ahead';
import { readPage } from './read-page';

/** What of an account is asked for. */
export type Wanted = {
  selection: Selection;
  page?: HoldingsPage | undefined;
  /** The documented form alone: facts of mints and locks may be left out. */
  withoutFacts?: boolean;
  /**
   * What an earlier, failed read has read already; what this one reads is added. If it fails, it does so with what is
   * known by then (`PartlyReadError`).
   */
  known?: KnownAccounts | undefined;
};

/** Reads an account's holdings from one chain. */
export type HoldingsReader = (
  owner: SolanaAddress,
  scope: RequestScope,
  onProgress?: (progress: HoldingsProgress) => void,
  wanted?: Wanted,
) => Promise<OnChainHoldings>;

/**
 * Holdings through any standard node, in two sequential steps: at most 3 + ⌈(2M + F)/100⌉ calls for M mints and F
 * frozen accounts (and the clock, with Token-2022), plus ⌈P/100⌉ for P metadata pointers that name another account.
 * What a wallet's listing asked for lately is asked for beside step one of its next (`ReadAhead`).
 * @param room what listings may take
 * @param readOwned step one, where it is not to be read through `transport`
 */
export function rpcHoldingsReader(
  transport: Transport,
  tokenList: () => Promise<TokenList>,
  room = new ListingRoom(),
  readOwned: ReadOwned = ownedReader(transport),
): HoldingsReader {
  const readAhead = new ReadAhead();
  return async (
    owner,
    caller,
    onProgress,
    { selection, page, withoutFacts = false, known } = { selection: EVERYTHING },
  ) => {
    const progress: HoldingsProgress = { step: 'accounts', done: 0, total: 0 };
    const report = (next: Partial<HoldingsProgress>) => {
      Object.assign(progress, next);
      onProgress?.({ ...progress });
    };
    let listing: Listing | undefined;
    let onFailure = async (thrown: Error): Promise<Error> => thrown;
    try {
      report({});
      const listed = tokenList();
      // Awaited below; until then a failure of it is nobody's.
      listed.catch(() => undefined);
      listing = await room.enter(owner, sizeOf(selection, page), caller);
      const { scope } = listing;
      const counted = listing;
      const wallet = `${owner} ${withoutFacts}`;
      const isWhole = selection.mints === undefined && page === undefined && known === undefined;
      const ahead = isWhole ? readAhead.begin(wallet) : undefined;
      const reading = readOwned(owner, scope, {
        mints: selection.mints,
        minContextSlot: page?.minSlot,
        withDecimals: withoutFacts,
        onList: (list, accounts) => counted.expect(list, accounts),
      });
      // After the lists: a node that answers one by one then answers no older.
      const aheadRead = ahead?.read(transport, scope);
      const owned = await reading;
      await listing.count(owned.accounts.length);
      await aheadRead;
      let slot = owned.oldestSlot;
      report({ step: 'assets' });
      const context = {
        transport,
        scope,
        withoutFacts,
        known,
        ahead,
        minContextSlot: owned.newestSlot === 0 ? undefined : owned.newestSlot,
        onSlot: (read: number) => {
          slot = Math.min(slot, read);
        },
        onTotal: (total: number) => report({ total: progress.total + total }),
        onRead: (count: number) => {
          counted.noteRead(count);
          report({ done: progress.done + count });
        },
      };
      const tokenUris = new Map<SolanaAddress, string>();
      const read = async (accounts: readonly OwnedTokenAccount[]) =>
        (await itemsOf(accounts, await readMintFacts(accounts, context), await listed, tokenUris)).filter(
          (item) => selects(selection, item),
        );
      onFailure = async (thrown) => {
        if (known === undefined || !isUpstreamUnavailable(thrown)) return thrown;
        const readable = await readableFrom(known, owned.accounts);
        if (readable.length === 0) return thrown;
        const items = await partOf(readable, context, await listed, tokenUris);
        const part = {
          ...(await holdingsOf(owned.lamports, items, slot)),
          tokenUris,
          newestSlot: owned.newestSlot,
        };
        return new PartlyReadError(thrown, part, owned.accounts.length - items.length);
      };
      const { items, next } = page
        ? await readPage(owned.accounts, page, read)
        : { items: await read(owned.accounts), next: undefined };
      if (ahead) readAhead.keep(wallet, ahead);
      const { holdings } = await holdingsOf(owned.lamports, items, slot);
      return {
        holdings,
        tokenUris,
        next,
        newestSlot: owned.newestSlot,
      };
    } catch (thrown) {
      if (listing?.refusal) throw listing.refusal;
      if (caller.signal.aborted) throw outOfTime(progress, thrown);
      const failure = unreadable(thrown);
      throw await onFailure(failure).catch(() => failure);
    } finally {
      // A later read goes by a later clock.
      known?.delete(CLOCK_ADDRESS);
      listing?.leave();
    }
  };
}

/** What is asked for, as far as it tells what it will cost. */
const sizeOf = (selection: Selection, page: HoldingsPage | undefined) => ({
  perPage: page?.limit ?? Number.POSITIVE_INFINITY,
  isWhole: selection.mints === undefined,
});

/** The items of accounts of which all is known: nobody is asked for more. */
async function partOf(
  readable: readonly OwnedTokenAccount[],
  { onRead: _read, onTotal: _total, ...quiet }: Parameters<typeof readMintFacts>[1],
  list: TokenList,
  tokenUris: Map<SolanaAddress, string>,
): Promise<Item[]> {
  return itemsOf(
    readable,
    await readMintFacts(readable, { ...quiet, transport: askNobody }),
    list,
    tokenUris,
  );
}

/** The items of some accounts. @param tokenUris filled with the document URI of each token that has one */
async function itemsOf(
  accounts: readonly OwnedTokenAccount[],
  { knownOf, records }: MintsAndRecords,
  list: TokenList,
  tokenUris: Map<SolanaAddress, string>,
): Promise<Item[]> {
  const items: Item[] = [];
  await forEachYielding(accounts, (account) => {
    const known = knownOf(account.account.mint);
    if (known === undefined) return;
    const item = assembleItem(account, known, records.get(account.address) ?? 'none', list);
    items.push(item);
    if (item.kind === 'token' && typeof known.metadata === 'object' && known.metadata.uri !== '')
      tokenUris.set(account.address, known.metadata.uri);
  });
  return items;
}
