import { describe, expect, it } from 'vitest';
import { textOrder } from './text-order';

const inOrder = (texts: readonly string[]) => [...texts].sort(textOrder(texts));

describe('the order of names', () => {
  it.each([
    [['#10', '#2', '#1']],
    [['Pool #10', 'Pool #9', 'Tree #1', 'Pool', '']],
    [['b 1', 'B 2', 'a 3', 'A 1']],
    [['Pool 2 of 10', 'Pool 10 of 2', 'Pool 2 of 9']],
    [['éa 2', 'Ea 1', 'eb 0']],
    [['12', '', '7', 'x']],
  ])('sorts the names %j in natural order, and empty names last', (texts) => {
    const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
    const reader = [...texts].sort((a, b) => (a === '' ? 1 : b === '' ? -1 : compare(a, b)));
    expect(inOrder(texts)).toEqual(reader);
  });

  it('natural order compares numbers of any size, with or without leading zeros', () => {
    const order = textOrder(['x9007199254740993', 'x9007199254740992', 'x007', 'x7', 'x8']);
    expect(order('x9007199254740993', 'x9007199254740992')).toBeGreaterThan(0);
    expect(order('x007', 'x7')).toBe(0);
    expect(order('x007', 'x8')).toBeLessThan(0);
  });

  it('natural order compares only the first characters of a long name', () => {
    const [one, other] = [`${'1'.repeat(50_000)}2`, `${'1'.repeat(50_000)}1`];
    expect(textOrder([one, other])(one, other)).toBe(0);
    expect(inOrder([`a${one}`, 'a1'])).toEqual(['a1', `a${one}`]);
  });
});
