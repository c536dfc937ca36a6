import { describe, expect, it } from 'vitest';
import type { NftRow } from './rows';
import { traitFacets, withTraits } from './traits';

const nft = (address: string): NftRow => ({ address, mint: address, name: address, symbol: '' });
const NFTS = ['a', 'b', 'c', 'unread'].map(nft);
const SKY_RED = { trait: 'Sky', value: 'Red' };
const TIDE_LOW = { trait: 'Tide', value: 'Low' };
const KNOWN = new Map([
  ['a', [SKY_RED, TIDE_LOW]],
  ['b', [SKY_RED, { trait: 'Tide', value: 'High' }]],
  ['c', [{ trait: 'Sky', value: 'Blue' }, TIDE_LOW]],
]);
const addresses = (rows: readonly NftRow[]) => rows.map(({ address }) => address);

describe('trait filters', () => {
  it('if no trait is chosen, all items are shown, including items without known traits', () => {
    expect(withTraits(NFTS, KNOWN, [])).toEqual(NFTS);
  });

  it('an item matches only if it has all chosen traits', () => {
    expect(addresses(withTraits(NFTS, KNOWN, [SKY_RED]))).toEqual(['a', 'b']);
    expect(addresses(withTraits(NFTS, KNOWN, [SKY_RED, TIDE_LOW]))).toEqual(['a']);
  });

  it('the count of a trait value includes only items that match the values chosen for the other traits', () => {
    const counts = (chosen: { trait: string; value: string }[]) =>
      Object.fromEntries(
        traitFacets(NFTS, KNOWN, chosen).map(({ trait, values }) => [
          trait,
          values.map(({ value, count }) => `${value} ${count}`),
        ]),
      );
    expect(counts([])).toEqual({ Sky: ['Red 2', 'Blue 1'], Tide: ['Low 2', 'High 1'] });
    expect(counts([TIDE_LOW])).toEqual({ Sky: ['Blue 1', 'Red 1'], Tide: ['Low 2', 'High 1'] });
  });
});
