import { describe, expect, it } from 'vitest';
import { parseDecimal } from '@/lib/solana/prices/decimal';
import { WRAPPED_SOL_2022_MINT, WRAPPED_SOL_MINT } from '@/lib/solana/programs';
import type { TokenRow } from './rows';
import { formatDollars, formatPercent, formatPrice, valuesOf, wrappedSol } from './values';

const price = (usd: string) => ({ usd, confidence: '0.1', publishTime: 1, feed: 'feed', pool: null });
const token = (mint: string, amount: string, decimals: number, over: Partial<TokenRow> = {}): TokenRow => ({
  address: `account of ${mint}`,
  mint,
  symbol: mint,
  name: mint,
  amount,
  decimals,
  ...over,
});
const PRICES = {
  chainTime: 3,
  prices: { [WRAPPED_SOL_MINT]: price('150.12345678'), USDC: price('0.9999'), OLD: 'stale' as const },
};

describe('the values of an account page', () => {
  it('have the highest first, the reason for each missing price, and a total', () => {
    const { rows, total, priced } = valuesOf(
      [
        token('USDC', '2500001', 6),
        token('OLD', '1', 0),
        token('NEW', '1', 0),
        token(WRAPPED_SOL_2022_MINT, '18446744073709551615', 9),
      ],
      '1000000000',
      PRICES,
    );
    expect(rows.map(({ key }) => key)).toEqual([
      `account of ${WRAPPED_SOL_2022_MINT}`,
      'SOL',
      'account of USDC',
      'account of OLD',
      'account of NEW',
    ]);
    expect(rows[3]).toMatchObject({ unpriced: 'stale' });
    expect(rows[4]).toMatchObject({ unpriced: 'no-feed' });
    expect(priced).toBe(3);
    // 18446744073.709551615 × 150.12345678, 150.12345678 and 2.4997509999, each rounded down to 6 decimals
    expect(total).toEqual({ units: 2_769_288_986_681_257_006n + 150_123_456n + 2_499_750n, scale: 6 });
  });

  it('leave out scaled amounts and unconfirmed decimals', () => {
    const { rows } = valuesOf(
      [
        token('USDC', '5', 6, { shown: '10' }),
        token('USDC', '5', 6, { address: 'b', warnings: ['mint-missing'] }),
      ],
      '0',
      PRICES,
    );
    expect(rows.slice(1)).toMatchObject([{ unpriced: 'scaled-amount' }, { unpriced: 'mint-missing' }]);
  });

  it.each([
    ['0', '$0.00'],
    ['0.004999', '< $0.01'],
    ['0.005', '$0.01'],
    ['0.01', '$0.01'],
    ['1842.214999', '$1,842.21'],
    ['1842.219911', '$1,842.22'],
    ['12', '$12.00'],
  ])('%s dollars are shown as %s', (text, shown) => {
    const { units, scale } = parseDecimal(text);
    expect(formatDollars({ units: units * 10n ** BigInt(6 - scale), scale: 6 })).toBe(shown);
  });

  it.each([
    ['214.032865878183', '$214.03'],
    ['69312.45', '$69,312.45'],
    ['151', '$151.00'],
    ['28.9', '$28.90'],
    ['0.99981', '$0.99981'],
    ['0.000021834123', '$0.00002183'],
  ])('a price of %s dollars is shown as %s', (text, shown) => {
    expect(formatPrice(text)).toBe(shown);
  });

  it.each([
    [1n, 200n, '1'],
    [1n, 201n, '0'],
    [2n, 3n, '67'],
    [994n, 1000n, '99'],
    [995n, 1000n, '>99'],
    [1000n, 1000n, '100'],
  ])('%d of %d is %s percent', (part, whole, shown) => {
    expect(formatPercent(part, whole)).toBe(shown);
  });

  it('wrapped SOL of both token programs is added up', () => {
    const tokens = [
      token(WRAPPED_SOL_MINT, '18446744073709551615', 9),
      token(WRAPPED_SOL_2022_MINT, '5', 9),
      token('USDC', '7', 6),
    ];
    expect(wrappedSol(tokens)).toBe('18446744073709551620');
  });
});

it('a price or confidence interval below the last decimal is not zero', () => {
  expect(formatPrice('0.000000005')).toBe('< $0.00000001');
  expect(formatPrice('0.00000001')).toBe('$0.00000001');
  expect(formatPrice('0')).toBe('$0');
});
