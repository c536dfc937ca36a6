import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { proxyCodeFile } from './generate-proxy-code';

it('the committed proxy code is what the compilers give', () => {
  const committed = readFileSync(
    new URL('../../btc-account/proxy-creation-code.generated.ts', import.meta.url),
    'utf8',
  );
  expect(proxyCodeFile() === committed).toBe(true);
});
