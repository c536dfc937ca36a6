import { expect, it } from 'vitest';
import { filterSummary } from './filter-summary';

const ALL = { tab: 'nfts' as const, q: '', collection: '', traits: [], only: [] };

it.each([
  ['nothing without filters', ALL, undefined],
  [
    'the search and each filter',
    { ...ALL, q: ' odd ', only: ['locked' as const] },
    'match “odd” and can’t be moved',
  ],
])('the summary of filters states %s', (_name, view, summary) => {
  expect(filterSummary(view)).toBe(summary);
});
