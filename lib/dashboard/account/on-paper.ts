import { formatCount } from '@/lib/dashboard/format';
import type { AccountView } from '@/lib/dashboard/search-params';

/** Most items of a list that are printed: some two hundred pages. */
export const MOST_ON_PAPER = 10_000;
/** Most NFTs that are printed as cards with their pictures; more are lines of text. */
export const MOST_CARDS_ON_PAPER = 500;

type List = {
  /** “tokens”. */
  what: string;
  /** Rows that have come. */
  here: number;
  /** Rows that match the search and the filters. */
  shown: number;
  of: number;
  /** Unverified rows that are folded away. */
  folded: number;
  /** More may come. */
  reading: boolean;
  view: Filters;
};

type Filters = Pick<AccountView, 'tab' | 'q' | 'collection' | 'only'>;

const FLAG_WORDS = {
  'semi-fungible': 'are semi-fungible',
  compressed: 'are compressed',
  locked: 'are locked, listed or frozen',
};

/** What the search and the filters leave, in words (“match “x” and are compressed”); undefined where none is set. */
export function filterWords({ tab, q, collection, only }: Filters): string | undefined {
  const words = q.trim() === '' ? [] : [`match “${q.trim()}”`];
  if (tab === 'nfts') {
    if (collection !== '') words.push(`are of the collection ${collection}`);
    words.push(...only.map((flag) => FLAG_WORDS[flag]));
  }
  return words.length === 0 ? undefined : words.join(' and ');
}

/** What a printed list says of itself where it is not all that the account holds; undefined where it is. */
export function paperWords({ what, here, shown, of, folded, reading, view }: List): string | undefined {
  const printed = Math.min(here, MOST_ON_PAPER);
  // That none matches is said in place of the list.
  if (printed >= of || (printed === 0 && shown === 0)) return undefined;
  const words = [`Here are ${formatCount(printed)} of its ${formatCount(of)} ${what}`];
  const filters = filterWords(view);
  if (filters !== undefined) words.push(`: those that ${filters}`);
  if (folded > 0) words.push(`; ${formatCount(folded)} unverified ${folded === 1 ? 'is' : 'are'} folded`);
  if (here < shown)
    words.push(`; the others had not reached this page ${reading ? 'yet ' : ''}when this was printed`);
  if (here > MOST_ON_PAPER) words.push('; more are not printed, and the export has them all');
  return `${words.join('')}.`;
}

/** What a printed tab says of the other one; undefined where that holds nothing. */
export function otherTabWords({
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
