import type { SolanaAddress } from '@/lib/solana/address/address';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import type { Position } from '@/lib/solana/holdings-page';

/** Holdings as the chain has them, and what is needed to fetch their off-chain documents. */
export type OnChainHoldings = {
  holdings: ExtendedHoldings;
  /** Document URI of each token, by token account; an NFT's is in its metadata. */
  tokenUris: ReadonlyMap<SolanaAddress, string>;
  /** Where a page ends; null at the end of the list, undefined where no page was asked for. */
  next?: Position | null | undefined;
  /** Newest slot of step one. */
  newestSlot: number;
};
