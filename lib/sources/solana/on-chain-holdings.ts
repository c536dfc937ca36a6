import type { SolanaAddress } from '@/lib/solana/address/address';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import type { Position } from '@/lib/solana/holdings-page';

/** On-chain holdings, and the URIs of their off-chain documents. */
export type OnChainHoldings = {
  holdings: ExtendedHoldings;
  /** Document URI of each token by token account; the URI of an NFT is in its metadata. */
  tokenUris: ReadonlyMap<SolanaAddress, string>;
  /** Where a page ends; null at the end of the list, undefined if no page was requested. */
  next?: Position | null | undefined;
  /** Newest slot of step one. */
  newestSlot: number;
};
