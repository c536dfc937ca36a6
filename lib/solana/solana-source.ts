import type { RequestScope } from '@/lib/promises/request-scope';
import type { AccountDescription } from '@/lib/solana/account-description/account-description';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { NotReadReason } from '@/lib/solana/coverage';
import type { ForwardedCall } from '@/lib/solana/forwarded-call';
import type { ExtendedHoldings, ExtendedNft, Item } from '@/lib/solana/holdings';
import type { AssetSource } from './das/asset-source';
import type { HoldingsProgress, ItemListing, TokenUris } from './holdings-events';
import type { Selection } from './holdings-page';
import type { PriceTable } from './prices/price-table';
import type { StakeItem } from './stake';
import type { TokenList } from './token-list';
import type { UpstreamHealth } from './upstream-health';

export type ReadHoldingsOptions = {
  /** Fetch the off-chain documents and fill `uriData` and `image`. */
  parseMetadataUri: boolean;
  /**
   * Scope of the request. Documents are fetched until its deadline, minus a margin for the response, but no longer than
   * the source's time budget for documents.
   */
  scope: RequestScope;
  /**
   * Report a failure of a configured DAS upstream as a warning instead of failing. Only for the extended format,
   * because the default format has no warnings.
   */
  tolerateDasFailure?: boolean;
  /**
   * Skip `mintFacts`, `lock`, `delegateRole` and `uiAmountString`, so that most mints need not be read. The default
   * format does not have these fields.
   */
  withoutFacts?: boolean;
  /** Read the edition accounts of NFTs, which takes one or two more round trips. */
  withEditions?: boolean;
  /** Also list token accounts without a balance, all of them as tokens. */
  includeEmpty?: boolean | undefined;
  /** Items to return; all by default. */
  selection?: Selection;
  /**
   * Return a page of at most `limit` items, from the beginning or from the cursor of an earlier page with the same
   * owner, chain and selection. The holdings then have `nextCursor`.
   */
  page?: { limit: number; cursor?: string | undefined };
};

/** A collection's name, the URI of its document, and its image. */
export type CollectionPreview = {
  address: SolanaAddress;
  name: string;
  /** "" if the collection has no document. */
  uri: string;
  /** "" if the collection's document has not arrived or has no image. */
  image: string;
};

/** NFTs with their off-chain documents, and whether every document has arrived or failed. */
export type DocumentedNfts = { nfts: ExtendedNft[]; isComplete: boolean };

/** The stake accounts of an owner, or why they were not read. */
export type StakeScan = StakeItem[] | Extract<NotReadReason, 'scan-refused' | 'too-many'>;

/** Port for reading Solana chains. */
export type SolanaSource = {
  /** Reads single assets, and makes calls that need an index. */
  assets: AssetSource;
  /** Ids of the supported chains, in ascending order. */
  chainIds: readonly number[];
  /**
   * Reads the holdings of `owner` on a chain. Fails rather than silently return incomplete holdings.
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
   * The same read as `getHoldings`, without documents.
   * @throws the errors of `getHoldings`
   */
  listItems: (
    chainId: number,
    owner: SolanaAddress,
    options: Omit<ReadHoldingsOptions, 'parseMetadataUri'>,
    onProgress: (progress: HoldingsProgress) => void,
  ) => Promise<ItemListing>;
  /**
   * Returns names of collections and, with `withImages`, the images that arrive before the scope is aborted. Collections
   * without a name are omitted.
   * @throws UnsupportedChainError; UpstreamUnavailableError if the accounts could not be read
   */
  collections: (
    chainId: number,
    collections: readonly SolanaAddress[],
    options: { withImages: boolean; scope: RequestScope },
  ) => Promise<CollectionPreview[]>;
  /**
   * Returns the token list of a chain.
   * @throws UnsupportedChainError
   */
  tokenList: (chainId: number) => Promise<TokenList>;
  /** Returns the current problem of a chain's node; undefined if no problem is known. */
  trouble: (chainId: number) => UpstreamHealth | undefined;
  /**
   * Returns an item with the image and data of its document and, for an NFT, its edition, as far as they arrive within
   * `waitMs`. Never throws.
   * @param tokenUris URIs of the documents of tokens, by token account
   */
  withDetails: (
    chainId: number,
    item: Item,
    options: { tokenUris: TokenUris; waitMs: number; scope: RequestScope },
  ) => Promise<Item>;
  /** Returns NFTs with the documents that arrive within `waitMs`. */
  withDocuments: (
    nfts: readonly ExtendedNft[],
    waitMs: number,
    scope: RequestScope,
  ) => Promise<DocumentedNfts>;
  /**
   * Resolves a `.sol` name to its wallet. Returns null if the name is not registered.
   * @throws InvalidInputError if the text is not a `.sol` name; UnsupportedChainError; UpstreamUnavailableError
   */
  resolveName: (chainId: number, name: string, scope: RequestScope) => Promise<SolanaAddress | null>;
  /**
   * Returns the primary `.sol` name of a wallet: the favorite name that it has set and still owns; null if it has none.
   * @throws UnsupportedChainError; UpstreamUnavailableError
   */
  primaryName: (chainId: number, owner: SolanaAddress, scope: RequestScope) => Promise<string | null>;
  /** Whether a chain has price feeds, and this service reads them. */
  hasPrices: (chainId: number) => boolean;
  /**
   * Returns the prices of a chain, at most 15 s old and shared by all callers. Without price feeds, or if
   * they could not be read, everything is unpriced.
   * @throws UnsupportedChainError; the reason of the scope's signal if it is aborted
   */
  prices: (chainId: number, scope: RequestScope) => Promise<PriceTable>;
  /**
   * Lists the stake accounts that `owner` can withdraw or delegate, at most 1,000 each, with `getProgramAccounts`.
   * @throws UnsupportedChainError; OverloadedError; UpstreamUnavailableError if the scope is aborted
   */
  stakeAccounts: (chainId: number, owner: SolanaAddress, scope: RequestScope) => Promise<StakeScan>;
  /**
   * Forwards a call to the chain's node.
   * @returns the bytes of the result, as the node sent them; they are valid JSON of at most 32 MiB
   * @throws NodeError with the node's error; UnsupportedChainError; UpstreamUnavailableError
   */
  forward: (chainId: number, call: ForwardedCall, scope: RequestScope) => Promise<Uint8Array>;
  /**
   * Describes the account at an address, such as a wallet, mint, token account or program. Never cached.
   * @throws UnsupportedChainError; UpstreamUnavailableError if the account could not be read
   */
  describeAccount: (
    chainId: number,
    address: SolanaAddress,
    scope: RequestScope,
  ) => Promise<AccountDescription>;
};
