import 'server-only';
import type { CallOutcome } from '@/lib/rpc/request-context';
import { upstreamAttemptOf } from '@/lib/sources/transport/upstream-errors';
import { readTraceContext } from '@/lib/trace/trace-context';
import type { Log } from './log';

/** A request, for its log line. */
export type LoggedRequest = {
  requestId: string;
  route: string;
  /** When the request started, as a `performance.now()` time. */
  startedAt: number;
  traceparent: string | undefined;
  /** Returns the caller's address. */
  address: () => string;
  /** Whether the caller disconnected before the response. */
  isDisconnected?: boolean;
};

/** What a log line contains of the response. */
export type LoggedResponse = {
  status: number;
  /** Why the request was rejected; `cause` is set if it is not the caller's fault. */
  refused?: { reason: string; cause?: unknown } | undefined;
  /** Set if the request was authenticated. */
  logged?:
    | { project: string | undefined; traceId: string | undefined; calls: readonly CallOutcome[] }
    | undefined;
};

/** A failure of a request or of one of its calls. */
type Failure = Partial<Pick<CallOutcome, 'method' | 'chainId' | 'ms' | 'cause'>> & { reason: string };

/**
 * Logs failed requests and calls, each with everything that explains it in one line. In each second, logs the first of
 * equal failures (reason, project, method, chain) with its fields, then the number of further ones. At level `debug`,
 * logs every request. Failures that only the caller can fix, with HTTP status 200, are not logged.
 */
export function requestLog(log: Log) {
  const logsEach = log.isLevelEnabled('debug');
  /** Number of failures in this second after the first one, by what makes them equal. */
  const further = new Map<string, { fields: object; count: number }>();
  let timer: NodeJS.Timeout | undefined;

  /** Logs the counts at the end of a second. */
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const { fields, count } of further.values())
      if (count > 0) log.info({ ...fields, count }, 'more requests failed');
    further.clear();
  }

  /** Counts a failure. Returns whether it must be logged with all of its fields. */
  function isFirst(fields: object): boolean {
    if (logsEach) return true;
    const key = JSON.stringify(fields);
    const known = further.get(key);
    if (known !== undefined) known.count += 1;
    else further.set(key, { fields, count: 0 });
    timer ??= setTimeout(flush, 1_000).unref();
    return known === undefined;
  }

  /** Logs the response to a request, if it failed or the level is `debug`. */
  function write(request: LoggedRequest, { status, refused, logged }: LoggedResponse): void {
    const failures = failuresOf(refused, logged?.calls ?? []);
    if (failures.length === 0 && !logsEach) return;
    const project = logged?.project;
    const fieldsOf = (ms: number) => ({
      requestId: request.requestId,
      traceId: logged?.traceId ?? traceIdOf(request.traceparent),
      address: request.address(),
      route: request.route,
      status: request.isDisconnected ? 'disconnected' : status,
      ms: Math.round(ms * 1000) / 1000,
    });
    const requestMs = performance.now() - request.startedAt;
    if (failures.length === 0) log.debug({ ...fieldsOf(requestMs), project }, 'request answered');
    for (const { reason, method, chainId, ms = requestMs, cause } of failures) {
      const equal = { reason, project, method, chainId };
      if (!isFirst(equal)) continue;
      const level = reason === 'internal-error' ? 'error' : cause === undefined ? 'info' : 'warn';
      const fields = { ...fieldsOf(ms), ...equal, ...upstreamAttemptOf(cause) };
      log[level](cause === undefined ? fields : { ...fields, err: cause }, `request failed: ${reason}`);
    }
  }

  return { write, flush };
}

/** Returns the failed calls of a request, or the reason for which the whole request was rejected. */
function failuresOf(refused: LoggedResponse['refused'], calls: readonly CallOutcome[]): Failure[] {
  const failures = calls.flatMap(({ reason, ...call }) =>
    reason !== undefined && (refused !== undefined || call.cause !== undefined) ? { ...call, reason } : [],
  );
  return failures.length === 0 && refused !== undefined ? [refused] : failures;
}

/** Returns the trace id of a valid `traceparent`; undefined otherwise. */
const traceIdOf = (traceparent: string | undefined): string | undefined =>
  readTraceContext(traceparent, () => undefined)?.traceId;
