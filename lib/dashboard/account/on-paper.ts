import { formatCount } from '@/lib/dashboard/format';

/** Most items of a list that are printed: some two hundred pages. */
export const MOST_ON_PAPER = 10_000;
/** Most NFTs that are printed as cards with their pictures; more are lines of text. */
export const MOST_CARDS_ON_PAPER = 500;

type List = {
  /** “tokens”. */
  what: string;
  /** Rows that have come. */
  here: number;
  /** Rows that answer the search and the filters. */
  shown: number;
  of: number;
};

/** What a printed list says of itself where it is not all that the account holds; undefined where it is. */
export function paperWords({ what, here, shown, of }: List): string | undefined {
  const printed = Math.min(here, MOST_ON_PAPER);
  if (printed >= of) return undefined;
  const words = [`Here are ${formatCount(printed)} of its ${formatCount(of)} ${what}`];
  if (shown < of) words.push(': those that answer the search and the filters');
  if (here < shown) words.push('; others had not come yet when this was printed');
  if (here > MOST_ON_PAPER) words.push('; more are not printed, and the export has them all');
  return `${words.join('')}.`;
}
