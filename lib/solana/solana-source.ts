import type { SolanaAddress } from './address';
import type { ExtendedHoldings } from './holdings';

/** How far a listing has come. `total` grows as more becomes known; it is 0 while nothing is. */
export type ListingProgress = {
  /** `accounts`: balance and token accounts; `assets`: mints and metadata; `documents`: off-chain documents. */
  step: 'accounts' | 'assets' | 'documents';
  done: number;
  total: number;
  /** The listing without its documents, once, when it is complete but for them. */
  holdings?: ExtendedHoldings;
};

type GetHoldingsOptions = {
  /** Fetch the off-chain documents and fill `uriData` and `image`. */
  parseMetadataUri: boolean;
  /** Aborted when nobody waits any longer, or the deadline has passed. */
  signal: AbortSignal;
  /**
   * When the caller's deadline is, in ms since the epoch: documents are given what is left of it, less a margin to
   * answer in. Without one the source's own budget for documents counts.
   */
  deadlineAt?: number;
  /**
   * Whether a configured DAS upstream may fail at the price of a warning (extended form); otherwise its failure is
   * the call's, since the plain form could not say that it is short (contract §3).
   */
  tolerateDasFailure?: boolean;
  onProgress?: (progress: ListingProgress) => void;
};

/** What we ask of Solana. */
export type SolanaSource = {
  /** Chains that are served, ascending. */
  chainIds: readonly number[];
  /**
   * Everything that `owner` holds on a chain, never silently short.
   * @throws UnsupportedChainError when the chain is not one of `chainIds`
   * @throws UpstreamUnavailableError when a balance or a token account could not be read, or time is up
   */
  getHoldings: (
    chainId: number,
    owner: SolanaAddress,
    options: GetHoldingsOptions,
  ) => Promise<ExtendedHoldings>;
  /**
   * The wallet that a `.sol` name leads to; null when the name is not registered.
   * @throws InvalidInputError when it is no such name; UnsupportedChainError; UpstreamUnavailableError
   */
  resolveName: (chainId: number, name: string, signal: AbortSignal) => Promise<SolanaAddress | null>;
};
