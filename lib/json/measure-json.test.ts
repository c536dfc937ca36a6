import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { measureJson } from './measure-json';

// Compares the estimate with the measured memory of a parsed megabyte of JSON.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const parsedBytes = (text: string) => measureJson(text, Number.POSITIVE_INFINITY).parsedBytes;

describe('parsedBytes', () => {
  it.each([
    ['empty objects', '{}'],
    ['empty arrays', '[]'],
    ['nested arrays', '[[[]]]'],
    ['small objects', '{"a":1}'],
    ['numbers', '1.5'],
    ['short strings', '"ab"'],
    ['attributes', '{"trait_type":"Background","value":"Sea green"}'],
  ])('estimates at least as much memory as the parsed JSON takes: %s', (_what, item) => {
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

  it('estimates slightly more than two bytes per character for a single long string', () => {
    expect(parsedBytes(`"${'x'.repeat(1_000_000)}"`)).toBeLessThan(2_100_000);
  });
});

it.each([
  ['{"a":[1,{"b":"[[,{"}]}', { tokens: 13, depth: 3 }],
  [' "x" ', { tokens: 1, depth: 0 }],
  ['', { tokens: 0, depth: 0 }],
  ['[[],[[]]]', { tokens: 9, depth: 3 }],
])('measureJson counts the tokens and the depth of %s', (text, expected) => {
  expect(measureJson(text, 100)).toMatchObject(expected);
});

it('measureJson stops at the first token over the limit', () => {
  expect(measureJson('{},'.repeat(1_000_000), 1_000).tokens).toBe(1_001);
});
