import { formatCount } from '@/lib/dashboard/format';
import type { AccountView, ViewFlag } from '@/lib/dashboard/search-params';

type Filters = Pick<AccountView, 'tab' | 'q' | 'collection' | 'traits' | 'only'>;

type List = {
  /** Name of the items, such as “tokens”. */
  what: string;
  /** Number of rows in the printed document. */
  printed: number;
  /** Number of rows that match the search and the filters. */
  shown: number;
  of: number;
  /** Number of unverified rows that are collapsed. */
  folded: number;
  view: Filters;
};

const FLAG_WORDS: Record<ViewFlag, string> = {
  'look-alike': 'imitate another token',
  'misleading-name': 'have a misleading name',
  takeable: 'another party can take',
  locked: 'cannot be moved',
  'semi-fungible': 'are semi-fungible',
  compressed: 'are compressed',
};

/** Describes the search and filters (“match “x” and are compressed”). Returns undefined if nothing is filtered. */
export function filterSummary({ tab, q, collection, traits, only }: Filters): string | undefined {
  const words = q.trim() === '' ? [] : [`match “${q.trim()}”`];
  if (tab === 'nfts' && collection !== '') words.push(`are of the collection ${collection}`);
  words.push(...traits.map(({ trait, value }) => `have the trait ${trait} “${value}”`));
  words.push(...only.map((flag) => FLAG_WORDS[flag]));
  return words.length === 0 ? undefined : words.join(' and ');
}

/** Describes how much of a list is printed. Returns undefined if the complete list is printed. */
export function printNote({ what, printed, shown, of, folded, view }: List): string | undefined {
  if (printed >= of) return undefined;
  const words = [`${formatCount(printed)} of the ${formatCount(of)} ${what} are printed`];
  const filters = filterSummary(view);
  if (filters !== undefined) words.push(`: those that ${filters}`);
  if (folded > 0) words.push(`; ${formatCount(folded)} unverified ${folded === 1 ? 'is' : 'are'} hidden`);
  words.push('.');
  if (printed < shown) words.push(` The CSV export has all ${formatCount(shown)}.`);
  return words.join('');
}

/** Returns the note that the other tab is not printed; undefined if that tab is empty. */
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
    ? `The account’s ${what} is on its own tab and is not printed.`
    : `The account’s ${formatCount(count)} ${what}s are on their own tab and are not printed.`;
}
