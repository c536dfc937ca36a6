import { describe, expect, it } from 'vitest';
import {
  cleanText,
  formatAmount,
  formatBasisPoints,
  formatShare,
  formatShown,
  formatSol,
  groupFigures,
  shorten,
} from './format';

describe('formatAmount', () => {
  it.each([
    [18446744073709551615n, 0, '18,446,744,073,709,551,615'],
    [18446744073709551615n, 6, '18,446,744,073,709.551615'],
    [1n, 9, '0.000000001'],
    [1500000000n, 9, '1.5'],
    [0n, 6, '0'],
    ['1000', 3, '1'],
    [7n, 255, `0.${'0'.repeat(254)}7`],
  ])('formats the amount %s with %d decimals as %s', (amount, decimals, text) => {
    expect(formatAmount(amount, decimals)).toBe(text);
  });

  it.each([
    [undefined, '12'],
    ['1234567.5', '1,234,567.5'],
    ['12345', '12,345'],
    ['inf', 'inf'],
  ])('formats a row with the amount %s as %s', (shown, text) => {
    expect(formatShown({ amount: '1200', decimals: 2, ...(shown === undefined ? {} : { shown }) })).toBe(
      text,
    );
  });

  it('formats SOL amounts and royalties', () => {
    expect(formatSol(1000000001n)).toBe('1.000000001');
    expect(formatBasisPoints(550)).toBe('5.5%');
  });
});

it('shortens long text in the middle', () => {
  expect(shorten('So11111111111111111111111111111111111111112')).toBe('So11…1112');
  expect(shorten('short')).toBe('short');
});

it('removes bidi and zero-width characters from untrusted text', () => {
  expect(cleanText('\u202eUSDC\u200b\u0000')).toBe('USDC');
});

describe('figures in a sentence', () => {
  it.each([
    ['Time ran out with 4200 of 10000 documents read', 'Time ran out with 4,200 of 10,000 documents read'],
    [
      'Limit of 1000 work units per second (burst 10000) exceeded; try again in 3 s',
      'Limit of 1,000 work units per second (burst 10,000) exceeded; try again in 3 s',
    ],
    ['This server does not serve chain 31337', 'This server does not serve chain 31337'],
    ['20 of 100, HTTP 1020', '20 of 100, HTTP 1020'],
  ])('formats the numbers within a sentence: %s', (sentence, grouped) => {
    expect(groupFigures(sentence)).toBe(grouped);
  });
});

it.each([
  [1n, 3n, '33.3333%'],
  [5n, 5n, '100%'],
  [777n, 10n ** 8n, '0.0008%'],
  [5n, 10n ** 7n, 'less than 0.0001%'],
  [10n ** 9n - 1n, 10n ** 9n, '99.9999%'],
  [1n, 10n ** 12n, 'less than 0.0001%'],
  [0n, 5n, undefined],
  [5n, 0n, undefined],
])('the share of %s in a supply of %s is %s', (amount, supply, share) => {
  expect(formatShare(amount, supply)).toBe(share);
});
