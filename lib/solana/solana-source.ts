import type { RequestScope } from '@/lib/promises/request-scope';
import type { AccountReading } from '@/lib/solana/account-kind/account-reading';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { Item } from './assemble-holdings';
import type { ExtendedHoldings } from './holdings';
import type { HoldingsEvent } from './holdings-events';
import type { Selection } from './selection';
import type { UpstreamHealth } from './upstream-health';
import type { ViewportPriority } from './viewport-priority';

export type ReadHoldingsOptions = {
  /** Fetch the off-chain documents and fill `uriData` and `image`. */
  parseMetadataUri: boolean;
  /** Documents may take until its deadline, less a margin to answer in, and at most the source's own budget. */
  scope: RequestScope;
  /**
   * Whether a configured DAS upstream may fail at the price of a warning (extended form); otherwise its failure is
   * the call's, since the plain form could not say that it is short.
   */
  tolerateDasFailure?: boolean;
  /**
   * Only the documented form is answered: `mintFacts`, `lock`, `delegateRole` and `uiAmountString` need not be right,
   * which spares the node most mints.
   */
  withoutFacts?: boolean;
  /** Which items are asked for; all by default. */
  selection?: Selection;
  /**
   * Asks for a page of at most so many items, from the beginning or from the cursor of an earlier page of the same
   * owner, chain and selection; the holdings then have `nextCursor`.
   */
  page?: { limit: number; cursor?: string | undefined };
  /**
   * For `watchHoldings`, where somebody looks on: documents are fetched until all are there, those of the items in view
   * first, and their images alone are told of, without `uriData`.
   */
  viewport?: ViewportPriority;
};

/** What a collection says of itself. */
export type CollectionFace = {
  address: SolanaAddress;
  name: string;
  /** "" while its document is not there, and where it names none. */
  image: string;
};

/** What we ask of Solana. */
export type SolanaSource = {
  /** Chains that are served, ascending. */
  chainIds: readonly number[];
  /**
   * Everything that `owner` holds on a chain, never silently short. Equal reads at the same time, this one's and
   * `watchHoldings`', share one read of the chain.
   * @throws UnsupportedChainError when the chain is not one of `chainIds`
   * @throws InvalidInputError `invalid-cursor`, `cursor-mismatch`
   * @throws UpstreamUnavailableError when a balance or a token account could not be read, or time is up
   */
  getHoldings: (
    chainId: number,
    owner: SolanaAddress,
    options: ReadHoldingsOptions,
  ) => Promise<ExtendedHoldings>;
  /**
   * The same, told while it is read; the last event is `done`. A reader slower than the work is not told of stale
   * progress. Leaving the loop ends the work, unless others wait for it.
   * @throws what `getHoldings` throws
   */
  watchHoldings: (
    chainId: number,
    owner: SolanaAddress,
    options: ReadHoldingsOptions,
  ) => AsyncIterable<HoldingsEvent>;
  /**
   * Own names and pictures of collections: each is told once by its name, and again when its document has named an image.
   * Those that name themselves nowhere are left out. A document that does not come costs its picture.
   * @throws UnsupportedChainError; UpstreamUnavailableError when the accounts could not be read
   */
  watchCollections: (
    chainId: number,
    collections: readonly SolanaAddress[],
    scope: RequestScope,
  ) => AsyncIterable<CollectionFace>;
  /** What is wrong with the node of a chain now, for those who wait for it; undefined where nothing is known to be. */
  trouble: (chainId: number) => UpstreamHealth | undefined;
  /** An item with its own document, which is waited for `waitMs`; a token is given back as it is. Never throws. */
  withDocument: (item: Item, waitMs: number, scope: RequestScope) => Promise<Item>;
  /**
   * The wallet that a `.sol` name leads to; null when the name is not registered.
   * @throws InvalidInputError when it is no such name; UnsupportedChainError; UpstreamUnavailableError
   */
  resolveName: (chainId: number, name: string, scope: RequestScope) => Promise<SolanaAddress | null>;
  /**
   * What an address leads to: a wallet, a mint, a token account, a program, nothing… Never read from memory.
   * @throws UnsupportedChainError; UpstreamUnavailableError when the account could not be read
   */
  readAccountKind: (chainId: number, address: SolanaAddress, scope: RequestScope) => Promise<AccountReading>;
};
