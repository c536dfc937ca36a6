import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { ConfigurationError, readEnv } from './env';
import { defaultEvmChain } from './env/served-chains';
import { processEnv } from './process-env';

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

describe('readEnv', () => {
  it('readEnv returns the documented defaults', () => {
    expect(readEnv({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: join(process.cwd(), '.data'),
      sampleNetwork: true,
      dashboard: true,
      rateLimitPerSecond: 100,
      trustProxy: 0,
      requestDeadlineMs: 20_000,
      solanaCacheMs: 2000,
      sdkCompat: false,
      logLevel: 'info',
    });
  });

  it.each([
    ['API_KEY_IN_QUERY', 'SDK_COMPAT'],
    ['DEFAULT_EVM_CHAIN_ID', 'EVM_CHAINS'],
    ['MEMORY_BUDGET_BYTES', '--max-old-space-size'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT_FILE', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    ['RPC_METHOD_PREFIX', 'svc'],
  ])('rejects %s, which no longer exists, and names %s instead', (name, instead) => {
    const problems = problemsOf({ [name]: '1' });
    expect(problems).toEqual([expect.stringContaining(`${name}: no longer exists; `)]);
    expect(problems.join()).toContain(instead);
    expect(problemsOf({ [name]: ' ' })).toEqual([]);
    expect(readEnv({ [name]: '1' }, ['port'])).toEqual({ port: 3000 });
  });

  it('treats an empty variable as unset', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  it('reads a variable from the file that NAME_FILE names, without surrounding space', () => {
    const folder = mkdtempSync(join(tmpdir(), 'satchel-env-'));
    try {
      const file = (name: string, text: string) => {
        writeFileSync(join(folder, name), text);
        return join(folder, name);
      };
      const key = file('key', `${KEY}\n`);
      const url = file('url', 'https://a.example/?key=1\n');
      expect(
        readEnv({
          PROJECT_ID: 'p',
          PROJECT_SERVER_KEY_FILE: key,
          SOLANA_RPC_URL_101_FILE: url,
          OTHER_FILE: key,
        }),
      ).toMatchObject({
        projectServerKey: KEY,
        solanaRpcUrls: new Map([[101, ['https://a.example/?key=1']]]),
      });
      expect(problemsOf({ PROJECT_ID: 'p', PROJECT_SERVER_KEY_FILE: key, PROJECT_SERVER_KEY: KEY })).toEqual([
        'PROJECT_SERVER_KEY_FILE: PROJECT_SERVER_KEY is also set; set only one of them',
      ]);
      expect(problemsOf({ METRICS_TOKEN_FILE: join(folder, 'missing') })).toEqual([
        expect.stringMatching(/^METRICS_TOKEN_FILE: ENOENT/),
      ]);
      expect(problemsOf({ METRICS_TOKEN_FILE: file('empty', ' \n') })).toEqual([
        'METRICS_TOKEN_FILE: the file is empty',
      ]);
      expect(problemsOf({ METRICS_TOKEN_FILE: file('long', 'x'.repeat(65_537)) })).toEqual([
        'METRICS_TOKEN_FILE: the file is larger than 65536 bytes',
      ]);
      expect(problemsOf({ METRICS_TOKEN_FILE: file('short', 'x') })).toEqual([
        expect.stringMatching(/^METRICS_TOKEN: /),
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('reads a chain’s endpoints in order from a list', () => {
    const env = readEnv({
      SOLANA_RPC_URL_101: 'https://a.example, http://b.example',
      EVM_RPC_URL_31337: 'http://127.0.0.1:8545',
    });
    expect(env.solanaRpcUrls.get(101)).toEqual(['https://a.example', 'http://b.example']);
    expect(env.evmRpcUrls.get(31337)).toEqual(['http://127.0.0.1:8545']);
  });

  it('configures one public Esplora server for each network except regtest, and none for a network set to “off”', () => {
    const bases = (source: Record<string, string>) => {
      const urls = readEnv(source).bitcoinEsploraUrls;
      return [
        urls.BITCOIN_ESPLORA_URL,
        urls.BITCOIN_ESPLORA_URL_TESTNET,
        urls.BITCOIN_ESPLORA_URL_SIGNET,
        urls.BITCOIN_ESPLORA_URL_REGTEST,
      ];
    };
    expect(bases({})).toEqual([
      ['https://blockstream.info/api'],
      ['https://blockstream.info/testnet/api'],
      ['https://mempool.space/signet/api'],
      undefined,
    ]);
    expect(
      bases({
        BITCOIN_ESPLORA_URL: 'http://a.example/api, http://b.example',
        BITCOIN_ESPLORA_URL_TESTNET: 'off',
        BITCOIN_ESPLORA_URL_SIGNET: 'http://s.example',
        BITCOIN_ESPLORA_URL_REGTEST: 'off',
      }),
    ).toEqual([['http://a.example/api', 'http://b.example'], [], ['http://s.example'], []]);
  });

  it.each([
    ['BITCOIN_ESPLORA_URL', 'blockstream.info'],
    ['BITCOIN_ESPLORA_URL_TESTNET', 'off,http://a.example'],
    ['BITCOIN_ESPLORA_URL_REGTEST', 'none'],
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3e3'],
    ['RATE_LIMIT_PER_SECOND', 'NaN'],
    ['TRUST_PROXY', '1.5'],
    ['REQUEST_DEADLINE_MS', '0'],
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
    ['LOG_LEVEL', 'loud'],
    ['PROJECT_ID', 'a:b'],
  ])('rejects the variable %s=%s and names it', (name, value) => {
    expect(
      problemsOf({ [name]: value, ...(name === 'PROJECT_ID' ? { PROJECT_SERVER_KEY: KEY } : {}) }),
    ).toEqual([expect.stringMatching(new RegExp(`^${name}: `))]);
  });

  it.each([
    ['DATABASE_URL', 'postgres://user:hunter2/x@db/satchel', 'not a valid URL'],
    ['DATABASE_URL', 'postgres://', 'not a valid URL'],
    ['DATABASE_URL', 'postgres://user:hunter2@a:5432,b:5432/satchel', 'expected one host'],
    ['DATABASE_URL', 'postgres://user:hunter2@a,b/satchel', 'expected one host'],
    ['REDIS_URL', 'redis://:hunter2/x@redis:6379', 'not a valid URL'],
    ['SOLANA_RPC_URL_101', 'http://a.example:99999', 'not a valid URL'],
    ['PUBLIC_URL', 'https://user:hunter2@satchel.example', 'expected a URL without credentials'],
    ['PUBLIC_URL', 'https://satchel.example/?key=hunter2', 'expected a URL without credentials'],
  ])('says what is wrong with the URL in %s=%s, without echoing it', (name, value, problem) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toEqual([expect.stringContaining(`${name}: ${problem}`)]);
    expect(problems.join()).not.toContain('hunter2');
  });

  it.each([
    'postgres://user:a,b@db/satchel',
    'postgres://user:a%2Fb@db:5432/satchel?application_name=a,b',
    'postgres:///satchel',
    'postgres://[::1]:5432/satchel',
  ])('accepts DATABASE_URL=%s', (value) => {
    expect(readEnv({ DATABASE_URL: value }).databaseUrl).toBe(value);
  });

  it('reports all invalid variables at once', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'y' })).toHaveLength(2);
  });

  it('rejects the first project’s id without its key, and the key without the id', () => {
    expect(problemsOf({ PROJECT_ID: 'p' })[0]).toContain('PROJECT_SERVER_KEY');
    expect(problemsOf({ PROJECT_SERVER_KEY: KEY })[0]).toContain('PROJECT_ID');
  });

  it('requires a server key of at least 24 characters and does not echo an invalid one', () => {
    expect(readEnv({ PROJECT_ID: 'p', PROJECT_SERVER_KEY: KEY }).projectServerKey).toBe(KEY);
    for (const short of [KEY.slice(1), ` ${KEY.slice(1)} `, 'summer2026', '\u{1f511}'.repeat(23)]) {
      const problems = problemsOf({ PROJECT_ID: 'p', PROJECT_SERVER_KEY: short });
      expect(problems).toEqual([
        expect.stringMatching(
          /^PROJECT_SERVER_KEY: a server key must have at least 24 characters, this one has \d+/,
        ),
      ]);
      expect(problems.join()).not.toContain(short.trim());
    }
  });

  it.each([
    ['DATABASE_URL', 'mysql://user:hunter2@db'],
    ['SOLANA_RPC_URL_101', 'https://a.example,ws://a.example/hunter2'],
    ['METADATA_ALLOW_HOSTS', 'https://user:hunter2@host'],
    ['METADATA_ALLOW_HOSTS', 'user:hunter2@host'],
    ['PORT', 'https://a.example/hunter2'],
    ['LOG_LEVEL', 'redis://:hunter2@redis'],
  ])('does not echo a URL that may contain a password: %s=%s', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('an error message does not echo a project id that contains a key, and truncates a long value', () => {
    const problems = problemsOf({
      PROJECT_ID: 'id:hunter2',
      PROJECT_SERVER_KEY: KEY,
      PORT: '9'.repeat(5000),
    });
    expect(problems).toHaveLength(2);
    expect(problems.join()).not.toContain('hunter2');
    expect(problems.join().length).toBeLessThan(300);
  });

  it('reports each invalid variable only once', () => {
    expect(problemsOf({ EVM_CHAINS: 'x,y', EVM_RPC_URL_x: 'z', EVM_RPC_URL_1: 'z' })).toEqual([
      expect.stringMatching(/^EVM_RPC_URL_x: /),
      expect.stringMatching(/^EVM_RPC_URL_1: /),
      expect.stringMatching(/^EVM_CHAINS: .*"x"$/),
    ]);
  });
});

it('rejects every secret of the published Kubernetes example', () => {
  const { stringData } = parse(readFileSync('deploy/kubernetes/example/secret.yaml', 'utf8'));
  const { PROJECT_ID: _, ...secrets } = stringData;
  expect(problemsOf(stringData)).toEqual(
    Object.keys(secrets).map((name) => expect.stringMatching(new RegExp(`^${name}: contains a placeholder`))),
  );
  expect(problemsOf(stringData).join()).not.toContain('postgres.example');
});

describe('chains', () => {
  it.each([
    ['1,137', [1, 137]],
    ['1,137,', [1, 137]],
    [' 137 ,, 1 ,137,1', [137, 1]],
    ['9007199254740991,1', [9007199254740991, 1]],
  ])('reads the list of chains from EVM_CHAINS=%s', (value, chains) => {
    expect(readEnv({ EVM_CHAINS: value }).evmChains).toEqual(chains);
  });

  it.each([
    '0',
    '1,0',
    '-1',
    '+1',
    '0x1',
    '1e3',
    '1.5',
    '1 137',
    '1;137',
    ',',
    ', ,',
    '9007199254740992',
    '9'.repeat(400),
  ])('rejects the variable EVM_CHAINS=%s', (value) => {
    expect(problemsOf({ EVM_CHAINS: value })).toEqual([expect.stringMatching(/^EVM_CHAINS: expected /)]);
  });

  it.each([
    '',
    '_',
    '_0',
    '_01',
    '_-1',
    '_0x1',
    '_1_2',
    '_1.5',
    'S_1',
    '_9007199254740993',
    `_${'9'.repeat(400)}`,
  ])('rejects the variable SOLANA_RPC_URL%s, which lacks a valid chain id', (end) => {
    const name = `SOLANA_RPC_URL${end}`;
    expect(problemsOf({ [name]: 'http://a.example' })).toEqual([
      `${name}: the variable name must end with a chain id, such as SOLANA_RPC_URL_101`,
    ]);
    expect(problemsOf({ [name]: ' ' })).toEqual([]);
  });

  it('rejects a per-chain NAME_FILE variable whose name lacks a valid chain id', () => {
    expect(
      problemsOf({
        SOLANA_RPC_URL_abc_FILE: '/run/secrets/url',
        EVM_RPC_URL_FILE: '/run/secrets/url',
        SOLANA_CORE_SCAN_1x_FILE: '',
        OTHER_FILE: '/run/secrets/other',
      }),
    ).toEqual([
      'SOLANA_RPC_URL_abc_FILE: the variable name must end with a chain id, such as SOLANA_RPC_URL_101',
      'EVM_RPC_URL_FILE: the variable name must end with a chain id, such as EVM_RPC_URL_1',
    ]);
  });

  it('drops duplicate entries from a list of URLs or hosts', () => {
    const { evmRpcUrls, metadataAllowHosts } = readEnv({
      EVM_RPC_URL_1: 'http://b.example,http://a.example,,http://b.example',
      METADATA_ALLOW_HOSTS: 'Localhost:80,[::1]:80,localhost:80',
    });
    expect(evmRpcUrls.get(1)).toEqual(['http://b.example', 'http://a.example']);
    expect(metadataAllowHosts).toEqual(['localhost:80', '[::1]:80']);
  });

  it.each(['localhost:0', 'localhost:65536', 'local host:80', ':80', '::1:80', 'localhost:80:90'])(
    'rejects the variable METADATA_ALLOW_HOSTS=%s',
    (value) => {
      expect(problemsOf({ METADATA_ALLOW_HOSTS: value })).toEqual([
        expect.stringMatching(/^METADATA_ALLOW_HOSTS: expected host:port/),
      ]);
    },
  );

  it('requires a node endpoint for each chain that has a DAS endpoint', () => {
    const DAS = { SOLANA_DAS_URL_101: 'http://a.example', SOLANA_DAS_URL_104: 'http://a.example' };
    expect(problemsOf(DAS)).toEqual([
      'SOLANA_DAS_URL_104: chain 104 has no endpoint; set SOLANA_RPC_URL_104 too',
    ]);
    const env = readEnv({ ...DAS, SOLANA_RPC_URL_104: 'http://a.example' });
    expect([...env.solanaDasUrls.keys()]).toEqual([101, 104]);
  });

  it.each([
    ['SOLANA_CORE_SCAN', 777, 'off'],
    ['SOLANA_CORE_SCAN', 104, 'on'],
    ['SOLANA_FORWARD', 777, 'all'],
  ])('requires a node endpoint for each chain of %s_<chainId>: %i', (variable, chainId, value) => {
    const name = `${variable}_${chainId}`;
    const endpoint = `SOLANA_RPC_URL_${chainId}`;
    expect(problemsOf({ [name]: value })).toEqual([
      `${name}: chain ${chainId} has no endpoint; set ${endpoint} too`,
    ]);
    expect(problemsOf({ [name]: value, [endpoint]: 'http://a.example' })).toEqual([]);
  });

  it('SOLANA_FORWARD_104 requires the sample network or a node endpoint', () => {
    expect(problemsOf({ SOLANA_FORWARD_104: 'off' })).toEqual([]);
    expect(problemsOf({ SOLANA_FORWARD_104: 'off', SAMPLE_NETWORK: 'off' })).toEqual([
      'SOLANA_FORWARD_104: chain 104 has no endpoint; set SOLANA_RPC_URL_104 too',
    ]);
  });

  it('reads SOLANA_CORE_SCAN of each chain, and rejects one without a chain id', () => {
    expect([...readEnv({ SOLANA_CORE_SCAN_101: 'on' }).solanaCoreScan]).toEqual([[101, true]]);
    expect(problemsOf({ SOLANA_CORE_SCAN_x: 'on' })).toHaveLength(1);
  });

  it.each(['324', '300', '2741', '388'])(
    'rejects the ZK Stack chain %s, for which no account can be calculated',
    (chainId) => {
      const problem = `chain ${chainId} derives contract addresses by another rule`;
      expect(problemsOf({ EVM_CHAINS: `1,${chainId}` })).toEqual([
        expect.stringContaining(`EVM_CHAINS: ${problem}`),
      ]);
      const name = `EVM_RPC_URL_${chainId}`;
      expect(problemsOf({ [name]: 'http://a.example' })).toEqual([
        expect.stringContaining(`${name}: ${problem}`),
      ]);
    },
  );

  it('the first chain of EVM_CHAINS is the default, otherwise chain 1', () => {
    expect(defaultEvmChain(readEnv({ EVM_CHAINS: '137,1' }))).toBe(137);
    expect(defaultEvmChain(readEnv({ EVM_RPC_URL_424242: 'http://a.example' }))).toBe(1);
  });
});

describe('a command that reads some of the variables', () => {
  it('a command reads only the variables that it needs, even if others are invalid', () => {
    const source = { DATA_DIR: ' folder ', LOG_LEVEL: 'loud', PROJECT_ID: 'p', EVM_CHAINS: '0' };
    expect(readEnv(source, ['dataDir', 'databaseUrl'])).toEqual({ dataDir: join(process.cwd(), 'folder') });
  });

  it('a command reports all problems with the variables that it needs', () => {
    const read = () =>
      readEnv({ DATABASE_URL: 'x', EVM_CHAINS: '0', LOG_LEVEL: 'loud' }, ['databaseUrl', 'evmChains']);
    expect(read).toThrow(/DATABASE_URL: .*\n {2}EVM_CHAINS: .*"0"$/);
  });
});

describe('processEnv', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('processEnv reads the environment once and ignores later changes', () => {
    vi.stubEnv('HOST', 'first');
    expect(processEnv().host).toBe('first');
    vi.stubEnv('HOST', 'second');
    expect(processEnv().host).toBe('first');
  });
});
