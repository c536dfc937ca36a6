import * as z from 'zod/mini';
import { fromRoot } from '@/lib/server/internal-env';

// Schemas for variables. Each parses trimmed, non-empty text. Error messages describe the valid values.

/**
 * Formats the given value for an error message. Omits values that contain `://` or `@`: they may
 * include a key or a password.
 */
function given({ input }: { input?: unknown }): string {
  const value = String(input);
  return /:\/\/|@/.test(value)
    ? ''
    : `, got ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
}

/** Schema for a string that passes a test; `expected` describes valid values. */
function plainText(test: (value: string) => boolean, expected: string) {
  return z.string().check(z.refine(test, { error: (issue) => `expected ${expected}${given(issue)}` }));
}

/** Schema for a decimal integer within bounds. */
export function integer(least: number, most: number) {
  const isInRange = (value: string) =>
    /^\d{1,16}$/.test(value) && Number(value) >= least && Number(value) <= most;
  return z.pipe(plainText(isInRange, `an integer from ${least} to ${most}`), z.transform(Number));
}

/** Schema for the path of a file or folder. A relative path is relative to the project. */
export const path = z.pipe(
  z.string(),
  z.transform((value: string) => fromRoot(value)),
);

/** Schema for an HTTP URL, or the path of a file. A relative path is relative to the project. */
export const urlOrPath = z.pipe(
  z.string(),
  z.transform((value: string) => (/^https?:\/\//i.test(value) ? value : fromRoot(value))),
);

/** Schema for a chain id: a positive integer. */
export const chainId = integer(1, Number.MAX_SAFE_INTEGER);

/** Schema for a boolean: true/false, on/off, 1/0 or yes/no. */
export const onOff = z.stringbool({
  truthy: ['true', 'on', '1', 'yes'],
  falsy: ['false', 'off', '0', 'no'],
  error: (issue) => `expected true or false (on or off)${given(issue)}`,
});

/** Schema for one of the given words, case-insensitive. */
export function oneOf<const Words extends readonly string[]>(words: Words) {
  return z.pipe(
    z.string().check(z.toLowerCase()),
    z.enum(words, { error: (issue) => `expected one of ${words.join(', ')}${given(issue)}` }),
  );
}

/**
 * Schema for a URL with one of the given schemes, such as `http`. Keeps the text unchanged. Error messages omit the
 * value, which may include a password.
 */
export const url = (...schemes: readonly string[]) => z.string().check(beginsWith(schemes), isValidUrl);

/** Returns the host and port of a URL, which need not be valid. */
const hostOf = (url: string): string => (url.split(/[/?#]/)[2] ?? '').split('@').at(-1) ?? '';

const beginsWith = (schemes: readonly string[]) =>
  z.refine<string>(
    (value) => schemes.some((scheme) => value.toLowerCase().startsWith(`${scheme}://`)),
    `expected a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  );

const isValidUrl = z.refine<string>(
  (value) => URL.canParse(value) && !value.endsWith('://'),
  'not a valid URL; check its host and port, and encode special characters of a password (%2F for /)',
);

/** Schema for the URL of a Postgres server. Only one host is supported. */
export const postgresUrl = z.string().check(
  beginsWith(['postgres', 'postgresql']),
  z.refine((value) => !hostOf(value).includes(','), 'expected one host, got several'),
  isValidUrl,
);

/** Schema for a project's id. Error messages omit the value, because it may include the key after a colon. */
export const projectId = z
  .string()
  .check(
    z.refine(
      (value) => !/[:\s]/.test(value) && value.length <= 200,
      'expected up to 200 characters without a colon or a space',
    ),
  );

/** Minimum length of a server key in characters. Shorter keys would be too easy to guess. */
const LEAST_KEY_LENGTH = 24;

/** Schema for a project's server key. Error messages omit the value. */
export const serverKey = z.string().check(
  z.refine((key) => [...key].length >= LEAST_KEY_LENGTH, {
    error: ({ input }) =>
      `a server key must have at least ${LEAST_KEY_LENGTH} characters, this one has ${[...String(input)].length}; generate one with: openssl rand -base64 32`,
  }),
);

const LEAST_TOKEN_LENGTH = 16;

/** Schema for the bearer token of `/metrics`. Error messages omit the value. */
export const metricsToken = z
  .string()
  .check(
    z.refine(
      (token) => token.length >= LEAST_TOKEN_LENGTH && !/\s/.test(token),
      `expected at least ${LEAST_TOKEN_LENGTH} characters without a space; generate one with: openssl rand -base64 32`,
    ),
  );

/** Schema for a lower-case `host:port`. The host is a name, an IPv4 address or an IPv6 address in brackets. */
export const hostPort = plainText((value) => {
  const [, port = ''] = /^(?:\[[0-9a-f:]+\]|[a-z0-9.-]+):(\d{1,5})$/i.exec(value) ?? [];
  return Number(port) >= 1 && Number(port) <= 65535;
}, 'host:port').check(z.toLowerCase());

/** Schema for a lower-case host name. A name with a dot may start with `*.`. */
export const hostPattern = plainText(
  (value) => /^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i.test(value) && value !== '*',
  'a host name without scheme and port, such as satchel.example or *.example.org',
).check(z.toLowerCase());

/**
 * Schema for a non-empty list of comma-separated values, in order. Drops spaces, empty items and duplicates.
 * @param what name for an item in error messages, such as `chain id`
 */
export function list<Item>(item: z.ZodMiniType<Item, string>, what: string) {
  const split = (value: string) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  const items = z.array(item).check(z.minLength(1, `expected one ${what} or several, separated by commas`));
  return z.pipe(
    z.pipe(z.pipe(z.string(), z.transform(split)), items),
    z.transform((values) => [...new Set(values)]),
  );
}

/** Schema for the endpoints of one upstream, in the order in which they are tried. */
export const urlList = list(url('http', 'https'), 'URL');

/** Schema for a list of URLs, or `off` for an empty list. */
const urlListOrOff = z.pipe(
  list(
    plainText(
      (value) => value === 'off' || url('http', 'https').safeParse(value).success,
      'http:// or https:// URLs, or off',
    ),
    'URL',
  ).check(
    z.refine((values) => values.length === 1 || !values.includes('off'), 'expected either URLs or off'),
  ),
  z.transform((values: string[]) => (values[0] === 'off' ? [] : values)),
);

/**
 * Schema for lists of URLs by chain id, from one variable per chain, such as `EVM_RPC_URL_1`.
 * @param prefix the variables' names up to the chain id: `EVM_RPC_URL`
 * @param exampleChain a chain id for the example in error messages
 */
export const urlsByChain = (prefix: string, exampleChain: number) => byChain(prefix, exampleChain, urlList);

/** Schema for values by chain id, from variables whose names end with `_<chainId>`. */
export function byChain<Value>(prefix: string, exampleChain: number, value: z.ZodMiniType<Value, unknown>) {
  const chainOf = (variable: string) => Number(/^_([1-9]\d{0,15})$/.exec(variable.slice(prefix.length))?.[1]);
  const name = z.string().check(z.refine((variable) => Number.isSafeInteger(chainOf(variable))));
  const error = ({ code }: { code?: string }) =>
    code === 'invalid_key'
      ? `the variable name must end with a chain id, such as ${prefix}_${exampleChain}`
      : undefined;
  return z.pipe(
    z.record(name, value, { error }),
    z.transform(
      (byVariable) =>
        new Map(Object.entries(byVariable).map(([variable, each]) => [chainOf(variable), each])),
    ),
  );
}

/**
 * Schema for the Esplora servers by the variable that sets them, one for each Bitcoin network. An empty list (`off`)
 * disables the queries. The default is a public server. If regtest's list is undefined, the sample network's server
 * replaces it, unless the sample network is disabled.
 */
export const esploraUrls = z.object({
  BITCOIN_ESPLORA_URL: z._default(urlListOrOff, ['https://blockstream.info/api']),
  BITCOIN_ESPLORA_URL_TESTNET: z._default(urlListOrOff, ['https://blockstream.info/testnet/api']),
  BITCOIN_ESPLORA_URL_SIGNET: z._default(urlListOrOff, ['https://mempool.space/signet/api']),
  BITCOIN_ESPLORA_URL_REGTEST: z.optional(urlListOrOff),
});

/** Names of the variables for Esplora servers. Together they are one setting, `BITCOIN_ESPLORA_URL`. */
export const ESPLORA_NAMES: readonly string[] = Object.keys(esploraUrls.shape);
