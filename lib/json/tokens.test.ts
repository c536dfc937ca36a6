import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonTokens } from './tokens';

function tokensOf(text: string): string[] {
  const tokens = new JsonTokens(text);
  const found: string[] = [];
  for (let first = tokens.next(); first !== undefined; first = tokens.next()) {
    expect(tokens.token.startsWith(first)).toBe(true);
    found.push(tokens.token);
  }
  return found;
}

describe('JsonTokens', () => {
  it.each([
    [
      '{"a":[1,-2.5e+3,true,null]}',
      ['{', '"a"', ':', '[', '1', ',', '-2.5e+3', ',', 'true', ',', 'null', ']', '}'],
    ],
    [' [ ]\r\n\t5 ', ['[', ']', '5']],
    ['"a\\"b" "\\\\" "{[:,"', ['"a\\"b"', '"\\\\"', '"{[:,"']],
    ['', []],
    ['  ', []],
    // Invalid JSON: an unclosed string ends at the end of the text.
    ['{"cut', ['{', '"cut']],
    ['"\\', ['"\\']],
    ['"a"b"c"', ['"a"', 'b', '"c"']],
  ])('splits the JSON text %j into tokens', (text, expected) => {
    expect(tokensOf(text)).toEqual(expected);
  });

  it('joining the tokens of any JSON text results in JSON with the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(tokensOf(text).join('')).toBe(JSON.stringify(value));
      }),
    );
  });

  it('splitting any text into tokens terminates', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[],:"\\1e-t \n\u2028') }), (text) => {
        expect(tokensOf(text).join('').length).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
