import type { SolanaAddress } from '@/lib/solana/address/address';
import type { AnswerCoverage, Coverage } from '@/lib/solana/coverage';

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
  /** Whether another order was requested, which no node supports. The list is sorted by id. */
  isSortUnsupported: boolean;
};

/** A list, its coverage, and the number of items read to build it. */
export type ListAnswer<List> = {
  result: List;
  coverage: AnswerCoverage;
  itemsRead: number;
};

/** Returns the number of entries to skip before the requested page. */
export const skippedBy = ({ page = 1, limit }: ListPage): number => (page - 1) * limit;

/**
 * Returns the warnings of a list: the requested order is not supported, and what the list does not cover. They repeat
 * the coverage header, which the callers of many SDKs cannot read.
 */
export const listWarnings = ({ isSortUnsupported }: ListPage, { notRead }: Coverage): string[] => [
  ...(isSortUnsupported ? ['sort-unsupported'] : []),
  ...notRead.flatMap(({ what, why }) => (why === 'not-selected' ? [] : [`${what}-unread`])),
];

/** Returns the paging members of a response. Only lists that are paged by cursor have a `cursor`. */
export function pageMembers({ page, before, after }: ListPage, nextCursor?: string | null) {
  const isContinued = page === undefined && before === undefined && after === undefined;
  return { page, cursor: isContinued && nextCursor ? nextCursor : undefined, before, after };
}
