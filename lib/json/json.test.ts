import fc from 'fast-check';
import { parse as losslessParse, stringify as losslessStringify } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { idTexts, isLong, JsonText, parseBody, writeJson, writeLongJson } from './json';

const bytes = (text: string) => new TextEncoder().encode(text);

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

  it('sends a document as it came, and lets no document pass for text of ours', () => {
    expect(writeJson({ uriData: new JsonText('{"n":9007199254740993}') })).toBe(
      '{"uriData":{"n":9007199254740993}}',
    );
    const forged = JSON.parse('{"text":"1,2","satchel.json-text":true,"isJsonText":true}');
    expect(JSON.parse(writeJson(forged))).toEqual(forged);
  });

  it('refuses what JSON has not', () => {
    expect(() => writeJson({ a: Number.NaN })).toThrow(TypeError);
    expect(() => writeJson([() => 1])).toThrow(TypeError);
  });
});

describe('writeLongJson', () => {
  it('writes what writeJson writes, and lets others have their turn', async () => {
    const nfts = Array.from({ length: 1001 }, (_, i) => ({
      name: `"},{"${i}`,
      amount: BigInt(i),
      list: [i],
    }));
    const value = { lamports: 1n, nfts, tokens: [], none: undefined, exact: nfts.slice(0, 250) };
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const immediate = () => {
      turns++;
      handle = setImmediate(immediate);
    };
    let handle = setImmediate(immediate);
    expect(isLong(value)).toBe(true);
    expect(await writeLongJson(value)).toBe(writeJson(value));
    clearInterval(timer);
    clearImmediate(handle);
    expect(turns).toBeGreaterThan(2);
  });
});

describe('parseBody', () => {
  it.each([
    ['', 'empty-body'],
    ["'f", 'not-json'],
    ['{"a":1', 'not-json'],
    [`${'['.repeat(65)}${']'.repeat(65)}`.padEnd(9000), 'too-deep'],
    ['['.repeat(200_000), 'too-deep'],
    ['{"a":'.repeat(10_000), 'too-deep'],
  ])('refuses %.20j', (text, reason) => {
    expect(parseBody(bytes(text))).toMatchObject({ ok: false, reason });
  });

  it('refuses bytes that are not UTF-8, and takes a byte order mark', () => {
    expect(parseBody(new Uint8Array([0x22, 0xff, 0x22]))).toMatchObject({ ok: false, reason: 'not-utf-8' });
    expect(parseBody(new Uint8Array([0xef, 0xbb, 0xbf, 0x31]))).toMatchObject({ ok: true, value: 1 });
  });

  it('does not count brackets in strings', () => {
    expect(parseBody(bytes(JSON.stringify('['.repeat(500))))).toMatchObject({ ok: true });
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (body) => void parseBody(body)));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (body) => void parseBody(bytes(body))),
    );
  });
});

describe('idTexts', () => {
  it.each([
    ['{"id":18446744073709551617}', ['18446744073709551617']],
    ['{"method":"id","params":[{"id":3}],"id" : 12345678901234567890 }', ['12345678901234567890']],
    ['{"id":1,"\\u0069d":9007199254740993}', ['9007199254740993']],
    ['{"params":["\\"id\\":7"],"id":"x"}', ['"x"']],
    [
      '[{"id":9007199254740993},5,{"a":[{"id":1}]},[],{"id":9007199254740995}]',
      ['9007199254740993', undefined, undefined, undefined, '9007199254740995'],
    ],
    ['{}', [undefined]],
  ])('%s', (text, expected) => {
    expect(idTexts(text)).toEqual(expected);
  });

  it('agrees with lossless-json on any object and batch', () => {
    const item = fc.dictionary(
      fc.oneof(fc.constant('id'), fc.string()),
      fc.oneof(fc.bigInt(), fc.string(), fc.jsonValue() as fc.Arbitrary<unknown>),
    );
    fc.assert(
      fc.property(fc.array(item), (items) => {
        const text = writeJson(items);
        const oracle = losslessParse(text) as Record<string, unknown>[];
        idTexts(text).forEach((id, index) => {
          const expected = oracle[index]?.id;
          if (
            expected === undefined ||
            (typeof expected === 'object' && !(expected as { isLosslessNumber?: boolean })?.isLosslessNumber)
          )
            return;
          expect(id).toBe(losslessStringify(expected));
        });
      }),
    );
  });
});
