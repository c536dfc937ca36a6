import { afterEach, describe, expect, it } from 'vitest';
import { formatAmount, formatShown, plainNumber } from './format';
import { numberMarksOf, setNumberMarksSource } from './number-marks';

afterEach(() => setNumberMarksSource(() => undefined));

const format = (language: string | undefined, amount: bigint, decimals = 0) => {
  setNumberMarksSource(() => numberMarksOf(language));
  return formatAmount(amount, decimals);
};

describe('numbers in the locale of a browser', () => {
  // Expected values: Unicode CLDR, locale data of numbers.
  it.each([
    ['en-US,en;q=0.9', '12,345,678.5', '1,234'],
    ['de-DE,de;q=0.9,en;q=0.8', '12.345.678,5', '1.234'],
    ['fr-FR', '12\u202f345\u202f678,5', '1\u202f234'],
    ['en-IN', '1,23,45,678.5', '1,234'],
    ['es-ES, es', '12.345.678,5', '1234'],
    ['ar-EG;q=1', '12,345,678.5', '1,234'],
  ])('%s writes %s and %s', (language, long, short) => {
    expect(format(language, 123456785n, 1)).toBe(long);
    expect(plainNumber(long)).toBe('12345678.5');
    expect(format(language, 1234n)).toBe(short);
  });

  it.each([
    undefined,
    '',
    '*',
    'de_DE',
    'x',
    'not a language',
    'a'.repeat(100_000),
    `de-${'x-'.repeat(50_000)}`,
  ])('English is used without a valid language', (language) => {
    expect(format(language, 1234567n, 2)).toBe('12,345.67');
  });

  it('keeps every digit', () => {
    expect(format('de', 18446744073709551615n, 6)).toBe('18.446.744.073.709,551615');
    expect(formatShown({ amount: '1', decimals: 0, shown: '9007199254740993.10' })).toBe(
      '9.007.199.254.740.993,10',
    );
    expect(formatShown({ amount: '1', decimals: 0, shown: 'inf' })).toBe('inf');
  });
});
