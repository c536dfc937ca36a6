import { describe, expect, it } from 'vitest';
import { testIo } from '@/lib/testing/command-io';
import { main } from './plan';

async function run(...argv: string[]) {
  const io = testIo();
  const code = await main(argv, {}, io);
  return { code, text: io.out() };
}

describe('npm run plan', () => {
  it('plans a small load with nothing in the way', async () => {
    const { code, text } = await run('--lookups', '100', '--listings', '1');
    expect(code).toBe(0);
    expect(text).toContain('instances      2 of 1 core');
    expect(text).toContain('Nothing stands in the way.');
  });

  it('plans 100,000 look-ups a second and a billion keys, and says what stands in the way', async () => {
    const { text } = await run('--lookups', '100000', '--keys', '1000000000', '--hit-rate', '0.95');
    expect(text).toMatch(/Postgres size +1780\.0 GB/);
    expect(text).toMatch(/EVM endpoints allow 200 calls\/s, 500\d are needed/);
    expect(text).toMatch(/instances +1\d of 1 core/);
  });

  it('takes costs measured elsewhere', async () => {
    const { text } = await run(
      '--lookups',
      '100000',
      '--cost',
      'recentLookupMs=0.001',
      '--cost',
      'newLookupMs=0.001',
    );
    expect(text).toContain('instances      2 of');
  });

  it.each([
    [['--lookups', 'many'], '--lookups: expected a number'],
    [['--hit-rate', '2'], '--hit-rate: expected a number from 0 to 1'],
    [['--cost', 'nothing=1'], '--cost: expected NAME=VALUE'],
  ])('%j is refused with words', (argv, words) => expect(run(...argv)).rejects.toThrow(words));
});
