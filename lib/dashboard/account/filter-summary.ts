import type { AccountView, ViewFlag } from '@/lib/dashboard/search-params';

type Filters = Pick<AccountView, 'tab' | 'q' | 'collection' | 'traits' | 'only'>;

const FLAG_WORDS: Record<ViewFlag, string> = {
  'look-alike': 'imitate another token',
  'misleading-name': 'have a misleading name',
  takeable: 'another party can take',
  locked: 'can’t be moved',
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
