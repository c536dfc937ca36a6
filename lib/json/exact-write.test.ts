import fc from 'fast-check';
import { stringify as losslessStringify } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { loopRounds, spin } from '@/lib/testing/loop/loop-rounds';
import { isLong, writeJson, writeLongJson } from './exact-write';

describe('writeJson', () => {
  it('writes a u64 to the last digit', () => {
    expect(writeJson({ amount: 18446744073709551615n })).toBe('{"amount":18446744073709551615}');
  });

  it.each(['"},{"', '18446744073709551615n', '\u0000bigint:1', '</script>', '\ud800', '__proto__'])(
    'keeps the string %j a string',
    (text) => {
      expect(writeJson({ name: text, amount: 1n })).toBe(`{"name":${JSON.stringify(text)},"amount":1}`);
    },
  );

  it('writes what JSON.stringify writes, for every JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => void expect(writeJson(value)).toBe(JSON.stringify(value))),
    );
  });

  it('agrees with lossless-json on integers of any size', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.bigInt()), (value) => {
        expect(writeJson(value)).toBe(losslessStringify(value));
      }),
    );
  });

  it('refuses what JSON has not', () => {
    expect(() => writeJson({ a: Number.NaN })).toThrow(TypeError);
    expect(() => writeJson([() => 1])).toThrow(TypeError);
  });
});

describe('writeLongJson', () => {
  const textOf = async (value: Record<string, unknown>) =>
    Buffer.concat(await writeLongJson(value)).toString();
  const list = Array.from({ length: 1001 }, (_, i) => ({ name: `"},{"${i}`, amount: BigInt(i), list: [i] }));

  it('writes what writeJson writes', async () => {
    const sparse = [1, undefined, null];
    const value = { lamports: 1n, list, tokens: [], none: undefined, exact: list.slice(0, 250), sparse };
    expect(isLong(value)).toBe(true);
    expect(isLong({ exact: value.exact })).toBe(false);
    expect(await textOf(value)).toBe(writeJson(value));
    expect(await textOf({})).toBe('{}');
    expect(await textOf({ none: undefined })).toBe('{}');
  });

  it('yields to the event loop', async () => {
    const slow = list.map((item) => ({
      ...item,
      get name() {
        const until = performance.now() + 0.1;
        while (performance.now() < until);
        return item.name;
      },
    }));
    let rounds = 0;
    const beat = setInterval(() => rounds++, 0);
    // 100 ms of work and more: in one go, the timer would not fire.
    await writeLongJson({ slow });
    clearInterval(beat);
    expect(rounds).toBeGreaterThan(2);
  });

  it('writes what is long in pieces, cut at any character', async () => {
    const texts = Array.from({ length: 300 }, (_, i) => `${i} ${'ж😀é"'.repeat(i * 10)}`);
    const pieces = await writeLongJson({ texts });
    expect(JSON.parse(Buffer.concat(pieces).toString())).toEqual({ texts });
    expect(pieces.length).toBeGreaterThan(10);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(512 * 1024);
  });

  it('yields between few items that are large', async () => {
    const large = Array.from({ length: 12 }, (_, i) => ({
      get document() {
        spin();
        return i;
      },
    }));
    expect(isLong({ large })).toBe(false);
    expect(isLong({ large }, 1)).toBe(true);
    expect(await loopRounds(() => writeLongJson({ large }))).toBeGreaterThanOrEqual(11);
  });
});
