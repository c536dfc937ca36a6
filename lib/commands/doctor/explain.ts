import { UnusableSettingError } from '@/lib/errors';
import { loggedError } from '@/lib/server/telemetry/logged-error';
import { GuardedFetchError } from '@/lib/sources/documents/guarded-fetch-error';
import { EndpointFault, isUpstreamCallError } from '@/lib/sources/transport/upstream-errors';

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
  if (thrown instanceof UnusableSettingError) return thrown.message.replace(/^[A-Z_]+: /, '');
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
