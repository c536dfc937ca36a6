import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indentJson } from './indent';
import { prettyJson } from './pretty';

describe('indentJson', () => {
  it('indents JSON like JSON.stringify', () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
        expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  it('indenting JSON keeps every digit of numbers and leaves strings unchanged', () => {
    expect(indentJson('{"id":18446744073709551617,"s":"[1,{\\"a\\":2}]","e":[ ],"o":{}}')).toBe(
      '{\n  "id": 18446744073709551617,\n  "s": "[1,{\\"a\\":2}]",\n  "e": [],\n  "o": {}\n}',
    );
  });

  it.each(['', 'Bad gateway', '<html>{}</html>', '"text"', '5'])(
    'leaves %j unchanged when indenting',
    (text) => {
      expect(indentJson(text)).toBe(text);
    },
  );

  it.each([
    [63, 'indents'],
    [64, 'indents'],
    [65, 'leaves'],
    [1_000, 'leaves'],
  ])('JSON that is nested %i levels deep: it %s it', (depth, what) => {
    const objects = Math.floor(depth / 2);
    const text =
      '['.repeat(depth - objects) +
      '{"a":'.repeat(objects) +
      '1' +
      '}'.repeat(objects) +
      ']'.repeat(depth - objects);
    expect(indentJson(text)).toBe(what === 'leaves' ? text : JSON.stringify(JSON.parse(text), null, 2));
  });

  it('indents a truncated JSON text up to its end', () => {
    expect(indentJson('{"a":[1,"cu')).toBe('{\n  "a": [\n    1,\n    "cu');
  });
});

describe('prettyJson', () => {
  it('prettyJson writes a value as indented JSON, with bigints as integers', () => {
    expect(prettyJson({ none: undefined, amount: 18446744073709551615n, list: [{}] })).toBe(
      '{\n  "amount": 18446744073709551615,\n  "list": [\n    {}\n  ]\n}',
    );
  });

  it('prettyJson truncates a long text and ends it with a note', () => {
    const text = prettyJson(Array.from({ length: 100_000 }, (_, i) => i));
    expect(text.length).toBeLessThan(200_100);
    expect(text.length).toBeGreaterThan(199_000);
    expect(text).toMatch(/\n… truncated: call the API for the full text$/);
  });
});
