import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonError } from './json-error';

describe('findJsonError', () => {
  it.each([
    ['{"a": 1,}', 1, 9],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['[1, 2', 1, 6],
    ['', 1, 1],
    ['{"a": 01}', 1, 7],
    ['{"a": "x\ny"}', 1, 7],
    ["{'a': 1}", 1, 2],
    ['[1] 2', 1, 5],
    ['{"a" 1}', 1, 6],
    ['[}', 1, 2],
    ['nul', 1, 1],
    ['"\\x"', 1, 1],
  ])('finds the error of %j in line %d, column %d', (text, line, column) => {
    expect(findJsonError(text)).toMatchObject({ line, column });
  });

  it('agrees with JSON.parse on JSON, on texts with one character changed, and on any text', () => {
    const isJson = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const changed = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom(...'[]{},:"\\ \n1.e-tn'))
      .map(([text, at, character]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + character + text.slice(place + 1);
      });
    fc.assert(
      fc.property(fc.oneof(fc.json(), changed, fc.string()), (text) => {
        expect(findJsonError(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('takes linear time for a million brackets', () => {
    expect(findJsonError('['.repeat(1_000_000))).toMatchObject({ offset: 1_000_000 });
  });
});
