import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite } from '@/lib/store/sqlite/database';

// Runs the built server with --check-config.

const folder = mkdtempSync(join(tmpdir(), 'satchel-check-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(env: Record<string, string>, ...options: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/server.js', ...options], {
    encoding: 'utf8',
    env: { NODE_ENV: 'production', PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), ...env },
    timeout: 20_000,
  });
  return { status, stdout, stderr };
}

describe('--check-config', () => {
  it('exits with 0 for valid settings, without starting the service or creating DATA_DIR', () => {
    const token = join(folder, 'token');
    writeFileSync(token, 'a-token-from-a-file-of-secrets\n');
    expect(run({ METRICS_TOKEN_FILE: token }, '--check-config')).toEqual({
      status: 0,
      stdout: '',
      stderr: 'The configuration is valid.\n',
    });
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  it('exits with 1 and names every invalid variable, without the values of secrets', () => {
    const { status, stderr } = run(
      {
        PORT: 'http',
        METRICS_TOKEN: 'short-secret',
        DATABASE_URL: 'mysql://user:secret@db/satchel',
        SOLANA_RPC_URL_abc_FILE: '/run/secrets/url',
        REDIS_URL_FILE: join(folder, 'missing'),
      },
      '--check-config',
    );
    expect(status).toBe(1);
    expect([...stderr.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name).sort()).toEqual([
      'DATABASE_URL',
      'METRICS_TOKEN',
      'PORT',
      'REDIS_URL_FILE',
      'SOLANA_RPC_URL_abc_FILE',
    ]);
    expect(stderr).not.toContain('secret@');
    expect(stderr).not.toContain('short-secret');
  });

  const damaged = mkdtempSync(join(folder, 'damaged-'));
  writeFileSync(join(damaged, 'satchel.db'), 'no database '.repeat(100));

  const newer = mkdtempSync(join(folder, 'newer-'));
  const connection = openSqlite(join(newer, 'satchel.db'));
  connection.exec('PRAGMA user_version = 99');
  connection.close();

  it.each([
    ['a heap that is too small', { NODE_OPTIONS: '--max-old-space-size=50' }, 'must be 256 MiB or more'],
    ['a DATA_DIR that is a file', { DATA_DIR: resolve('package.json') }, 'the folder cannot be created'],
    ['a DATA_DIR in a file', { DATA_DIR: resolve('package.json/data') }, 'the folder cannot be created'],
    ['a TOKEN_LIST that does not exist', { TOKEN_LIST: '/missing.json' }, 'TOKEN_LIST: /missing.json cannot'],
    [
      'a TOKEN_LIST that is a folder',
      { TOKEN_LIST: damaged },
      `TOKEN_LIST: ${damaged} cannot be used: EISDIR`,
    ],
    ['a TOKEN_LIST that is not JSON', { TOKEN_LIST: resolve('LICENSE') }, 'cannot be used: not JSON'],
    ['a store that is not a database', { DATA_DIR: damaged }, 'not a database'],
    ['a store of a newer version', { DATA_DIR: newer }, 'upgraded by a newer version of Satchel'],
  ])('reports %s, like a start', (_, env, problem) => {
    const expected = { status: 1, stdout: '', stderr: expect.stringContaining(problem) };
    expect(run(env, '--check-config')).toEqual(expected);
    expect(run(env)).toEqual(expected);
  });

  it('an unknown argument makes the server exit with an error instead of starting', () => {
    expect(run({}, '--check-confg')).toEqual({
      status: 2,
      stdout: '',
      stderr: 'satchel: unknown argument --check-confg; the only option is --check-config\n',
    });
  });
});

it('a start with a DATA_DIR in which no folder can be created ends with an error', () => {
  const { status, stderr } = run({ DATA_DIR: '/proc/satchel/data' });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^satchel: DATA_DIR: .*\(E[A-Z]+: .*\)\n$/)]);
});

describe('a server that is started in another folder', () => {
  const project = join(folder, 'project');
  const start = (env: Record<string, string> = {}) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(project, 'dist', 'server.js'), '--check-config'],
      {
        encoding: 'utf8',
        cwd: folder,
        env: { NODE_ENV: 'production', ...env },
      },
    );
    return { status, stderr };
  };
  beforeAll(() => {
    mkdirSync(project);
    cpSync('dist', join(project, 'dist'), { recursive: true });
    symlinkSync(resolve('node_modules'), join(project, 'node_modules'));
  });

  it('reads files in variables from the project folder', () => {
    writeFileSync(join(project, 'token'), 'a-token-from-a-file-of-secrets');
    expect(start({ METRICS_TOKEN_FILE: 'token' })).toEqual({
      status: 0,
      stderr: 'The configuration is valid.\n',
    });
  });

  it('reads .env in the project folder', () => {
    writeFileSync(join(project, '.env'), 'PORT=http\n');
    const { status, stderr } = start();
    expect([status, stderr]).toEqual([1, expect.stringContaining('  PORT: ')]);
  });
});

it('a misspelled variable and an outbound proxy cause one warning each', () => {
  expect(run({ REDIS_URI: 'redis://:secret@host', HTTPS_PROXY: 'http://proxy' }, '--check-config')).toEqual({
    status: 0,
    stdout: '',
    stderr: [
      'Warning: REDIS_URI is not a setting; did you mean REDIS_URL?',
      'Warning: HTTPS_PROXY has no effect: outbound proxies are not supported.',
      'The configuration is valid.\n',
    ].join('\n'),
  });
});
