import type { ExtendedHoldings } from '@/lib/solana/holdings';

export type FillOptions = {
  signal: AbortSignal;
  /** Longest to wait; what has not arrived then is left out, and arrives from the cache on the next call. */
  budgetMs: number;
  onProgress?: (done: number, total: number) => void;
};

/** A listing with its off-chain documents: `uriData` and `image` filled. The listing given is not changed. */
export type DocumentFiller = (holdings: ExtendedHoldings, options: FillOptions) => Promise<ExtendedHoldings>;
