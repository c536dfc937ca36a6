import { setMaxListeners } from 'node:events';
import { UnusableSettingError } from '@/lib/errors';
import { abortable, linkedSignal, type RequestScope, scopeOf } from '@/lib/promises/request-scope';
import { Semaphore } from '@/lib/promises/semaphore';
import { loggedError } from '@/lib/server/telemetry/logged-error';
import { GuardedFetchError } from '@/lib/sources/documents/guarded-fetch-error';
import { EndpointFault, isUpstreamCallError } from '@/lib/sources/transport/upstream-errors';

/** `warning`: an optional feature does not work; `failed`: the service does not work until this is fixed. */
export type CheckStatus = 'ok' | 'warning' | 'failed' | 'not set';

/** Result of a check. Contains no credentials, URL paths or query strings. */
export type Finding = {
  status: CheckStatus;
  found: string;
  /** The variable to set, with a description of the value; undefined if there is nothing to do. */
  set?: string | undefined;
};

export type Check = {
  /** What is checked, such as `Solana 101 api.mainnet-beta.solana.com`. */
  what: string;
  /** The status if the check throws or does not end in time. */
  otherwise: { status: CheckStatus; set?: string | undefined };
  run: (scope: RequestScope) => Promise<Finding>;
};

export type Result = { what: string } & Finding;

export const ok = (found: string): Finding => ({ status: 'ok', found });
export const warning = (found: string, set: string): Finding => ({ status: 'warning', found, set });
export const failed = (found: string, set: string): Finding => ({ status: 'failed', found, set });

/** Creates a check whose result is known. */
export const knownCheck = (what: string, finding: Finding): Check => ({
  what,
  otherwise: { status: finding.status, set: finding.set },
  run: async () => finding,
});

/** Maximum number of checks that run at the same time. */
const CONCURRENT = 8;
/** Maximum duration of a check, in ms. */
const CHECK_MS = 15_000;
/** Deadline of all checks together, in ms. */
const TOTAL_MS = 120_000;

/**
 * Runs all checks, a few at a time. Checks that are unfinished after `TOTAL_MS` get the status in `otherwise`.
 * @returns the results in the order of the checks
 */
export async function runChecks(checks: readonly Check[], signal: AbortSignal): Promise<Result[]> {
  const all = linkedSignal(signal, { timeoutMs: TOTAL_MS });
  setMaxListeners(0, all.signal);
  const places = new Semaphore(CONCURRENT);
  const runOne = async ({ what, run, otherwise }: Check): Promise<Result> => {
    const release = await places.acquire(all.signal).catch(() => () => undefined);
    const { signal, clear } = linkedSignal(all.signal, { timeoutMs: CHECK_MS });
    // The number of listeners is not limited, because all calls of a check listen to one signal.
    setMaxListeners(0, signal);
    try {
      signal.throwIfAborted();
      return { what, ...(await abortable(run(scopeOf(signal)), signal)) };
    } catch (thrown) {
      return { what, found: signal.aborted ? unfinished(signal) : explain(thrown), ...otherwise };
    } finally {
      clear();
      release();
    }
  };
  try {
    return await Promise.all(checks.map(runOne));
  } finally {
    all.clear();
  }
}

const unfinished = ({ reason }: AbortSignal) =>
  (reason as { name?: string } | undefined)?.name === 'TimeoutError' ? 'no answer in time' : 'interrupted';

/** Meanings of Node's error codes, for operators. */
const MEANINGS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  ENOTFOUND: 'the host name cannot be resolved',
  EAI_AGAIN: 'the host name cannot be resolved',
  ETIMEDOUT: 'no answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'no answer in time',
  ENOENT: 'the file does not exist',
  EACCES: 'no permission',
};

/** Meanings of an attempt's outcomes, except HTTP statuses. */
const OUTCOMES: Record<string, string> = {
  timeout: 'no answer in time',
  malformed: 'the answer is not JSON-RPC',
  reset: 'the connection failed',
  'too-large': 'the answer is too large',
  network: 'the connection failed',
  'port-not-allowed': 'its port is not allowed; see METADATA_ALLOW_HOSTS',
  'address-not-allowed': 'a private address; see METADATA_ALLOW_HOSTS',
};

/** Describes a failure in a few words, without addresses or credentials. */
export function explain(thrown: unknown): string {
  if (thrown instanceof UnusableSettingError) return thrown.problem;
  if (isUpstreamCallError(thrown)) return `error ${thrown.code}: ${loggedError(thrown).message.slice(0, 60)}`;
  const code = codeOf(thrown);
  const meaning = code === undefined ? undefined : MEANINGS[code];
  if (meaning !== undefined) return meaning;
  if (thrown instanceof EndpointFault) return outcomeText(thrown.outcome);
  if (thrown instanceof GuardedFetchError) return outcomeText(thrown.reason);
  return loggedError(thrown).message.slice(0, 120);
}

const outcomeText = (outcome: string) => OUTCOMES[outcome] ?? outcome.replace(/^http-/, 'HTTP ');

/** Returns the error code of an error or, if it has no code, of the first cause that has one. */
function codeOf(thrown: unknown): string | undefined {
  let error = thrown as { code?: unknown; cause?: unknown; errors?: unknown[] } | undefined;
  for (let depth = 0; error && depth < 5; depth++) {
    if (typeof error.code === 'string') return error.code;
    error = (error.cause ?? error.errors?.[0]) as typeof error;
  }
  return undefined;
}
