import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { POST } from '@/examples/proxy.mjs';
import { closeAtOnce, listenOnLoopback } from '@/lib/testing/servers/loopback';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_PROJECT } from '@/lib/testing/servers/service-parts';

// Tests the package `/client.tgz`, installed from a running service into an empty project.

const execute = promisify(execFile);
const MODULES = resolve('node_modules');
let service: RunningService;
let project: string;
beforeAll(async () => {
  service = await runService();
  project = mkdtempSync(join(tmpdir(), 'satchel-package-'));
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  const options = ['--no-audit', '--no-fund', '--legacy-peer-deps'];
  await execute('npm', ['install', ...options, `${service.base}/client.tgz`], { cwd: project });
  // The peer dependencies of the hooks are linked, because the test must not use a registry.
  for (const name of ['react', '@types/react', '@tanstack/react-query', '@tanstack/query-core', 'csstype']) {
    mkdirSync(join(project, 'node_modules', name, '..'), { recursive: true });
    symlinkSync(join(MODULES, name), join(project, 'node_modules', name));
  }
});
afterAll(async () => {
  rmSync(project, { recursive: true, force: true });
  await service.stop();
});

/**
 * Runs a program in the project.
 * @returns its output
 */
const run = async (program: string) => {
  writeFileSync(join(project, 'program.mjs'), program);
  return (await execute(process.execPath, ['program.mjs'], { cwd: project })).stdout;
};

it('the package contains the client, with the service’s methods and version', () => {
  const manifest = JSON.parse(
    readFileSync(join(project, 'node_modules', 'satchel-client', 'package.json'), 'utf8'),
  );
  expect(manifest).toMatchObject({ name: 'satchel-client', license: 'MIT', type: 'module' });
  expect(manifest.version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
  expect(readFileSync(join(project, 'node_modules', 'satchel-client', 'client.js'), 'utf8')).toContain(
    'svc_aa_getBTCAccount',
  );
});

it('the client package returns exact integers when called from plain Node', async () => {
  const options = JSON.stringify({ baseUrl: service.base, ...TEST_PROJECT });
  const output = await run(
    `import { createClient } from 'satchel-client';
     const client = createClient(${options});
     const { tokens } = await client.enhancedGetTokensAndNFTs({ chainId: 104, accountAddress: 'GgaN6qzXquicew2a7zwrW2akFdEJrVycXaraiYJxsP3A' });
     console.log(String(tokens[0].amount));`,
  );
  expect(output).toBe('18446744073709551615\n');
});

it('in the page of another app, the client calls the service through the proxy of the README', async () => {
  const folder = join(project, 'node_modules', 'satchel-client');
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  expect(readme).toContain(readFileSync('examples/proxy.mjs', 'utf8'));
  expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toBe(readFileSync('LICENSE', 'utf8'));
  process.env.SATCHEL_URL = service.base;
  process.env.SATCHEL_AUTH = `${TEST_PROJECT.projectId}:${TEST_PROJECT.serverKey}`;
  const app = createServer(async (request, response) => {
    const [, group] = /^\/api\/rpc\/([^/]+)$/.exec(request.url ?? '') ?? [];
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const sent = new Request('http://app.example', { method: 'POST', body });
    const answer = group
      ? await POST(sent, { params: Promise.resolve({ group }) })
      : new Response('', { status: 404 });
    response.writeHead(answer.status, { 'Content-Type': 'application/json' });
    response.end(await answer.text());
  });
  const origin = `http://${await listenOnLoopback(app)}`;
  try {
    const call = (options: string) =>
      run(
        `globalThis.document = {};
         globalThis.location = { origin: '${origin}', protocol: 'http:' };
         const { createClient } = await import('satchel-client');
         try {
           const { tokens } = await createClient(${options}).enhancedGetTokensAndNFTs({ chainId: 104, accountAddress: 'GgaN6qzXquicew2a7zwrW2akFdEJrVycXaraiYJxsP3A' });
           console.log(String(tokens[0].amount));
         } catch ({ reason, message }) { console.log(reason, message); }`,
      );
    expect(await call('')).toBe('18446744073709551615\n');
    for (const [options, reason] of [
      [JSON.stringify(TEST_PROJECT), 'server-key-in-page'],
      [JSON.stringify({ baseUrl: service.base }), 'other-origin'],
      [JSON.stringify({ baseUrl: `${origin}/elsewhere` }), 'malformed-answer'],
    ] as const)
      expect(await call(options)).toMatch(new RegExp(`^${reason} .*proxy.*README`));
  } finally {
    await closeAtOnce(app);
    delete process.env.SATCHEL_URL;
    delete process.env.SATCHEL_AUTH;
  }
});

it('the client package exports a hook for each method', async () => {
  const names = await run(
    `import * as hooks from 'satchel-client/react'; console.log(Object.keys(hooks).sort().join(' '))`,
  );
  expect(names.trim().split(' ')).toEqual(
    expect.arrayContaining([
      'SatchelProvider',
      'useAaGetBTCAccount',
      'useEnhancedGetTokensAndNFTs',
      'useHoldings',
    ]),
  );
});

it('the client and the hooks compile with strict types', async () => {
  writeFileSync(
    join(project, 'app.tsx'),
    `import { createClient, type U64 } from 'satchel-client';
import { SatchelProvider, useAaGetBTCAccount, useEnhancedGetTokensAndNFTs, useHoldings } from 'satchel-client/react';
const client = createClient({ baseUrl: 'http://localhost:3000' });
export function Wallet({ accountAddress }: { accountAddress: string | undefined }) {
  const params = accountAddress === undefined ? undefined : ({ chainId: 101, accountAddress } as const);
  const { tokens, isComplete } = useHoldings(params, { pageSize: 50 });
  const amount: U64 | undefined = tokens[0]?.amount;
  const extended = useEnhancedGetTokensAndNFTs(params && { ...params, options: { extended: true } });
  const text: string | undefined = extended.data?.tokens[0]?.amountString;
  const account = useAaGetBTCAccount({ accountConfig: { name: 'BTC', version: '2.0.0', btcPublicKey: '02' } });
  // @ts-expect-error: a plain account has no balance
  account.data?.balance;
  // @ts-expect-error: there is no such version
  useAaGetBTCAccount({ accountConfig: { name: 'BTC', version: '9.9.9', btcPublicKey: '02' } });
  return <SatchelProvider client={client}>{String(amount)}{text}{String(isComplete)}{account.data?.owner}</SatchelProvider>;
}
`,
  );
  const tsc = join(MODULES, 'typescript', 'bin', 'tsc');
  const options =
    '--noEmit --strict --jsx react-jsx --module nodenext --moduleResolution nodenext --target es2022'.split(
      ' ',
    );
  const { stdout } = await execute(
    process.execPath,
    [tsc, ...options, '--types', 'react', '--skipLibCheck', 'app.tsx'],
    { cwd: project },
  ).catch((failure: { stdout: string }) => failure);
  expect(stdout).toBe('');
});
