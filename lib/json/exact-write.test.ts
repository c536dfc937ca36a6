import fc from 'fast-check';
import { stringify as losslessStringify } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { writeJson, writeJsonText } from './exact-write';

describe('writeJson', () => {
  it('writes a u64 as exact digits', () => {
    expect(writeJson({ amount: 18446744073709551615n })).toBe('{"amount":18446744073709551615}');
  });

  it.each(['"},{"', '18446744073709551615n', '\u0000bigint:1', '</script>', '\ud800', '__proto__'])(
    'writes the string %j as a string',
    (text) => {
      expect(writeJson({ name: text, amount: 1n })).toBe(`{"name":${JSON.stringify(text)},"amount":1}`);
    },
  );

  it('writes every JSON value as the same text as JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => void expect(writeJson(value)).toBe(JSON.stringify(value))),
    );
  });

  it('writes integers of any size as the same digits as lossless-json', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.bigInt()), (value) => {
        expect(writeJson(value)).toBe(losslessStringify(value));
      }),
    );
  });

  it('writeJson throws a TypeError for values that JSON cannot represent', () => {
    expect(() => writeJson({ a: Number.NaN })).toThrow(TypeError);
    expect(() => writeJson([() => 1])).toThrow(TypeError);
  });
});

describe('writeJsonText', () => {
  const written = (value: unknown) => {
    const text = writeJsonText(value);
    return typeof text === 'string' ? text : Buffer.concat(text).toString();
  };

  it('writes every JSON value as the same text as JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => void expect(written(value)).toBe(JSON.stringify(value))),
    );
  });

  it('writes 200,000 characters as several pieces of bytes, and exact integers in them', () => {
    const items = Array.from({ length: 2_000 }, (_, i) => ({
      name: `é${'x'.repeat(100)}`,
      amount: BigInt(i),
    }));
    const value = { lamports: 18446744073709551615n, none: undefined, nfts: items };
    expect(Array.isArray(writeJsonText(value)) && writeJsonText(value).length).toBeGreaterThan(2);
    expect(written(value)).toBe(losslessStringify(value));
  });
});
