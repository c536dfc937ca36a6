import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { proxyCodeFile } from './generate-proxy-code';

it('OpenZeppelin’s proxy source compiles to the committed proxy creation code', () => {
  const committed = readFileSync(
    new URL('../../btc-account/proxy-creation-code.generated.ts', import.meta.url),
    'utf8',
  );
  expect(proxyCodeFile() === committed).toBe(true);
});
