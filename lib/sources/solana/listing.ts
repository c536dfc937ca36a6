import { setImmediate as nextTurn } from 'node:timers/promises';
import { UpstreamUnavailableError } from '@/lib/errors';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import { MemoryReservation } from '@/lib/promises/byte-budget';
import { childScope, type RequestScope } from '@/lib/promises/request-scope';
import { type Clock, decodeClock } from '@/lib/solana/accounts/clock';
import { type InlineMetadata, readMetadataPointer } from '@/lib/solana/accounts/token-extensions';
import type { TokenMetadata } from '@/lib/solana/accounts/token-metadata';
import type { SolanaAddress } from '@/lib/solana/address/address';
import {
  editionAddressOf,
  metadataAddressOf,
  tokenRecordAddressOf,
} from '@/lib/solana/address/program-address';
import type { ClosableAccounts } from '@/lib/solana/assemble-holdings';
import {
  assembleItem,
  classify,
  holdingsOf,
  isEditionUnread,
  type KnownMint,
  type MintEdition,
  type OwnedTokenAccount,
  type ReadTokenRecord,
} from '@/lib/solana/assemble-holdings';
import { CONFIDENTIAL, EDITIONS_UNREAD, METADATA_UNREAD } from '@/lib/solana/coverage';
import { type MatchesItem, onePerMint } from '@/lib/solana/das/asset-search';
import type { OwnedAssetsSelection } from '@/lib/solana/das/asset-source';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import { type HoldingsProgress, outOfTime, type TokenUris } from '@/lib/solana/holdings-events';
import type { AssetRange, HoldingsPage, Position } from '@/lib/solana/holdings-page';
import { EVERYTHING, type Selection, selects } from '@/lib/solana/holdings-page';
import { CLOCK_ADDRESS, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import type { ReadHoldingsOptions } from '@/lib/solana/solana-source';
import { readEditions } from './editions';
import { LARGE_ROWS } from './large-answers';
import {
  type AccountOfMint,
  accountsToRead,
  hasTokenStandard,
  inlineOf,
  knownMint,
  type MintRead,
  metaplexOf,
  needsSupply,
  recordOf,
  takeMint,
} from './mint-reads';
import { readOwnedAccounts } from './owned-accounts';
import {
  AccountReads,
  dataOf,
  MAX_KEYS,
  Prefetch,
  type ReadContext,
  readAccounts,
  TOKEN_BYTES,
  unreadable,
} from './read-accounts';
import { readPage } from './read-page';
import type { SolanaChain } from './solana-chain';

/** Which items a listing covers, and which facts it reads. */
export type ListingScope = {
  selection: Selection;
  page?: HoldingsPage | undefined;
  /** Read only what the default format needs, without mint facts and locks. */
  withoutFacts?: boolean;
  /** Read the edition accounts of NFTs. */
  withEditions?: boolean;
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

/** Options for reading holdings or a page of assets. */
type OnChainOptions = Omit<ReadHoldingsOptions, 'parseMetadataUri'> & {
  assets?: OwnedAssetsSelection;
};

/**
 * Reads the holdings of an account on a chain, or a page of them with its cursor.
 * @throws UnsupportedChainError, InvalidInputError (cursors), UpstreamUnavailableError
 */
export type ReadOnChain = (
  chainId: number,
  owner: SolanaAddress,
  options: OnChainOptions,
  onProgress: (progress: HoldingsProgress) => void,
) => Promise<OnChainHoldings>;

/** Dependencies of a chain's reader. */
export type ReaderParts = Pick<SolanaChain, 'transport' | 'tokenList' | 'isPaced' | 'finality'> & {
  /** Memory budget shared by all calls in flight. */
  memory?: ByteBudget | undefined;
};

/** Memory that one token account takes while it is read, with its mint and metadata, in bytes (measured). */
const ACCOUNT_BYTES = 3_500;
/** Memory that a token account on another page takes, in bytes. */
const LISTED_ACCOUNT_BYTES = 500;

/** On-chain holdings, and the URIs of their off-chain documents. */
export type OnChainHoldings = {
  holdings: ExtendedHoldings;
  /** URI of each token's document, by token account; the URI of an NFT is in its metadata. */
  tokenUris: TokenUris;
  /** Accounts without a balance that the owner can close; undefined if they were not counted. */
  closable?: ClosableAccounts | undefined;
  /** Position at which a page ends; null at the end of the list, undefined if no page was requested. */
  next?: Position | null | undefined;
  /** Newest slot at which the balance and the token accounts were read. */
  newestSlot: number;
  /** For a page of assets: the mints of its items, by address. */
  mints?: ReadonlyMap<SolanaAddress, KnownMint> | undefined;
  /** For a page of assets: number of assets that were read, also those that do not match. */
  itemsRead?: number | undefined;
  /** For a page of assets: number of assets on all pages, if they are counted. */
  total?: number | undefined;
  /** For a page of assets: assets by id, as returned by the DAS upstream. */
  upstreamAssets?: ReadonlyMap<SolanaAddress, unknown> | undefined;
};

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
    { selection, page, withoutFacts = false, withEditions = false, matches, withEmpty = false } = {
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
    // Ends what is left of a listing that has failed: calls, and waits for memory that no one would release.
    const box = childScope(caller);
    const held = new MemoryReservation(memory, box.scope.signal);
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
    try {
      report({});
      const listed = tokenList();
      // Avoid an unhandled rejection; awaited below.
      listed.catch(() => undefined);
      const wallet = `${owner} ${withoutFacts} ${withEditions} ${withEmpty} ${page?.limit ?? ''}`;
      // The first page of a list of assets is often the whole list.
      const isFirst = page === undefined || (page.assets !== undefined && page.after === undefined);
      const isWhole = selection.mints === undefined && isFirst;
      const prefetched = isWhole ? prefetch.begin(wallet) : undefined;
      const prefetchedBytes = (prefetched?.size ?? 0) * ACCOUNT_BYTES;
      await held.hold(prefetchedBytes, prefetchedBytes);
      const reading = readOwnedAccounts(transport, owner, box.scope, {
        mints: selection.mints,
        minContextSlot: page?.minSlot,
        withDecimals: withoutFacts,
        withEmpty,
        onList: reserve,
      });
      // Send the prefetch after the lists, so that a node that responds in order does not respond from an older slot.
      const prefetching = prefetched?.read(transport, box.scope);
      const owned = await reading;
      await prefetching;
      const unread = new Set(owned.isConfidential ? [CONFIDENTIAL] : []);
      let slot = owned.oldestSlot;
      report({ step: 'assets' });
      const context = {
        transport,
        scope: box.scope,
        withoutFacts,
        isPaced,
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
      let itemsRead = 0;
      const read = async (accounts: readonly OwnedTokenAccount[]) => {
        itemsRead += accounts.length;
        const facts = await readMintFacts(accounts, context);
        const editions = withEditions
          ? await readEditions(editionKeys(accounts, facts, selection), context)
          : NO_EDITIONS;
        if ([...editions.values()].some(isEditionUnread)) unread.add(EDITIONS_UNREAD);
        const list = await listed;
        return accounts.flatMap((account) => {
          const { mint } = account.account;
          const known = facts.knownOf(mint);
          if (known === undefined) return [];
          // Also of items that are not selected: conditions can exclude an item because its facts are unknown.
          if (known.metadata === 'unread') unread.add(METADATA_UNREAD);
          const record = facts.records.get(account.address) ?? 'none';
          // In lists of assets, empty accounts keep the kind of their mint.
          const emptyIsToken = page?.assets === undefined;
          const item = assembleItem(account, known, record, list, editions.get(mint), emptyIsToken);
          if (!selects(selection, item) || !(matches?.(item, known) ?? true)) return [];
          if (item.kind === 'token' && typeof known.metadata === 'object' && known.metadata.uri !== '')
            tokenUris.set(account.address, known.metadata.uri);
          if (page?.assets) mints.set(mint, known);
          return [item];
        });
      };
      const accounts = page?.assets ? assetsIn(owned.accounts, page.assets) : owned.accounts;
      const { items, next, total } = page
        ? await readPage(accounts, page, read)
        : { items: await read(accounts), next: undefined, total: undefined };
      if (prefetched) prefetch.keep(wallet, prefetched);
      const holdings = holdingsOf(owned.lamports, items, slot, { unread, commitment });
      const { newestSlot, closable } = owned;
      return { holdings, tokenUris, closable, next, newestSlot, mints, itemsRead, total };
    } catch (thrown) {
      if (caller.signal.aborted) throw outOfTime(progress, thrown);
      throw unreadable(thrown);
    } finally {
      box.abort();
      held.release();
    }
  };
}

type FactsContext = ReadContext & {
  onTotal?: (total: number) => void;
  /** Skips accounts that are needed only for mint facts and locks. */
  withoutFacts?: boolean;
  isPaced?: boolean;
};

/** Result of step two: the mints of token accounts, and the token records of frozen accounts. */
export type MintsAndRecords = {
  knownOf: (mint: SolanaAddress) => KnownMint | undefined;
  /** Token records by token account; only for frozen accounts. */
  records: ReadonlyMap<SolanaAddress, ReadTokenRecord>;
};

/**
 * Performs step two of reading holdings: reads the mint and metadata of every token account, the token record of every
 * frozen account and, if there is a Token-2022 account, the chain's clock. Sends each chunk as soon as its keys are
 * derived. A further step reads the accounts that metadata pointers name and, if facts are skipped, the mints that can
 * be classified only by their supply.
 * @throws UpstreamUnavailableError if a mint or the clock could not be read; unread metadata or an unread record only
 * affects the fields of its item
 */
export async function readMintFacts(
  owned: readonly AccountOfMint[],
  context: FactsContext,
): Promise<MintsAndRecords> {
  // In a large wallet, reading twice as many accounts takes longer than another round trip.
  const fewerCalls = context.isPaced === true || owned.length > LARGE_ROWS;
  const { mints, frozen, needsClock } = accountsToRead(owned, context.withoutFacts ?? false, fewerCalls);
  const all = [...mints.values()];
  const accounts = all.filter(({ isRequested }) => isRequested).length + all.length + frozen.length;
  context.onTotal?.(accounts + (needsClock ? 1 : 0));
  const reads = new AccountReads(context);
  let clock: Clock | undefined;
  if (needsClock)
    reads.add(CLOCK_ADDRESS, true, (account) => {
      if (typeof account === 'object' && account) clock = decodeClock(account.data);
    });
  for (const [index, read] of all.entries()) {
    // undici writes to an idle connection in the next turn. Without this pause, all chunks would be sent together at
    // the end, and 1,000 NFTs at 50 ms latency would take 154 instead of 147 ms (`npm run bench -- listing`).
    if (index > 0 && index % MAX_KEYS === 0) await nextTurn();
    read.metadataAddress = metadataAddressOf(read.address);
    if (read.metadataAddress !== undefined)
      reads.add(read.metadataAddress, false, (account) => {
        read.metaplex = metaplexOf(read.address, account);
      });
    // If prefetched metadata contains the token standard, the mint is not needed.
    if (context.withoutFacts && read.isRequested && read.decimals === 0 && hasTokenStandard(read)) {
      read.isRequested = false;
      context.onRead?.(1);
    }
    if (read.isRequested) reads.add(read.address, true, (account) => takeMint(read, account));
  }
  const records = new Map<SolanaAddress, ReadTokenRecord>();
  for (const { address, mint } of frozen) {
    const recordAddress = tokenRecordAddressOf(mint, address);
    if (recordAddress !== undefined)
      reads.add(recordAddress, false, (account) => records.set(address, recordOf(account)));
  }
  await reads.end();

  await readMetadataAgain(all, context);
  await readUnclear(all, context);
  await readMintsAgain(all, context);
  const pointed = await followPointers(all, context);
  const knownOf = (mint: SolanaAddress) => {
    const read = mints.get(mint);
    if (read !== undefined) read.known ??= knownMint(read, pointed.get(mint) ?? read.metaplex, clock);
    return read?.known;
  };
  return { knownOf, records };
}

/** Reads the mints that can be classified only by their supply. */
async function readUnclear(all: readonly MintRead[], context: ReadContext): Promise<void> {
  const unclear = all.filter(needsSupply);
  const accounts = await readAccounts(unclear.map(addressOf), true, context);
  for (const read of unclear) {
    read.isRequested = true;
    takeMint(read, accounts.get(read.address));
  }
}

const addressOf = ({ address }: MintRead) => address;

/** Checks whether suspiciously many accounts are missing: at least ten, and more than a tenth (contract §3). */
const areMany = (missing: number, all: number) => missing >= 10 && missing > all / 10;

/** Returns a context that tries another endpoint first and ignores prefetched accounts. */
const withAnotherEndpoint = ({
  transport,
  onRead: _counted,
  prefetched: _believed,
  ...context
}: ReadContext): ReadContext => ({
  ...context,
  transport: (method, params, scope, options) =>
    transport(method, params, scope, { ...options, anotherFirst: true }),
});

/**
 * Reads missing metadata of mints with 0 decimals once more if much of it is missing, because such NFTs would be listed
 * as tokens. Tries another endpoint first, and uses the second result. A few missing accounts are not read again.
 */
async function readMetadataAgain(all: readonly MintRead[], context: ReadContext): Promise<void> {
  const without = all.filter(
    ({ metaplex, metadataAddress, programId, mint, decimals }) =>
      metaplex === 'none' &&
      metadataAddress !== undefined &&
      programId === TOKEN_PROGRAM &&
      (mint?.decimals ?? decimals) === 0,
  );
  if (!areMany(without.length, all.length)) return;
  const addresses = without.flatMap(({ metadataAddress }) => metadataAddress ?? []);
  const accounts = await readAccounts(addresses, false, withAnotherEndpoint(context));
  for (const read of without) {
    const metaplex = metaplexOf(read.address, accounts.get(read.metadataAddress ?? ''));
    if (metaplex !== 'unread') read.metaplex = metaplex;
  }
}

/**
 * Reads missing mints of held tokens once more at the same slot or later, trying another endpoint first (contract §3).
 * @throws UpstreamUnavailableError `upstream-incomplete` if many are still missing
 */
async function readMintsAgain(all: readonly MintRead[], context: ReadContext): Promise<void> {
  const again = all.filter(({ isRequested, mint }) => isRequested && mint === undefined);
  if (again.length === 0) return;
  const accounts = await readAccounts(again.map(addressOf), true, withAnotherEndpoint(context));
  let still = 0;
  for (const read of again) {
    takeMint(read, accounts.get(read.address));
    // An empty account outlives its mint, whose close authority can close it.
    if (read.mint === undefined && read.isHeld) still += 1;
  }
  const mints = all.length;
  if (areMany(still, mints))
    throw new UpstreamUnavailableError(
      'upstream-incomplete',
      `The upstream has no account for ${still} of ${mints} mints that the owner holds`,
      { missing: still, mints },
    );
}

/**
 * Reads the accounts that the metadata pointers of Token-2022 mints name: the mint itself or another account. If the
 * account belongs to an unknown program, the Metaplex account is used instead, because getting metadata from that
 * program would require simulating its `Emit` instruction.
 */
async function followPointers(mints: readonly MintRead[], context: ReadContext) {
  const found = new Map<SolanaAddress, TokenMetadata | InlineMetadata | 'unread'>();
  const elsewhere: { pointing: MintRead; target: SolanaAddress }[] = [];
  for (const pointing of mints) {
    const { address: mint, data, metadataAddress } = pointing;
    const target = data === undefined ? null : readMetadataPointer(data);
    if (data === undefined || target === null || target === metadataAddress) continue;
    if (target !== mint) elsewhere.push({ pointing, target });
    else {
      const inline = inlineOf(mint, data);
      if (inline !== undefined) found.set(mint, inline);
    }
  }
  if (elsewhere.length === 0) return found;
  const accounts = await readAccounts(
    elsewhere.map(({ target }) => target),
    false,
    { ...context, length: TOKEN_BYTES },
  );
  for (const { pointing, target } of elsewhere) {
    const mint = pointing.address;
    const account = accounts.get(target);
    const metaplex = metaplexOf(mint, account);
    const data = dataOf(account, TOKEN_2022_PROGRAM);
    const inline = data && inlineOf(mint, data);
    if (inline !== undefined) found.set(mint, inline);
    else if (typeof metaplex === 'object') found.set(mint, metaplex);
    else if (metaplex === 'unread') found.set(mint, 'unread');
  }
  return found;
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
