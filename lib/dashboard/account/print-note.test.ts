import { describe, expect, it } from 'vitest';
import { printNote } from './print-note';

describe('the note of a printed list', () => {
  const ALL = { tab: 'nfts' as const, q: '', collection: '', traits: [], only: [] };
  it.each([
    ['nothing when all items are printed', { printed: 76, shown: 76, of: 76 }, undefined],
    [
      'how many items are printed, and which export has all of them',
      { printed: 20, shown: 10_000, of: 10_000 },
      '20 of the 10,000 NFTs are printed. The CSV export has all 10,000.',
    ],
    [
      'the filters',
      { printed: 11, shown: 11, of: 76, view: { ...ALL, q: ' odd ', only: ['locked' as const] } },
      '11 of the 76 NFTs are printed: those that match “odd” and cannot be moved.',
    ],
    [
      'how many unverified items are hidden',
      { printed: 16, shown: 16, of: 19, folded: 3 },
      '16 of the 19 NFTs are printed; 3 unverified are hidden.',
    ],
  ])('the note of a printed list states %s', (_name, list, note) => {
    expect(printNote({ what: 'NFTs', folded: 0, view: ALL, ...list })).toBe(note);
  });
});
