import type { RequestScope } from '@/lib/promises/request-scope';
import type { Edition } from '@/lib/solana/accounts/token-metadata';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { KnownMint, OwnedTokenAccount } from '@/lib/solana/assemble-holdings';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import type { AssetRange } from '@/lib/solana/holdings-page';
import type { AssetById } from './asset-of-item';
import type { MatchesItem } from './asset-search';

/** Which of an owner's assets to list. */
export type OwnedAssetsSelection = {
  /** Include tokens for which the owner has only empty accounts. */
  withEmpty: boolean;
  /** Number of assets to skip. They are still read, because their kind decides whether they count. */
  skip: number;
  range: AssetRange;
  /** Canonical text of all parameters that select and order the assets; part of the cursor's scope. */
  list: string;
  matches?: MatchesItem | undefined;
};

/** Options of a page of assets, which is read as a page of holdings. */
export type ReadOwnedAssetsOptions = {
  /** Fetch the off-chain documents, with the same time budget and limits as a listing. */
  parseMetadataUri: boolean;
  /** Skip mint accounts that are not needed to build the items. Supply and authorities are then unknown. */
  withoutFacts: boolean;
  scope: RequestScope;
  /** At most `limit` assets, from the cursor of an earlier page with the same owner, chain and `assets.list`. */
  page: { limit: number; cursor?: string | undefined };
  assets: OwnedAssetsSelection;
};

/** A page of an owner's assets, one per mint. */
export type OwnedAssets = {
  /** The page's items, with `nextCursor`. */
  holdings: ExtendedHoldings;
  /** Mints of the page's items, by address. Items without a mint have no entry. */
  mints: ReadonlyMap<SolanaAddress, KnownMint>;
  /** Assets as returned by the DAS upstream, by id: compressed ones, and MPL Core assets that were not scanned. */
  upstreamAssets: ReadonlyMap<SolanaAddress, unknown>;
  /** Number of assets that were read, also those that do not match. */
  itemsRead: number;
  /** Number of assets on all pages, if they were counted. */
  total?: number | undefined;
};

/** Options that select a page of token accounts. */
export type TokenAccountsOptions = {
  /** At least one of `owner` and `mint` must be set. */
  owner?: SolanaAddress | undefined;
  mint?: SolanaAddress | undefined;
  /** Include accounts without a balance. */
  withEmpty: boolean;
  limit: number;
  cursor?: string | undefined;
  /** Number of accounts to skip. */
  skip: number;
  /** Order of the accounts, and the range of token account addresses to list. */
  range: Omit<AssetRange, 'isCounted' | 'nftsOnly'>;
  scope: RequestScope;
};

/** A page of token accounts, ordered by address. */
export type TokenAccountPage = {
  accounts: OwnedTokenAccount[];
  /** Whether any of the accounts, including those outside this page, can have a confidential balance. */
  isConfidential: boolean;
  /** Null on the last page. */
  nextCursor: string | null;
  /** Oldest slot at which the accounts were read. */
  slot: number;
};

/**
 * Port for the DAS methods: reads assets and token accounts from the chain, and forwards calls that need an index to the
 * chain's DAS upstream. All methods can throw UnsupportedChainError.
 */
export type AssetSource = {
  /**
   * Reads a page of an owner's assets. Fails rather than return an incomplete page.
   * @throws InvalidInputError `invalid-cursor`, `cursor-mismatch`
   * @throws UpstreamUnavailableError if the list would be incomplete
   */
  ofOwner: (chainId: number, owner: SolanaAddress, options: ReadOwnedAssetsOptions) => Promise<OwnedAssets>;
  /**
   * Reads assets by id. The result has one entry per id, in order: the asset, `none` if no account has the address, or
   * `other` if the account is not an asset.
   * @param options.withRecords whether locks and the roles of delegates are needed, which DAS assets do not contain
   * @throws UpstreamUnavailableError if the account of an id or of a mint could not be read
   */
  byId: (
    chainId: number,
    ids: readonly SolanaAddress[],
    options: { parseMetadataUri: boolean; withRecords?: boolean; scope: RequestScope },
  ) => Promise<{ assets: (AssetById | 'none' | 'other')[]; slot: number }>;
  /**
   * Lists the token accounts of an owner, of a mint, or of both.
   * @returns undefined if the mint has too many accounts for a node to list
   * @throws InvalidInputError `invalid-cursor`, `cursor-mismatch`
   * @throws UpstreamUnavailableError if the list would be incomplete
   */
  tokenAccounts: (chainId: number, options: TokenAccountsOptions) => Promise<TokenAccountPage | undefined>;
  /**
   * Reads the edition account of a mint. Returns undefined if it does not exist.
   * @throws UpstreamUnavailableError
   */
  edition: (
    chainId: number,
    mint: SolanaAddress,
    scope: RequestScope,
  ) => Promise<{ address: SolanaAddress; edition: Edition | undefined; slot: number }>;
  /** Whether the chain has a DAS upstream. */
  hasUpstream: (chainId: number) => boolean;
  /**
   * Calls the chain's DAS upstream and returns its result unchanged, with exact integers.
   * @throws NeedsIndexError if the chain has no DAS upstream
   * @throws UpstreamUnavailableError if the call fails, or its result is neither an object nor an array
   */
  askUpstream: (chainId: number, method: string, params: unknown, scope: RequestScope) => Promise<unknown>;
};
