import fc from 'fast-check';
import { parse as losslessParse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { parseExactJson } from './exact-parse';
import { writeJson } from './exact-write';

/** Returns the expected result of `parseExactJson`, parsed by an independent package. */
const oracle = (text: string) =>
  losslessParse(text, undefined, (number) => {
    const rounded = Number(number);
    return /^-?\d+$/.test(number) && !Number.isSafeInteger(rounded) ? BigInt(number) : rounded;
  });

describe('parseExactJson', () => {
  it('parses integers beyond 2^53 without losing digits, and leaves strings unchanged', () => {
    expect(
      parseExactJson('{"a":18446744073709551615,"b":"18446744073709551615","c":9007199254740993,"d":1}'),
    ).toEqual({ a: 18446744073709551615n, b: '18446744073709551615', c: 9007199254740993n, d: 1 });
    expect(parseExactJson('[0.1234567890123456,1e21,-9007199254740993,1000000000000000,-0]')).toEqual([
      0.1234567890123456,
      1e21,
      -9007199254740993n,
      1000000000000000,
      -0,
    ]);
    expect(parseExactJson('"\\"12345678901234567890"')).toBe('"12345678901234567890');
    expect(parseExactJson(' 12345678901234567890 ')).toBe(12345678901234567890n);
  });

  it.each([
    '{"n":9007199254740993,"a":{"x":1},"a":[{"b":[]},null,true,"\\u0061"]}',
    '{"a":{"x":9007199254740993},"a":{"x":5}}',
    '{"a":{"x":5},"a":{"x":9007199254740993}}',
    '[[],{},[[9007199254740993]],{"":[{}]}]',
    '{"2":9007199254740993,"1":1,"constructor":{"prototype":{"polluted":true}}}',
  ])('parses %s to the same result as JSON.parse, except for integers', (text) => {
    const exact = parseExactJson(text);
    expect(JSON.parse(writeJson(exact))).toEqual(JSON.parse(text));
    expect(Object.keys(exact as object)).toEqual(Object.keys(JSON.parse(text)));
  });

  it('parses the member __proto__ like any other member', () => {
    const value = parseExactJson('{"n":9007199254740993,"__proto__":{"polluted":true}}') as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(writeJson(value)).toBe('{"n":9007199254740993,"__proto__":{"polluted":true}}');
  });

  it.each([
    '',
    '{',
    '[1,]',
    '{"a":9007199254740993',
    '9007199254740993 1',
    '[01234567890123456789]',
    "{'a':1}",
  ])('rejects the JSON text %j', (text) => {
    expect(() => parseExactJson(text)).toThrow(SyntaxError);
  });

  it.each([
    '1e999',
    '[-1e+400]',
    '{"a":1E0999}',
    `[${'9'.repeat(309)}]`,
    `-${'1'.repeat(1_000_000)}`,
    `1${'0'.repeat(300)}e10`,
  ])('rejects a number too large for a double: %.20s', (text) => {
    expect(() => parseExactJson(text)).toThrow(SyntaxError);
  });

  it('accepts large exponents within the range of a double, and negative exponents of any length', () => {
    expect(parseExactJson('[1e300,1e-999,"1e999"]')).toEqual([1e300, 0, '1e999']);
    expect(parseExactJson('9'.repeat(308))).toBe(BigInt('9'.repeat(308)));
  });

  it('parses any JSON value to the same result as lossless-json', () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.bigInt(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.string({ unit: 'binary' }),
        fc.constantFrom(null, true, false, '18446744073709551615'),
        fc.array(tie('value')),
        fc.dictionary(fc.string(), tie('value'), { noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(value, (given) => {
        const text = writeJson(given);
        expect(parseExactJson(text)).toEqual(oracle(text));
      }),
    );
  });
});
