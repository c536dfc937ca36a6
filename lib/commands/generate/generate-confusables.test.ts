import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { confusablesText } from './generate-confusables';

it('the committed table of confusables equals the generator’s output', () => {
  const committed = readFileSync(new URL('../../solana/confusables.generated.ts', import.meta.url), 'utf8');
  expect(confusablesText()).toBe(committed);
});
