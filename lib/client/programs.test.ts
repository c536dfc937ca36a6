import { execFile } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { downloadClient } from '@/lib/testing/clients/served-client';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_PROJECT } from '@/lib/testing/servers/service-parts';

// Runs programs that use the client downloaded from a service.

let service: RunningService;
let served: Awaited<ReturnType<typeof downloadClient>>;
beforeAll(async () => {
  service = await runService();
  served = await downloadClient(service.base);
});
afterAll(async () => {
  served.remove();
  await service.stop();
});

/** Compiles a program next to the client in strict mode and returns the compiler's errors. */
function faultsOf(program: string): string[] {
  const file = join(served.folder, 'program.ts');
  writeFileSync(file, program);
  const compiled = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
  });
  return ts
    .getPreEmitDiagnostics(compiled)
    .map(({ messageText, start }) => `${start}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
}

it('typed calls of the client return typed results, and invalid calls do not compile', () => {
  const program = readFileSync(new URL('typed-calls.txt', import.meta.url), 'utf8');
  expect(faultsOf(program)).toEqual([]);
  expect(faultsOf(program.replaceAll('// @ts-expect-error', '//'))).toHaveLength(7);
  expect(faultsOf(program.replaceAll('true);', 'false);')).length).toBeGreaterThan(10);
});

it('the client module imports nothing', () => {
  const text = readFileSync(join(served.folder, 'client.js'), 'utf8');
  expect(text).not.toMatch(/\b(import|require)\b\s*[({'"]|^import\b|\bprocess\b|\bBuffer\b/m);
});

/** Global names that the client may use. */
const WEB = [
  'AbortController',
  'AbortSignal',
  'btoa',
  'clearTimeout',
  'fetch',
  'performance',
  'setTimeout',
  'TextDecoder',
  'TextEncoder',
  'URL',
] as const;

it('the client uses only web APIs, so that it runs in Deno and workers', async () => {
  const text = readFileSync(join(served.folder, 'client.js'), 'utf8');
  const program = text.replace(/export\s*(\{[^}]*\})\s*;?\s*$/, 'globalThis.client = $1;');
  expect(program).not.toBe(text);
  const scope = createContext(Object.fromEntries(WEB.map((name) => [name, globalThis[name]]))) as {
    client?: Pick<typeof served, 'createClient'>;
  };
  runInContext(program, scope);
  const client = scope.client?.createClient({ baseUrl: service.base, ...TEST_PROJECT });
  const accountAddress = '4UAQRrXpn6dwBucduiaCsfXfbx6BoRnuXQ9nohYPkyby';
  expect(await client?.enhancedGetTokensAndNFTs?.({ chainId: 104, accountAddress })).toMatchObject({
    lamports: 9_007_199_254_740_993n,
  });
  await expect(
    client?.enhancedGetTokensAndNFTs?.({ chainId: 104, accountAddress: '' }),
  ).rejects.toMatchObject({
    name: 'SatchelError',
    code: -32602,
  });
});

it('the example program of the client runs against a new service', async () => {
  copyFileSync('examples/holdings.mjs', join(served.folder, 'holdings.mjs'));
  const run = (serverKey: string) =>
    promisify(execFile)(process.execPath, [join(served.folder, 'holdings.mjs')], {
      env: {
        SATCHEL_URL: service.base,
        PROJECT_ID: TEST_PROJECT.projectId,
        PROJECT_SERVER_KEY: serverKey,
      } as unknown as NodeJS.ProcessEnv,
    });
  const { stdout } = await run(TEST_PROJECT.serverKey);
  expect(stdout).toContain('9007199254740993 lamports');
  expect(stdout).toContain('0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc');
  await expect(run('wrong')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('authentication-failed: '),
  });
  await expect(run('')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^invalid-options: .*\n$/),
  });
});
