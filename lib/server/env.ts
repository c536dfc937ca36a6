import 'server-only';
import { closeSync, openSync, readSync } from 'node:fs';
import * as z from 'zod/mini';
import { hasOtherCreate2Rule } from '@/lib/evm/evm-chain';
import { FORWARD_LEVELS } from '@/lib/solana/forwarded-call';
import { SAMPLE_CHAIN_ID } from '@/lib/solana/programs';
import { publicUrl } from './env/public-url';
import { solanaNodeUrls } from './env/served-chains';
import {
  byChain,
  chainId,
  ESPLORA_NAMES,
  esploraUrls,
  hostPattern,
  hostPort,
  integer,
  list,
  metricsToken,
  oneOf,
  onOff,
  path,
  postgresUrl,
  projectId,
  serverKey,
  url,
  urlList,
  urlOrPath,
  urlsByChain,
} from './env/values';
import { fromRoot } from './internal-env';

/** The name and the schema of the environment variable of each setting. */
const SETTINGS = {
  port: ['PORT', z._default(integer(0, 65_535), 3000)],
  host: ['HOST', z._default(z.string(), '127.0.0.1')],
  projectId: ['PROJECT_ID', z.optional(projectId)],
  projectServerKey: ['PROJECT_SERVER_KEY', z.optional(serverKey)],
  dataDir: ['DATA_DIR', z.prefault(path, '.data')],
  databaseUrl: ['DATABASE_URL', z.optional(postgresUrl)],
  redisUrl: ['REDIS_URL', z.optional(url('redis', 'rediss'))],
  solanaRpcUrls: ['SOLANA_RPC_URL_<chainId>', urlsByChain('SOLANA_RPC_URL', 101)],
  solanaDasUrls: ['SOLANA_DAS_URL_<chainId>', urlsByChain('SOLANA_DAS_URL', 101)],
  /** Whether MPL Core assets are found by scanning the node's accounts, by chain. */
  solanaCoreScan: ['SOLANA_CORE_SCAN_<chainId>', byChain('SOLANA_CORE_SCAN', 101, onOff)],
  /** Which methods of a chain's node are forwarded; `read` for other chains. */
  solanaForward: ['SOLANA_FORWARD_<chainId>', byChain('SOLANA_FORWARD', 101, oneOf(FORWARD_LEVELS))],
  evmRpcUrls: ['EVM_RPC_URL_<chainId>', urlsByChain('EVM_RPC_URL', 1)],
  /** Served EVM chains, the default one first. If undefined: all built-in chains and those with a configured endpoint. */
  evmChains: ['EVM_CHAINS', z.optional(list(chainId, 'chain id'))],
  sampleNetwork: ['SAMPLE_NETWORK', z._default(onOff, true)],
  /** Esplora servers to query for spends, by the variable of their network. */
  bitcoinEsploraUrls: ['BITCOIN_ESPLORA_URL', esploraUrls],
  ipfsGateways: ['IPFS_GATEWAYS', z.optional(urlList)],
  arweaveGateways: ['ARWEAVE_GATEWAYS', z.optional(urlList)],
  /** Hosts exempt from the port and private-address checks, as lower-case `host:port`. */
  metadataAllowHosts: ['METADATA_ALLOW_HOSTS', z._default(list(hostPort, 'host:port'), [])],
  dashboard: ['DASHBOARD', z._default(onOff, true)],
  authGraceSeconds: ['AUTH_GRACE_SECONDS', z._default(integer(0, 3_600), 0)],
  /** Work units per second for each project; 0: unlimited. */
  rateLimitPerSecond: ['RATE_LIMIT_PER_SECOND', z._default(integer(0, 1_000_000_000), 100)],
  /** New pairings that each project may record per hour; 0: unlimited. */
  newPairingsPerHour: ['NEW_PAIRINGS_PER_HOUR', z._default(integer(0, 1_000_000_000), 100_000)],
  /** Number of trusted proxies in front of the service. Each one appends to `X-Forwarded-For`. */
  trustProxy: ['TRUST_PROXY', z._default(integer(0, 16), 0)],
  /** The dashboard's public origin, without a trailing slash. */
  publicUrl: ['PUBLIC_URL', z.optional(publicUrl)],
  /** Additional host names under which pages are served. */
  allowedHosts: ['ALLOWED_HOSTS', z._default(list(hostPattern, 'host name'), [])],
  requestDeadlineMs: ['REQUEST_DEADLINE_MS', z._default(integer(100, 600_000), 20_000)],
  /** Whether prices are read. */
  values: ['VALUES', z._default(onOff, true)],
  solanaCacheMs: ['SOLANA_CACHE_MS', z._default(integer(0, 3_600_000), 2000)],
  /** File path or URL of the Solana token list. */
  tokenList: ['TOKEN_LIST', z.optional(urlOrPath)],
  sdkCompat: ['SDK_COMPAT', z._default(onOff, false)],
  metricsToken: ['METRICS_TOKEN', z.optional(metricsToken)],
  logLevel: [
    'LOG_LEVEL',
    z._default(oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  ],
} as const satisfies Record<string, readonly [name: string, schema: z.ZodMiniType]>;

type Setting = keyof typeof SETTINGS;
/** The configuration. Endpoints are validated URLs. Lists are in the order of failover. */
export type Env = { [Name in Setting]: z.output<(typeof SETTINGS)[Name][1]> };
export type LogLevel = Env['logLevel'];

const ALL = Object.keys(SETTINGS) as Setting[];
const CHAIN_ID = '_<chainId>';
const ESPLORA_URL = 'BITCOIN_ESPLORA_URL';
/** Text in the secrets of published examples (`deploy/kubernetes/example`), which everybody knows. */
const PLACEHOLDER = 'replace-with-';

/** Variables that no longer exist, and what to do instead. They stop the start, because their values have no effect. */
const REMOVED = {
  API_KEY_IN_QUERY: 'set SDK_COMPAT=true, which also accepts ?api-key= on /solana',
  DEFAULT_EVM_CHAIN_ID: 'the first chain of EVM_CHAINS is the default, or 1',
  MEMORY_BUDGET_BYTES: 'the memory budget depends on the heap; set NODE_OPTIONS=--max-old-space-size=<MiB>',
  OTEL_EXPORTER_OTLP_ENDPOINT_FILE: 'set OTEL_EXPORTER_OTLP_ENDPOINT',
  RPC_METHOD_PREFIX: 'the prefix of method names is svc',
};

/** Adds the problem of a variable, unless it already has one. */
type AddProblem = (variable: string, problem: string) => void;

const CHAIN_OPTIONS = ['solanaDasUrls', 'solanaCoreScan', 'solanaForward'] as const;

/** Checks that each Solana chain with options has an endpoint. Methods are also forwarded to the sample network. */
function checkNodes(env: Env, addProblem: AddProblem): void {
  const nodes = solanaNodeUrls(env);
  for (const option of CHAIN_OPTIONS)
    for (const chainId of env[option].keys()) {
      const isSample = option === 'solanaForward' && env.sampleNetwork && chainId === SAMPLE_CHAIN_ID;
      if (!nodes.has(chainId) && !isSample)
        addProblem(
          SETTINGS[option][0].replace('<chainId>', String(chainId)),
          `chain ${chainId} has no endpoint; set SOLANA_RPC_URL_${chainId} too`,
        );
    }
}

/** Checks that accounts can be calculated for each EVM chain. */
function checkDerivation({ evmChains = [], evmRpcUrls }: Env, addProblem: AddProblem): void {
  const variables = [
    ...evmChains.map((chainId) => ['EVM_CHAINS', chainId] as const),
    ...[...evmRpcUrls.keys()].map((chainId) => [`EVM_RPC_URL_${chainId}`, chainId] as const),
  ];
  for (const [variable, chainId] of variables)
    if (hasOtherCreate2Rule(chainId))
      addProblem(
        variable,
        `chain ${chainId} derives contract addresses by another rule (ZK Stack), so no account can be calculated for it; remove it`,
      );
}

/** Names of all settings. Those of per-chain settings end with `_<chainId>`; `BITCOIN_ESPLORA_URL` is all `ESPLORA_NAMES`. */
export const VARIABLE_NAMES: readonly string[] = ALL.map((setting) => SETTINGS[setting][0]);

/**
 * Thrown for an invalid configuration. The message contains one line per invalid variable: its name, the problem and
 * the valid values.
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  constructor(readonly problems: string[]) {
    super(`The configuration is invalid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

/** Variables by name, like `process.env`. */
type Source = Record<string, string | undefined>;

/**
 * Reads and validates the environment. Empty values count as unset. `NAME_FILE` is the path of a file with the value of
 * `NAME`.
 * @param settings the settings to read; all others are ignored, even if they are invalid or no longer exist
 * @throws ConfigurationError listing all invalid variables
 */
export function readEnv<Read extends Setting = Setting>(
  given: Source,
  settings: readonly Read[] = ALL as Read[],
): Pick<Env, Read> {
  const names: readonly string[] = settings.map((setting) => SETTINGS[setting][0]);
  const isRead = (name: string) =>
    names.includes(ESPLORA_NAMES.includes(name) ? ESPLORA_URL : name.replace(/_\d+$/, CHAIN_ID));
  const { source, problems } = readSecretFiles(given, isRead);
  for (const [name, value = ''] of Object.entries(source))
    if (isRead(name) && value.includes(PLACEHOLDER))
      problems.push(`${name}: contains a placeholder (${PLACEHOLDER}…); replace it by your own value`);
  if (settings.length === ALL.length)
    for (const [name, instead] of Object.entries(REMOVED))
      if (source[name]?.trim()) problems.push(`${name}: no longer exists; ${instead}`);
  const invalid = new Map<string, string>();
  const addProblem: AddProblem = (variable, problem) => {
    if (!invalid.has(variable)) invalid.set(variable, `${variable}: ${problem}`);
  };
  const env: Partial<Record<Setting, unknown>> = {};
  for (const setting of settings) {
    const [name, schema] = SETTINGS[setting];
    const { success, data, error } = z.safeParse(schema, readVariable(source, name));
    if (success) env[setting] = data;
    // The path has the name of a variable for a chain or network, or the index in a list.
    for (const { path, message } of error?.issues ?? [])
      addProblem(typeof path[0] === 'string' ? path[0] : name, message);
  }
  for (const [one, other] of [
    ['PROJECT_SERVER_KEY', 'PROJECT_ID'],
    ['PROJECT_ID', 'PROJECT_SERVER_KEY'],
  ] as const)
    if (isRead(one) && !source[one]?.trim() && source[other]?.trim())
      addProblem(one, `missing; set it together with ${other}, or set neither`);
  const areValid = (...needed: Setting[]) => needed.every((setting) => setting in env);
  if (areValid(...CHAIN_OPTIONS, 'solanaRpcUrls', 'sampleNetwork')) checkNodes(env as Env, addProblem);
  if (areValid('evmChains', 'evmRpcUrls', 'sampleNetwork')) checkDerivation(env as Env, addProblem);
  if (problems.length + invalid.size > 0) throw new ConfigurationError([...problems, ...invalid.values()]);
  return env as Pick<Env, Read>;
}

/**
 * Returns the value of a variable or, for a setting with a variable for each chain or network, the values by name.
 * Unset and blank variables count as undefined.
 */
function readVariable(source: Source, name: string): string | undefined | Record<string, string> {
  const textOf = (at: string) => source[at]?.trim() || undefined;
  if (name !== ESPLORA_URL && !name.endsWith(CHAIN_ID)) return textOf(name);
  const prefix = name.replace(CHAIN_ID, '');
  return Object.fromEntries(
    Object.keys(source).flatMap((at) => {
      const value = at.startsWith(prefix) ? textOf(at) : undefined;
      return value === undefined ? [] : [[at, value]];
    }),
  );
}

const SUFFIX = '_FILE';
/** Maximum size of a file, in bytes; much larger than the longest setting, a list of endpoints. */
const MAX_BYTES = 64 * 1024;

/**
 * Reads the values of variables that are given as files: `NAME_FILE` is the path of a file with the value of `NAME`.
 * Container platforms mount secrets as files.
 * @param isVariable whether a name is a variable of the configuration
 * @returns the variables, with each `NAME_FILE` replaced by `NAME`, and one line per problem. Keeps unknown names that
 * end with `_FILE`, so that the caller can report misspelled ones.
 */
function readSecretFiles(
  source: Source,
  isVariable: (name: string) => boolean,
): { source: Source; problems: string[] } {
  const values = { ...source };
  const problems: string[] = [];
  for (const [fileName, path = ''] of Object.entries(source)) {
    const name = fileName.slice(0, -SUFFIX.length);
    if (!fileName.endsWith(SUFFIX) || !isVariable(name)) continue;
    delete values[fileName];
    if (path.trim() === '') continue;
    if (source[name]?.trim()) {
      problems.push(`${fileName}: ${name} is also set; set only one of them`);
      continue;
    }
    try {
      values[name] = readSmallFile(fromRoot(path.trim()));
    } catch (error) {
      problems.push(`${fileName}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { source: values, problems };
}

function readSmallFile(path: string): string {
  const buffer = Buffer.alloc(MAX_BYTES + 1);
  const file = openSync(path, 'r');
  try {
    const length = readSync(file, buffer);
    if (length > MAX_BYTES) throw new Error(`the file is larger than ${MAX_BYTES} bytes`);
    const text = buffer.toString('utf8', 0, length).trim();
    if (text === '') throw new Error('the file is empty');
    return text;
  } finally {
    closeSync(file);
  }
}
