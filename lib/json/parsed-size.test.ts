import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { parsedSize } from './parsed-size';

// What a megabyte of each takes when it is parsed, measured beside the estimate.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

describe('parsedSize', () => {
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
    expect(parsedSize(text)).toBeGreaterThan(each);
  });

  it('is near the text where the text is all there is', () => {
    expect(parsedSize(`"${'x'.repeat(1_000_000)}"`)).toBeLessThan(2_100_000);
  });
});
