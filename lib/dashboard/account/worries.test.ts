import { expect, it } from 'vitest';
import type { NftRow, TokenRow } from './rows';
import { worriesOf } from './worries';

const token = (symbol: string, over: Partial<TokenRow> = {}): TokenRow => ({
  address: `A${symbol}`,
  mint: `M${symbol}`,
  symbol,
  name: symbol,
  amount: '1',
  decimals: 0,
  ...over,
});
const nft = (name: string, over: Partial<NftRow> = {}): NftRow => ({
  address: `A${name}`,
  mint: `M${name}`,
  name,
  symbol: '',
  ...over,
});

it('worriesOf names each item with a risk once, its most serious risk, and who can act, imitations after what others can do', () => {
  const { first, count } = worriesOf([
    token('plain', { unverified: true, token2022: true }),
    token('frozen', { lock: 'frozen', freezeAuthority: 'F' }),
    token('issuer', { permanentDelegate: 'P', facts: ['permanentDelegate'], delegate: 'D' }),
    token('delegated', { delegate: 'D', lock: 'frozen' }),
    token('fake', { warnings: ['look-alike-symbol'], looksLike: { symbol: 'CRAB', mint: 'C' } }),
    token('linked', { warnings: ['link-in-name'] }),
  ]);
  expect(first.map(({ title, who, imitates }) => [title, who?.address ?? imitates?.mint])).toEqual([
    ['issuer', 'P'],
    ['delegated', 'D'],
    ['linked', undefined],
    ['fake', 'C'],
    ['frozen', 'F'],
  ]);
  expect(first[3]?.text).toBe('Not CRAB.');
  expect(count).toBe(5);
});

it('worriesOf says how much a delegate can move, unless the mint scales amounts', () => {
  const textOf = (facts: Partial<TokenRow>) =>
    worriesOf([{ ...token('delegated'), decimals: 2, delegate: 'D', delegatedAmount: '500', ...facts }])
      .first[0]?.text;
  expect(textOf({ symbol: 'KNOT' })).toBe('Its delegate can move up to 5 KNOT.');
  expect(textOf({ symbol: '' })).toBe('Its delegate can move up to 5.');
  expect(textOf({ symbol: 'TSLAx', shown: '50' })).toBe('Its delegate can move an approved amount.');
});

it('worriesOf does not warn of a delegate that can only lock an NFT, and lists at most 20 risks but counts all', () => {
  expect(worriesOf([nft('staked', { delegate: 'D' })]).count).toBe(0);
  expect(worriesOf([nft('lent', { delegate: 'D', takeable: true })]).first[0]).toMatchObject({ tone: 'bad' });
  const many = worriesOf(Array.from({ length: 30 }, (_, i) => nft(`NFT ${i}`, { lock: 'locked' })));
  expect([many.first.length, many.count]).toEqual([20, 30]);
});
