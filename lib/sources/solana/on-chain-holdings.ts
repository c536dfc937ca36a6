import type { SolanaAddress } from '@/lib/solana/address/address';
import type { KnownMint } from '@/lib/solana/assemble-holdings';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import type { Position } from '@/lib/solana/holdings-page';

/** On-chain holdings, and the URIs of their off-chain documents. */
export type OnChainHoldings = {
  holdings: ExtendedHoldings;
  /** URI of each token's document, by token account; the URI of an NFT is in its metadata. */
  tokenUris: ReadonlyMap<SolanaAddress, string>;
  /** Position at which a page ends; null at the end of the list, undefined if no page was requested. */
  next?: Position | null | undefined;
  /** Newest slot at which the balance and the token accounts were read. */
  newestSlot: number;
  /** For a page of assets: the mints of its items, by address. */
  mints?: ReadonlyMap<SolanaAddress, KnownMint> | undefined;
  /** For a page of assets: number of assets on all pages, if they are counted. */
  total?: number | undefined;
  /** For a page of assets: assets by id, as returned by the DAS upstream. */
  upstreamAssets?: ReadonlyMap<SolanaAddress, unknown> | undefined;
};
