import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indentJson } from './indent-json';

describe('indentJson', () => {
  it('sets a text in the lines that JSON.stringify would', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const list = [value];
        expect(indentJson(JSON.stringify(list))).toBe(JSON.stringify(list, null, 2));
      }),
    );
  });
  it('keeps long integers as they came', () =>
    expect(indentJson('{"a":18446744073709551615}')).toBe('{\n  "a": 18446744073709551615\n}'));
  it('does not indent deep levels without end', () => {
    const lines = indentJson(`${'['.repeat(1_000)}1${']'.repeat(1_000)}`).split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(300);
  });
  it('gives back what is no JSON', () => expect(indentJson('not json')).toBe('not json'));
});
