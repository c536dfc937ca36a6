import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { publicKeys } from '@/lib/testing/keys';
import { type Running, startNode } from '@/lib/testing/servers/processes';

// Runs the README's examples against a server, as after the first `npm start`.

const run = promisify(execFile);
const readme = readFileSync('README.md', 'utf8');
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text);
/**
 * Commands that are not run: `npm start`, because the server is already running, and `npm test`, which runs this file.
 */
const NOT_RUN = ['npm start', 'npm test'];

describe('the README', () => {
  // The examples read the credentials from the working folder.
  const folder = mkdtempSync(join(tmpdir(), 'satchel-readme-'));
  const dataDir = join(folder, '.data');
  let server: Running;
  let credentials = { projectId: '', serverKey: '' };

  beforeAll(async () => {
    const env = {
      DATA_DIR: dataDir,
      PROJECT_ID: '',
      PROJECT_SERVER_KEY: '',
      DASHBOARD: 'off',
      LOG_LEVEL: 'warn',
    };
    server = await startNode(['dist/server.js'], env, '/health');
    credentials = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'));
  });
  afterAll(async () => {
    await server?.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const authorization = () => `${credentials.projectId}:${credentials.serverKey}`;
  /** Runs a shell line of the README against this test's server. */
  const shell = (line: string) =>
    run('sh', ['-c', line.replaceAll('http://localhost:3000', server.base)], {
      cwd: folder,
      env: { ...process.env, AUTH: authorization() },
    });

  it('every shell block of the README is run by a test or listed as an exception', () => {
    const commands = blocks('sh').flatMap((block) =>
      block.startsWith('curl') ? [] : block.trim().split('\n'),
    );
    expect(commands.map((line) => line.replace(/\s*#.*/, ''))).toEqual(NOT_RUN);
    expect(blocks('sh').filter((block) => block.startsWith('curl'))).toHaveLength(2);
  });

  it('every code block of the README is in a language that the tests run', () => {
    const languages = [...readme.matchAll(/^```(\w+)$/gm)].map(([, language]) => language);
    expect(languages).toEqual(['sh', 'sh', 'sh', 'json', 'js']);
  });

  describe('the programs of the README', () => {
    beforeAll(async () => {
      for (const name of ['client.js', 'client.d.ts'])
        writeFileSync(join(folder, name), await (await fetch(`${server.base}/${name}`)).text());
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    });
    const node = (file: string) =>
      run(process.execPath, [join(folder, file)], {
        env: {
          SATCHEL_URL: server.base,
          PROJECT_ID: credentials.projectId,
          PROJECT_SERVER_KEY: credentials.serverKey,
        } as unknown as NodeJS.ProcessEnv,
      });

    it('the README’s programs return the same results as its curl commands', async () => {
      const { result } = JSON.parse(blocks('json')[0] ?? '');
      const { name, version, btcPublicKey } = result;
      const given = {
        ...credentials,
        accountAddress: SAMPLE_WALLET,
        accountConfig: { name, version, btcPublicKey },
      };
      const lines = [
        ...Object.entries(given).map(([member, value]) => `const ${member} = ${JSON.stringify(value)};`),
        (blocks('js')[0] ?? '').replace('http://localhost:3000', server.base),
        'console.log(JSON.stringify({ lamports: String(lamports), tokens: tokens.length, account }));',
      ];
      writeFileSync(join(folder, 'readme.mjs'), lines.join('\n'));
      const told = JSON.parse((await node('readme.mjs')).stdout);
      expect(told).toMatchObject({ lamports: '9007199254740993', account: result });
      expect(told.tokens).toBeGreaterThan(5);
    });

    it('the README’s example runs and has at most 30 lines', async () => {
      const [example] = /examples\/\w+\.mjs/.exec(readme) ?? [''];
      const text = readFileSync(example, 'utf8');
      const code = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('//'));
      expect(code.length).toBeLessThanOrEqual(30);
      writeFileSync(join(folder, 'example.mjs'), text);
      const { stdout } = await node('example.mjs');
      expect(stdout).toContain('9007199254740993 lamports');
      expect(stdout).toContain('0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc');
    });
  });

  it('the README’s first curl command lists tokens and NFTs of the sample network', async () => {
    const { stdout } = await shell(blocks('sh')[1] ?? '');
    const { result, chainId } = JSON.parse(stdout);
    expect(chainId).toBe(104);
    expect(result.nfts.length).toBeGreaterThan(5);
    expect(result.tokens.length).toBeGreaterThan(5);
  });

  it('the README shows the exact response to its second curl command', async () => {
    const { stdout } = await shell(blocks('sh')[2] ?? '');
    const [answer = ''] = blocks('json');
    // The comparison ignores whitespace, but not the order of members.
    expect(stdout.trim()).toBe(JSON.stringify(JSON.parse(answer)));
  });

  describe('the methods in the README', () => {
    const [key = ''] = publicKeys(1, 77);
    const rows = [...readme.matchAll(/^\| `(\w+)` \| `(\/[\w-]+)` \|.*\| (.*) \|$/gm)];
    /** Values for the placeholders in the README's table. */
    const placeholders: Record<string, string> = {
      ADDRESS: SAMPLE_WALLET,
      '02…': key,
      'bc1…': 'bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2u',
      '0x…': '0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc',
    };
    const calls = rows.flatMap(([, method = '', path = '', params = '']) =>
      [...params.matchAll(/`(\[.*?\])`/g)].map(([, text = '']) => [method, path, text] as const),
    );

    it('the README documents three methods with four forms of params', () => {
      expect([rows.length, calls.length]).toEqual([3, 4]);
    });

    it.each(calls)('the README’s call to %s on %s with %s returns no error', async (method, path, text) => {
      const params = Object.entries(placeholders).reduce(
        (all, [from, to]) => all.replaceAll(`"${from}"`, `"${to}"`),
        text,
      );
      const chainId = path === '/solana' ? 104 : 31337;
      const answer = await fetch(server.base + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Basic ${btoa(authorization())}` },
        body: `{"jsonrpc":"2.0","id":1,"chainId":${chainId},"method":"${method}","params":${params}}`,
      });
      const { result, error } = (await answer.json()) as { result?: unknown; error?: unknown };
      expect(error).toBeUndefined();
      expect(result).toBeTypeOf('object');
      const [, coverage] = /`Satchel-Coverage` header lists the asset types[^`]*`([^`]+)`/.exec(readme) ?? [];
      if (path === '/solana') expect(answer.headers.get('satchel-coverage')).toBe(coverage);
    });
  });

  it('the README lists paths that exist', async () => {
    const paths = new Set([...readme.matchAll(/`GET (\/[\w./-]+)`/g)].map(([, path = '']) => path));
    expect(paths.size).toBeGreaterThan(3);
    for (const path of paths) expect([path, (await fetch(server.base + path)).status]).toEqual([path, 200]);
  });

  it('the README mentions only commands that the tests run', () => {
    const names = [...readme.matchAll(/`npm run (\w+)/g)].map(([, name]) => name ?? '');
    expect([...new Set(names)].sort()).toEqual(['build', 'doctor', 'project', 'store']);
  });

  it('the project and store commands that the README mentions run without an error', async () => {
    const npm = async (...words: string[]) => {
      const env = { ...process.env, DATA_DIR: dataDir };
      return (await run('npm', ['run', '--silent', ...words], { env })).stdout;
    };
    const [, projects = ''] = /`npm run project -- ([^`]+)`/.exec(readme) ?? [];
    const words = projects.split('\\|');
    expect(words).toEqual(['create NAME', 'list', 'set ID', 'revoke ID', 'rotate ID', 'usage ID']);
    const [, id = ''] = /([0-9a-f-]{36})/.exec(await npm('project', '--', 'create', 'documented')) ?? [];
    expect(await npm('project', '--', 'list')).toContain('documented');
    expect(
      await npm('project', '--', 'set', id, '--limit', '7', '--methods', 'svc_aa_getBTCAccount'),
    ).toContain(id);
    expect(await npm('project', '--', 'revoke', id)).toContain(id);
    const rotated = await npm('project', '--', 'rotate', id, '--overlap', '24h', '--expires', '90d');
    expect(rotated).toContain(id);
    expect(await npm('project', '--', 'usage', id)).toContain('0');

    const copy = join(folder, 'copy.db');
    await npm('store', '--', 'backup', dataDir, copy);
    await npm('store', '--', 'copy', copy, join(folder, 'another.db'));
  }, 300_000);
});
