import type { RequestScope } from '@/lib/promises/request-scope';
import type { Edition } from '@/lib/solana/accounts/edition';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { Item, KnownMint, OwnedTokenAccount } from '@/lib/solana/assemble-holdings';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import type { AssetRange } from '@/lib/solana/holdings-page';
import type { MatchesItem } from './one-per-mint';

export type ReadOwnedAssetsOptions = {
  /** Fetch the off-chain documents, with the budget and guards of a listing. */
  parseMetadataUri: boolean;
  /** Skip the accounts of mints where the item does not need them: supply and authorities are then unknown. */
  withoutFacts: boolean;
  scope: RequestScope;
  /** Include tokens of which the owner holds nothing but an account. */
  withEmpty: boolean;
  /** Maximum number of assets. */
  limit: number;
  /** Continues after an earlier page with the same owner, chain and `list`. */
  cursor?: string | undefined;
  /** Number of assets to leave out first. They are read, because only then is it known what they are. */
  skip: number;
  range: AssetRange;
  /** Canonical text of everything that selects and orders the assets, for the cursor. */
  list: string;
  matches?: MatchesItem | undefined;
};

/** A page of an owner's assets, one per mint. */
export type OwnedAssets = {
  /** Its items, with `nextCursor`. */
  holdings: ExtendedHoldings;
  /** Mints of the items that have one. */
  mints: ReadonlyMap<SolanaAddress, KnownMint>;
  /** Assets as the DAS upstream returned them, by id: compressed ones, and MPL Core ones that were not scanned. */
  upstreamAssets: ReadonlyMap<SolanaAddress, unknown>;
  /** Number of assets on all pages, if they were counted. */
  total?: number | undefined;
};

/** An asset that was read by its id. */
export type AssetById = {
  item: Item;
  /** "" if it is unknown or there can be several. */
  owner: SolanaAddress | '';
  /** Undefined for an MPL Core asset or collection. */
  known: KnownMint | undefined;
  /** Edition account of an NFT; undefined if it does not exist or could not be read. */
  edition: Edition | undefined;
  isCoreCollection: boolean;
  isBurnt: boolean;
  /** Whether it has one owner, who could not be read. */
  isOwnerMissing: boolean;
};

/** Selects a page of token accounts. */
export type TokenAccountsOptions = {
  /** At least one of the two is given. */
  owner?: SolanaAddress | undefined;
  mint?: SolanaAddress | undefined;
  /** Include accounts without a balance. */
  withEmpty: boolean;
  limit: number;
  cursor?: string | undefined;
  /** Number of accounts to leave out first. */
  skip: number;
  /** By addresses of token accounts. */
  range: Omit<AssetRange, 'isCounted' | 'nftsOnly'>;
  scope: RequestScope;
};

/** A page of token accounts, ordered by address. */
export type TokenAccountPage = {
  accounts: OwnedTokenAccount[];
  /** Null at the end. */
  nextCursor: string | null;
  /** Oldest slot of the reads. */
  slot: number;
};

/** The port to single assets, and to what needs an index. All methods can throw UnsupportedChainError. */
export type AssetSource = {
  /**
   * Reads a page of an owner's assets, never silently incomplete.
   * @throws InvalidInputError `invalid-cursor`, `cursor-mismatch`
   * @throws UpstreamUnavailableError if the list would be incomplete
   */
  ofOwner: (chainId: number, owner: SolanaAddress, options: ReadOwnedAssetsOptions) => Promise<OwnedAssets>;
  /**
   * Reads assets by id, in the order of the ids: `none` if no account has the address, `other` if its account is not
   * an asset.
   * @throws UpstreamUnavailableError if an id's account or a mint's could not be read
   */
  byId: (
    chainId: number,
    ids: readonly SolanaAddress[],
    options: { parseMetadataUri: boolean; scope: RequestScope },
  ) => Promise<{ assets: (AssetById | 'none' | 'other')[]; slot: number }>;
  /**
   * Lists the token accounts of an owner, of a mint, or of both.
   * @returns undefined if the mint has too many accounts for a node to list
   * @throws InvalidInputError `invalid-cursor`, `cursor-mismatch`
   * @throws UpstreamUnavailableError if the list would be incomplete
   */
  tokenAccounts: (chainId: number, options: TokenAccountsOptions) => Promise<TokenAccountPage | undefined>;
  /** Reads the edition account of a mint; undefined if it does not exist. @throws UpstreamUnavailableError */
  edition: (
    chainId: number,
    mint: SolanaAddress,
    scope: RequestScope,
  ) => Promise<{ address: SolanaAddress; edition: Edition | undefined; slot: number }>;
  /** Whether the chain has a DAS upstream. */
  hasUpstream: (chainId: number) => boolean;
  /**
   * Makes a call of the chain's DAS upstream and returns its result unchanged, with exact integers.
   * @throws NeedsIndexError if the chain does not have one
   * @throws UpstreamUnavailableError if it fails, or its result is neither an object nor an array
   */
  askUpstream: (chainId: number, method: string, params: unknown, scope: RequestScope) => Promise<unknown>;
};
