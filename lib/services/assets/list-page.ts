import type { SolanaAddress } from '@/lib/solana/address/address';

/** The requested part of a list: a page number, a cursor or bounds. */
export type ListPage = {
  limit: number;
  /** Page number, starting at 1. */
  page?: number | undefined;
  cursor?: string | undefined;
  /** List only ids before this one. */
  before?: SolanaAddress | undefined;
  /** List only ids after this one. */
  after?: SolanaAddress | undefined;
  isDescending: boolean;
};

/** Returns the number of entries to skip before the requested page. */
export const skippedBy = ({ page = 1, limit }: ListPage): number => (page - 1) * limit;

/** Returns the paging members of a response. Only lists that are paged by cursor have a `cursor`. */
export function pageMembers({ page, before, after }: ListPage, nextCursor?: string | null) {
  const isContinued = page === undefined && before === undefined && after === undefined;
  return {
    ...(page === undefined ? {} : { page }),
    ...(isContinued && nextCursor ? { cursor: nextCursor } : {}),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}
