import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { clientFile } from './generate-client';

it('the client generator returns the client of the current build', async () => {
  const served = readFileSync('lib/rpc/document/client.generated.ts', 'utf8');
  expect((await clientFile()) === served).toBe(true);
});
