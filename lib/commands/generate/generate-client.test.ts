import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { clientFile } from './generate-client';

it('the committed client is what the methods give', async () => {
  const committed = readFileSync(new URL('../../rpc/document/client.generated.ts', import.meta.url), 'utf8');
  expect((await clientFile()) === committed).toBe(true);
});
