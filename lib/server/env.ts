import 'server-only';

/** The configuration, read once: contract §6. Addresses are validated URLs; a list keeps its order (failover). */
export type Env = {
  port: number;
  host: string;
  projectId: string | undefined;
  projectServerKey: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  solanaRpcUrls: Map<number, string[]>;
  solanaDasUrls: Map<number, string[]>;
  evmRpcUrls: Map<number, string[]>;
  /** undefined: every chain of the built-in list. */
  evmChains: number[] | undefined;
  sampleNetwork: boolean;
  ipfsGateways: string[] | undefined;
  arweaveGateways: string[] | undefined;
  /** `host:port` entries exempt from the ban on private addresses. */
  metadataAllowHosts: string[];
  dashboard: boolean;
  /** Work units per second and project; 0 is off. */
  rateLimitPerSecond: number;
  /** How many proxies in front of us write `X-Forwarded-For`. */
  trustProxy: number;
  publicUrl: string | undefined;
  requestDeadlineMs: number;
  /** Most bytes of one HTTP answer. */
  maxAnswerBytes: number;
  upstreamConcurrency: number;
  solanaCacheMs: number;
  tokenList: string | undefined;
  defaultEvmChainId: number;
  rpcMethodPrefix: string;
  sdkCompat: boolean;
  requireMatchingBtcAddress: boolean;
  metricsToken: string | undefined;
  logLevel: LogLevel;
};

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A bad configuration: one line a variable, each with its name, what is wrong and what would be right. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  constructor(readonly problems: string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

type Source = Record<string, string | undefined>;

/**
 * Reads the environment.
 * @throws ConfigurationError naming every variable that is wrong
 */
export function readEnv(source: Source): Env {
  const problems: string[] = [];
  const text = (name: string) => {
    const value = source[name]?.trim();
    return value === undefined || value === '' ? undefined : value;
  };
  const read = <T>(name: string, fallback: T, parse: (value: string) => T): T => {
    const value = text(name);
    if (value === undefined) return fallback;
    try {
      return parse(value);
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      return fallback;
    }
  };
  const perChain = (prefix: string) => {
    const urls = new Map<number, string[]>();
    for (const name of Object.keys(source)) {
      if (!name.startsWith(prefix)) continue;
      const chain = name.slice(prefix.length);
      if (!/^_[1-9]\d{0,15}$/.test(chain)) {
        if (text(name) !== undefined)
          problems.push(`${name}: name the chain, such as ${prefix}_${prefix.includes('EVM') ? 1 : 101}`);
        continue;
      }
      const list = read<string[] | undefined>(name, undefined, urlList(['http:', 'https:']));
      if (list) urls.set(Number(chain.slice(1)), list);
    }
    return urls;
  };

  const env: Env = {
    port: read('PORT', 3000, integer(0, 65535)),
    host: read('HOST', '127.0.0.1', String),
    projectId: read<string | undefined>('PROJECT_ID', undefined, (value) => {
      if (/[:\s]/.test(value) || value.length > 200)
        throw new Error('expected up to 200 characters without a colon or a space');
      return value;
    }),
    projectServerKey: read<string | undefined>('PROJECT_SERVER_KEY', undefined, serverKey),
    dataDir: read('DATA_DIR', '.data', String),
    databaseUrl: read<string | undefined>('DATABASE_URL', undefined, url(['postgres:', 'postgresql:'])),
    redisUrl: read<string | undefined>('REDIS_URL', undefined, url(['redis:', 'rediss:'])),
    solanaRpcUrls: perChain('SOLANA_RPC_URL'),
    solanaDasUrls: perChain('SOLANA_DAS_URL'),
    evmRpcUrls: perChain('EVM_RPC_URL'),
    evmChains: read<number[] | undefined>('EVM_CHAINS', undefined, (value) =>
      list(value).map(integer(1, Number.MAX_SAFE_INTEGER)),
    ),
    sampleNetwork: read('SAMPLE_NETWORK', true, onOff),
    ipfsGateways: read<string[] | undefined>('IPFS_GATEWAYS', undefined, urlList(['http:', 'https:'])),
    arweaveGateways: read<string[] | undefined>('ARWEAVE_GATEWAYS', undefined, urlList(['http:', 'https:'])),
    metadataAllowHosts: read<string[]>('METADATA_ALLOW_HOSTS', [], (value) => list(value).map(hostPort)),
    dashboard: read('DASHBOARD', true, onOff),
    rateLimitPerSecond: read('RATE_LIMIT_PER_SECOND', 100, integer(0, 1_000_000_000)),
    trustProxy: read('TRUST_PROXY', 0, integer(0, 16)),
    publicUrl: read<string | undefined>('PUBLIC_URL', undefined, (value) =>
      url(['http:', 'https:'])(value).replace(/\/+$/, ''),
    ),
    requestDeadlineMs: read('REQUEST_DEADLINE_MS', 20_000, integer(100, 600_000)),
    maxAnswerBytes: read('MAX_ANSWER_BYTES', 128 * 1024 * 1024, integer(64 * 1024, 512 * 1024 * 1024)),
    upstreamConcurrency: read('UPSTREAM_CONCURRENCY', 32, integer(1, 1024)),
    solanaCacheMs: read('SOLANA_CACHE_MS', 2000, integer(0, 3_600_000)),
    tokenList: text('TOKEN_LIST'),
    defaultEvmChainId: read('DEFAULT_EVM_CHAIN_ID', 1, integer(1, Number.MAX_SAFE_INTEGER)),
    rpcMethodPrefix: read('RPC_METHOD_PREFIX', 'svc', (value) => {
      if (!/^[A-Za-z][A-Za-z0-9]{0,31}$/.test(value))
        throw new Error('expected a word of letters and digits, such as svc');
      return value;
    }),
    sdkCompat: read('SDK_COMPAT', false, onOff),
    requireMatchingBtcAddress: read('REQUIRE_MATCHING_BTC_ADDRESS', false, onOff),
    metricsToken: text('METRICS_TOKEN'),
    logLevel: read<LogLevel>('LOG_LEVEL', 'info', (value) => {
      const level = LOG_LEVELS.find((known) => known === value.toLowerCase());
      if (!level) throw new Error(`expected one of ${LOG_LEVELS.join(', ')}, got "${value}"`);
      return level;
    }),
  };
  if ((text('PROJECT_ID') === undefined) !== (text('PROJECT_SERVER_KEY') === undefined)) {
    problems.push('PROJECT_ID and PROJECT_SERVER_KEY: set both, or neither');
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  return env;
}

/** Least length of a server key in characters: a shorter one may be a word that can be guessed. */
const LEAST_KEY_LENGTH = 24;

// The message never repeats the key.
function serverKey(value: string): string {
  const { length } = [...value];
  if (length >= LEAST_KEY_LENGTH) return value;
  throw new Error(
    `a server key has at least ${LEAST_KEY_LENGTH} characters, this one has ${length}; make one with: openssl rand -base64 32`,
  );
}

const list = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const integer = (least: number, most: number) => (value: string) => {
  const parsed = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (!(parsed >= least && parsed <= most))
    throw new Error(`expected an integer from ${least} to ${most}, got "${value}"`);
  return parsed;
};

function onOff(value: string): boolean {
  if (['true', 'on', '1', 'yes'].includes(value.toLowerCase())) return true;
  if (['false', 'off', '0', 'no'].includes(value.toLowerCase())) return false;
  throw new Error(`expected true or false (on or off), got "${value}"`);
}

// A URL may hold a provider's key or a password, so a message never repeats it.
const url = (protocols: string[]) => (value: string) => {
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  if (!parsed || !protocols.includes(parsed.protocol)) {
    throw new Error(
      `expected a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );
  }
  return value;
};

const urlList = (protocols: string[]) => (value: string) => {
  const urls = list(value).map(url(protocols));
  if (urls.length === 0) throw new Error('expected one URL or several with commas between');
  return urls;
};

function hostPort(value: string): string {
  if (!/^(\[[0-9a-f:]+\]|[a-z0-9.-]+):\d{1,5}$/i.test(value))
    throw new Error(`expected host:port, got "${value}"`);
  return value.toLowerCase();
}
