import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeJson } from '@/lib/rpc/json';
import { parseExactJson } from './exact-json';

describe('parseExactJson', () => {
  it('reads everything so that it is written as it came', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, text) => {
        const written = JSON.stringify({ value, text, long: `"1234567890123456\\` });
        expect(writeJson(parseExactJson(written))).toBe(written);
      }),
    );
  });

  it('reads integers to the last digit, up to 1,000 digits', () => {
    const digits = '9'.repeat(999);
    expect(parseExactJson(`[-${digits},${digits}]`)).toEqual([-BigInt(digits), BigInt(digits)]);
    expect(parseExactJson('{"a\\"1234567890123456":12345678901234567890}')).toEqual({
      'a"1234567890123456': 12345678901234567890n,
    });
  });

  it.each([
    ['an integer of more digits', '9'.repeat(1_001)],
    ['a string that does not end', '{"a":1234567890123456,"\\"'],
    ['a string that ends in a backslash', '[1234567890123456,"\\'],
  ])('throws for %s', (_, text) => expect(() => parseExactJson(text)).toThrow(SyntaxError));
});
