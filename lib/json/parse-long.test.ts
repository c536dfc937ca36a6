import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loopRounds } from '@/lib/testing/loop/loop-rounds';
import { LONG_JSON_BYTES, parseLongJson } from './parse-long';

const parsed = (text: string) => parseLongJson(Buffer.from(text));
/** Items so many that a list of them is long. */
const many = (item: (index: number) => unknown, bytes = LONG_JSON_BYTES) =>
  Array.from({ length: Math.ceil(bytes / JSON.stringify(item(0)).length) }, (_, index) => item(index));
const row = (index: number) => ({
  pubkey: `"[${index}]{,\\`,
  account: { data: ['é漢', 'base64'], n: [index, {}] },
});

describe('a long text', () => {
  it.each<[string, unknown]>([
    ['a list', many(row)],
    ['a list in an answer', { jsonrpc: '2.0', result: { context: { slot: 1 }, value: many(row) }, id: 7 }],
    [
      'lists in a batch',
      [
        { id: 1, result: 5 },
        { id: 2, result: { value: many(row) } },
        { id: 3, result: many(row) },
      ],
    ],
    [
      'a list whose first item holds a long one',
      { items: [{ files: many((i) => i) }, ...many(row)], total: 9 },
    ],
    [
      'a list whose items hold lists of such items',
      { value: many((i) => ({ a: [{ a: i }, { a: [{ a: '},{"a":' }, { a: 1 }] }], b: '},{"a"' })), a: 1 },
    ],
    [
      'a list whose items begin otherwise now and then',
      many((i) => (i % 97 === 0 ? { b: i, a: [{ a: 2 }] } : { a: 'x'.repeat(i % 90), b: i })),
    ],
    [
      'a list with an item larger than a part',
      many((i) => ({ pubkey: i === 3_000 ? 'x'.repeat(900_000) : i, account: { data: [] } }), 2 ** 20),
    ],
    ['a long list within another', many((index) => many(() => index, 3_000))],
    ['a long string', { id: 1, result: `"\\${'a,['.repeat(LONG_JSON_BYTES)}` }],
    [
      'many names',
      Object.fromEntries(many((index) => [`k${index}`, { __proto__: null, index }]) as [string, object][]),
    ],
    ['numbers', { value: many((index) => index / 3) }],
  ])('is what JSON.parse makes of it: %s', async (_, value) => {
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 1)])
      expect(await parsed(text)).toEqual(JSON.parse(text));
  });

  it('is what JSON.parse makes of it, whatever it is', async () => {
    const values = fc.array(fc.jsonValue(), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(values, fc.jsonValue(), async (items, around) => {
        const list = many((index) => items[index % items.length]);
        const text = JSON.stringify({ around, list: [list, around, list], after: items });
        expect(await parsed(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 20, seed: 7 },
    );
  });

  it('keeps a member by the name of __proto__ a member', async () => {
    const text = `{"__proto__":{"value":${JSON.stringify(many(row))}}}`;
    const value = (await parsed(text)) as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(JSON.stringify(value)).toBe(text);
  });

  const rows = JSON.stringify(many(row));
  it.each<[string, string]>([
    ['is cut off', rows.slice(0, -9)],
    ['is cut off between items', rows.slice(0, rows.lastIndexOf(',{"pubkey"') + 1)],
    ['lacks an item at its end', `${rows.slice(0, -1)},]`],
    ['lacks an item', rows.replace('},{', '},,{')],
    ['lacks an item far into it', `${rows.slice(0, 200_000)}${rows.slice(200_000).replace('},{', '},,{')}`],
    ['closes a list far into it', `${rows.slice(0, 200_000)}${rows.slice(200_000).replace('},{', '}],[{')}`],
    ['closes what is not open', `${rows}]`],
    ['closes a list with a brace', `${rows.slice(0, -1)}}`],
    ['goes on after its end', `${rows} x`],
    ['is two', `${rows}${rows}`],
    ['has one long list twice', `{"a":${rows},"a":${rows}}`],
    ['is nested too deep', `${'['.repeat(600)}${rows}${']'.repeat(600)}`],
    ['is an open string', `"${rows.replaceAll('"', '')}`],
  ])('is refused when it %s', async (_, text) => {
    await expect(parsed(text)).rejects.toThrow(SyntaxError);
  });

  it('lets the event loop go on', async () => {
    const rounds = await loopRounds(() => parsed(JSON.stringify(many(row, 8 * 1024 * 1024))));
    expect(rounds).toBeGreaterThan(2);
  });
});
