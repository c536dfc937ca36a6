import type { RequestScope } from '@/lib/promises/request-scope';
import type { AccountDescription } from '@/lib/solana/account-description/account-description';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { Item } from './assemble-holdings';
import type { AssetSource } from './das/asset-source';
import type { ExtendedHoldings } from './holdings';
import type { HoldingsEvent } from './holdings-events';
import type { Selection } from './selection';
import type { UpstreamHealth } from './upstream-health';
import type { ViewportPriority } from './viewport-priority';

export type ReadHoldingsOptions = {
  /** Fetch the off-chain documents and fill `uriData` and `image`. */
  parseMetadataUri: boolean;
  /** Documents may take until its deadline, less a margin for the response, and at most the source's budget. */
  scope: RequestScope;
  /**
   * Turn a failure of a configured DAS upstream into a warning (extended form). Otherwise the call fails: the plain
   * form has no warnings.
   */
  tolerateDasFailure?: boolean;
  /**
   * Do not fill `mintFacts`, `lock`, `delegateRole` and `uiAmountString`, which the documented form leaves out: most
   * mints need not be read.
   */
  withoutFacts?: boolean;
  /** The requested items; all by default. */
  selection?: Selection;
  /**
   * Requests a page of at most `limit` items, from the beginning or from the cursor of an earlier page of the same
   * owner, chain and selection; the holdings then have `nextCursor`.
   */
  page?: { limit: number; cursor?: string | undefined };
  /**
   * For a page: `watchHoldings` fetches documents until all have arrived, those of these items first, and only
   * fills `image`, not `uriData`.
   */
  viewport?: ViewportPriority;
};

/** A collection's name and image. */
export type CollectionPreview = {
  address: SolanaAddress;
  name: string;
  /** "" until its document has arrived, or if the document has no image. */
  image: string;
};

/** The port to Solana. */
export type SolanaSource = {
  /** Single assets, and what needs an index. */
  assets: AssetSource;
  /** Supported chains, ascending. */
  chainIds: readonly number[];
  /**
   * Reads the holdings of `owner` on a chain, never silently incomplete.
   * @throws UnsupportedChainError if the chain is not one of `chainIds`
   * @throws InvalidInputError `invalid-cursor`, `cursor-mismatch`
   * @throws UpstreamUnavailableError if the balance or a token account could not be read before the deadline
   */
  getHoldings: (
    chainId: number,
    owner: SolanaAddress,
    options: ReadHoldingsOptions,
  ) => Promise<ExtendedHoldings>;
  /**
   * Streams the same read; the last event is `done`. A slow reader skips stale progress. Leaving the loop stops the
   * read, unless others wait for it.
   * @throws the errors of `getHoldings`
   */
  watchHoldings: (
    chainId: number,
    owner: SolanaAddress,
    options: ReadHoldingsOptions,
  ) => AsyncIterable<HoldingsEvent>;
  /**
   * Streams names and images of collections: each once with its name, and again when its image is known.
   * Collections without a name are left out. Without its document a collection has no image.
   * @throws UnsupportedChainError; UpstreamUnavailableError if the accounts could not be read
   */
  watchCollections: (
    chainId: number,
    collections: readonly SolanaAddress[],
    scope: RequestScope,
  ) => AsyncIterable<CollectionPreview>;
  /** The current trouble of a chain's node; undefined if none is known. */
  trouble: (chainId: number) => UpstreamHealth | undefined;
  /** Returns an NFT with its document, if it arrives within `waitMs`; a token is returned unchanged. Never throws. */
  withDocument: (item: Item, waitMs: number, scope: RequestScope) => Promise<Item>;
  /**
   * Resolves a `.sol` name to its wallet; null if the name is not registered.
   * @throws InvalidInputError if it is not a `.sol` name; UnsupportedChainError; UpstreamUnavailableError
   */
  resolveName: (chainId: number, name: string, scope: RequestScope) => Promise<SolanaAddress | null>;
  /**
   * Describes the account of an address: a wallet, a mint, a token account, a program, nothing… Never cached.
   * @throws UnsupportedChainError; UpstreamUnavailableError if the account could not be read
   */
  describeAccount: (
    chainId: number,
    address: SolanaAddress,
    scope: RequestScope,
  ) => Promise<AccountDescription>;
};
