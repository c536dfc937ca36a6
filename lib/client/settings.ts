import { clientError } from './satchel-error';

/** Options of `createClient`. */
export type ClientOptions = {
  baseUrl?: string;
  projectId?: string;
  serverKey?: string;
  timeoutMs?: number;
  retries?: number;
  maxAnswerBytes?: number;
  fetch?: typeof fetch;
};

/** Validated options. `urlOf` returns the URL of a route, such as `http://localhost:3000/solana`. */
export type Settings = ReturnType<typeof readSettings>;

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_RETRIES = 3;
/** Maximum bytes of a response of the service. */
const DEFAULT_MAX_ANSWER_BYTES = 128 * 1024 * 1024;
/** The longest delay that a timer supports. */
const MAX_MS = 2 ** 31 - 1;

type Scope = { document?: unknown; location?: { origin?: string; protocol?: string } };

/**
 * Validates options and applies defaults.
 * @param scope the global object, to detect whether the client runs in a page
 * @throws SatchelError
 */
export function readSettings(options: ClientOptions, scope: Scope) {
  const page = originOfPage(scope);
  return {
    ...(page === undefined ? program(options) : inPage(options, page)),
    timeoutMs: validTimeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
    retries: integer('retries', options.retries ?? DEFAULT_RETRIES, 0, 100),
    maxAnswerBytes: integer(
      'maxAnswerBytes',
      options.maxAnswerBytes ?? DEFAULT_MAX_ANSWER_BYTES,
      1,
      Number.MAX_SAFE_INTEGER,
    ),
    // Wrapped, because the browser's `fetch` must not be called as a method of another object.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
  };
}

/** Validates the timeout of all calls or of one. @throws SatchelError */
export const validTimeout = (ms: number): number => integer('timeoutMs', ms, 1, MAX_MS);

/** Returns the origin of the page, or of a worker's page; undefined elsewhere. */
function originOfPage({ document, location }: Scope): string | undefined {
  if (document === undefined && !/^https?:$/.test(location?.protocol ?? '')) return undefined;
  return location?.origin ?? '';
}

function program({ baseUrl, projectId, serverKey }: ClientOptions) {
  if (!projectId || !serverKey)
    throw clientError('invalid-options', 'Outside of a page, createClient requires projectId and serverKey');
  if (projectId.includes(':')) throw clientError('invalid-options', 'projectId must not contain a colon');
  const base = readBaseUrl(baseUrl);
  return {
    urlOf: (group: string) => `${base}/${group}`,
    headers: { ...JSON_TYPE, Authorization: `Basic ${base64(`${projectId}:${serverKey}`)}` },
  };
}

/**
 * Reads settings for a page. Calls go to the dashboard's endpoint, which needs no key and accepts only requests from
 * pages of the same origin.
 */
function inPage({ baseUrl, projectId, serverKey }: ClientOptions, origin: string) {
  if (serverKey !== undefined || projectId !== undefined)
    throw clientError(
      'server-key-in-page',
      'Do not use a server key in a page: anyone who opens the page can read it. In a page, call createClient without projectId and serverKey; outside of Satchel’s own pages, add the proxy that the package’s README describes',
    );
  const base = readBaseUrl(baseUrl ?? origin);
  if (new URL(base).origin !== origin)
    throw clientError(
      'other-origin',
      `A page can only call the service at its origin (${origin}); call ${base} through a proxy on your server, which the package’s README describes`,
    );
  return { urlOf: (group: string) => `${base}/api/rpc/${group}`, headers: JSON_TYPE };
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

function readBaseUrl(text: string | undefined): string {
  if (typeof text !== 'string' || !URL.canParse(text))
    throw clientError('invalid-options', 'baseUrl must be a URL, such as http://localhost:3000');
  const { protocol, origin, pathname, username, password } = new URL(text);
  if ((protocol !== 'http:' && protocol !== 'https:') || username !== '' || password !== '')
    throw clientError('invalid-options', 'baseUrl must be an http or https URL without credentials');
  let end = pathname.length;
  while (pathname[end - 1] === '/') end--;
  return origin + pathname.slice(0, end);
}

function integer(name: string, value: number, least: number, most: number): number {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
  throw clientError('invalid-options', `${name} must be an integer from ${least} to ${most}`);
}

/** Encodes text as base64 of its UTF-8 bytes, in every runtime. */
const base64 = (text: string) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
