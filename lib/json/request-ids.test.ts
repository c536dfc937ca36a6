import fc from 'fast-check';
import { parse as losslessParse, stringify as losslessStringify } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { writeJson } from './exact-write';
import { idTexts } from './request-ids';

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
