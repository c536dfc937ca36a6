import { formatCount } from '@/lib/dashboard/format';
import type { AccountView } from '@/lib/dashboard/search-params';

type Filters = Pick<AccountView, 'tab' | 'q' | 'collection' | 'only'>;

type List = {
  /** “tokens”. */
  what: string;
  /** Rows in the document. */
  printed: number;
  /** Rows that match the search and the filters. */
  shown: number;
  of: number;
  /** Unverified rows that are folded away. */
  folded: number;
  view: Filters;
};

const FLAG_WORDS = {
  'semi-fungible': 'are semi-fungible',
  compressed: 'are compressed',
  locked: 'are locked, listed or frozen',
};

/** Describes the search and filters (“match “x” and are compressed”); undefined without any. */
export function filterSummary({ tab, q, collection, only }: Filters): string | undefined {
  const words = q.trim() === '' ? [] : [`match “${q.trim()}”`];
  if (tab === 'nfts') {
    if (collection !== '') words.push(`are of the collection ${collection}`);
    words.push(...only.map((flag) => FLAG_WORDS[flag]));
  }
  return words.length === 0 ? undefined : words.join(' and ');
}

/** How much of a list is printed; undefined if all of it is. */
export function printNote({ what, printed, shown, of, folded, view }: List): string | undefined {
  if (printed >= of) return undefined;
  const words = [`${formatCount(printed)} of the ${formatCount(of)} ${what} are printed`];
  const filters = filterSummary(view);
  if (filters !== undefined) words.push(`: those that ${filters}`);
  if (folded > 0) words.push(`; ${formatCount(folded)} unverified ${folded === 1 ? 'is' : 'are'} folded`);
  words.push('.');
  if (printed < shown) words.push(` The CSV export has all ${formatCount(shown)}.`);
  return words.join('');
}

/** The note that the other tab is not printed; undefined if it is empty. */
export function otherTabNote({
  tab,
  tokens,
  nfts,
}: {
  tab: AccountView['tab'];
  tokens: number;
  nfts: number;
}) {
  const [count, what] = tab === 'nfts' ? [tokens, 'token'] : [nfts, 'NFT'];
  if (count === 0) return undefined;
  return count === 1
    ? `Its one ${what} is on a tab of its own, and not printed here.`
    : `Its ${formatCount(count)} ${what}s are on a tab of their own, and not printed here.`;
}
