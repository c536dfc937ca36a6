import { describe, expect, it } from 'vitest';
import { ConfigurationError, readEnv } from './env';

const problemsOf = (source: Record<string, string>) => {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
};

const KEY = 'a-key-of-24-characters-!';

describe('readEnv (contract §6)', () => {
  it('has the documented defaults', () => {
    expect(readEnv({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: '.data',
      sampleNetwork: true,
      dashboard: true,
      rateLimitPerSecond: 100,
      trustProxy: 0,
      requestDeadlineMs: 20_000,
      maxAnswerBytes: 134_217_728,
      upstreamConcurrency: 32,
      solanaCacheMs: 2000,
      defaultEvmChainId: 1,
      rpcMethodPrefix: 'svc',
      sdkCompat: false,
      requireMatchingBtcAddress: false,
      logLevel: 'info',
    });
  });

  it('takes an empty value for none', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  it('reads lists in order, per chain', () => {
    const env = readEnv({
      SOLANA_RPC_URL_101: 'https://a.example, http://b.example',
      EVM_RPC_URL_31337: 'http://127.0.0.1:8545',
    });
    expect(env.solanaRpcUrls.get(101)).toEqual(['https://a.example', 'http://b.example']);
    expect(env.evmRpcUrls.get(31337)).toEqual(['http://127.0.0.1:8545']);
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3e3'],
    ['RATE_LIMIT_PER_SECOND', 'NaN'],
    ['TRUST_PROXY', '1.5'],
    ['REQUEST_DEADLINE_MS', '0'],
    ['MAX_ANSWER_BYTES', '1000'],
    ['DATABASE_URL', 'mysql://x'],
    ['REDIS_URL', 'http://x'],
    ['PUBLIC_URL', 'satchel.example'],
    ['SOLANA_RPC_URL_101', 'not a url'],
    ['SOLANA_RPC_URL_x', 'http://a.example'],
    ['SOLANA_RPC_URL', 'http://a.example'],
    ['EVM_RPC_URL_1', ','],
    ['EVM_CHAINS', '1,x'],
    ['METADATA_ALLOW_HOSTS', 'localhost'],
    ['SDK_COMPAT', 'maybe'],
    ['DASHBOARD', 'perhaps'],
    ['RPC_METHOD_PREFIX', 'a b'],
    ['LOG_LEVEL', 'loud'],
    ['PROJECT_ID', 'a:b'],
  ])('%s=%s stops with its name', (name, value) => {
    expect(
      problemsOf({ [name]: value, ...(name === 'PROJECT_ID' ? { PROJECT_SERVER_KEY: KEY } : {}) }),
    ).toEqual([expect.stringMatching(new RegExp(`^${name}: `))]);
  });

  it('names every variable that is wrong at once', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'y' })).toHaveLength(2);
  });

  it('wants both halves of the first project', () => {
    expect(problemsOf({ PROJECT_ID: 'p' })[0]).toContain('PROJECT_SERVER_KEY');
    expect(problemsOf({ PROJECT_SERVER_KEY: KEY })[0]).toContain('PROJECT_ID');
  });

  it('wants a server key of at least 24 characters, and does not repeat it', () => {
    expect(readEnv({ PROJECT_ID: 'p', PROJECT_SERVER_KEY: KEY }).projectServerKey).toBe(KEY);
    for (const short of [KEY.slice(1), ` ${KEY.slice(1)} `, 'summer2026', '\u{1f511}'.repeat(23)]) {
      const problems = problemsOf({ PROJECT_ID: 'p', PROJECT_SERVER_KEY: short });
      expect(problems).toEqual([
        expect.stringMatching(
          /^PROJECT_SERVER_KEY: a server key has at least 24 characters, this one has \d+/,
        ),
      ]);
      expect(problems.join()).not.toContain(short.trim());
    }
  });

  it('never repeats a URL, which may hold a password', () => {
    expect(problemsOf({ DATABASE_URL: 'mysql://user:hunter2@db' }).join()).not.toContain('hunter2');
  });
});
