import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { measureJson } from './measure-json';

// What a megabyte of each takes when it is parsed, measured beside the estimate.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const parsedBytes = (text: string) => measureJson(text, Number.POSITIVE_INFINITY).parsedBytes;

describe('the memory that is told before parsing', () => {
  it.each([
    ['empty objects', '{}'],
    ['empty arrays', '[]'],
    ['nested arrays', '[[[]]]'],
    ['small objects', '{"a":1}'],
    ['numbers', '1.5'],
    ['short strings', '"ab"'],
    ['attributes', '{"trait_type":"Background","value":"Sea green"}'],
  ])('is not less than what %s take', (_what, item) => {
    const text = `[${Array(Math.floor(1_000_000 / (item.length + 1)))
      .fill(item)
      .join(',')}]`;
    const kept: unknown[] = [];
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < 8; i++) kept.push(JSON.parse(text));
    collect();
    const each = (process.memoryUsage().heapUsed - before) / kept.length;
    expect(parsedBytes(text)).toBeGreaterThan(each);
  });

  it('is near the text where the text is all there is', () => {
    expect(parsedBytes(`"${'x'.repeat(1_000_000)}"`)).toBeLessThan(2_100_000);
  });
});

it.each([
  ['{"a":[1,{"b":"[[,{"}]}', { tokens: 13, depth: 3 }],
  [' "x" ', { tokens: 1, depth: 0 }],
  ['', { tokens: 0, depth: 0 }],
  ['[[],[[]]]', { tokens: 9, depth: 3 }],
])('%s: tokens and depth', (text, expected) => {
  expect(measureJson(text, 100)).toMatchObject(expected);
});

it('ends with the token after those that may be', () => {
  expect(measureJson('{},'.repeat(1_000_000), 1_000).tokens).toBe(1_001);
});
