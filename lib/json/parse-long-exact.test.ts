import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loopRounds } from '@/lib/testing/loop/loop-rounds';
import { parseExactJson } from './exact-parse';
import { parseLongExactJson } from './parse-long-exact';

const numbers = (count: number) =>
  `[${Array.from({ length: count }, (_, i) => 9_007_199_254_740_993n + BigInt(i)).join(',')}]`;

it('reads what parseExactJson reads', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      const text = `{"exact":18446744073709551615,"value":${JSON.stringify(value)}}`;
      expect(await parseLongExactJson(text)).toEqual(parseExactJson(text));
    }),
  );
  for (const count of [1_023, 1_024, 1_025, 10_000])
    expect(await parseLongExactJson(numbers(count))).toEqual(parseExactJson(numbers(count)));
  expect(await parseLongExactJson('[1]')).toEqual([1]);
});

it.each(['[9007199254740993', '[9007199254740993,1e999]', ''])('refuses %s', async (text) => {
  await expect(parseLongExactJson(text)).rejects.toThrow(SyntaxError);
});

it('lets the event loop go on', async () => {
  expect(await loopRounds(() => parseLongExactJson(numbers(1_000_000)))).toBeGreaterThan(2);
});
