import 'server-only';
import type { BodyAnswer, CallOutcome } from '@/lib/rpc/request-context';
import { RPC_ERRORS, type RpcErrorName } from '@/lib/rpc/rpc-errors';
import { readTraceContext, type TraceContext } from '@/lib/trace/trace-context';
import type { HttpAnswer } from '../http/rpc-request';
import type { Log } from './log';
import type { Metrics } from './metrics';
import type { refusalLog } from './refusal-log';

/** Counts and logs calls. */
export class CallRecorder {
  /**
   * @param usage counter of calls and charged work units by project
   */
  constructor(
    private readonly log: Log,
    private readonly metrics: Metrics,
    private readonly usage: { count: (projectId: string, method: string, units: number) => void },
  ) {}

  /**
   * Counts and logs the calls of a body.
   * @param projectId undefined for a visitor of the dashboard
   */
  answered(
    { calls, error }: BodyAnswer,
    projectId: string | undefined,
    trace: TraceContext | undefined,
  ): void {
    if (calls.length === 0) this.measure({ method: 'unknown', ms: 0, error });
    for (const call of calls) {
      this.measure(call);
      if (projectId !== undefined) this.usage.count(projectId, call.method, call.units);
      if (call.cause !== undefined) this.logFault(call, trace);
    }
  }

  /** Counts a request that was rejected before its body was parsed as JSON-RPC. */
  refused(error: RpcErrorName): void {
    this.metrics.refusals.inc({ status: RPC_ERRORS[error].http });
  }

  private measure({
    method,
    ms,
    error,
    cache,
  }: Pick<CallOutcome, 'method' | 'ms' | 'error' | 'cache'>): void {
    const { calls, errors, callDuration, cache: caches } = this.metrics;
    calls.inc({ method, code: error === undefined ? 0 : RPC_ERRORS[error].code });
    if (error !== undefined) errors.inc({ error });
    callDuration.observe({ method }, ms / 1000);
    if (cache !== undefined) caches.inc({ cache: 'response', result: cache });
  }

  private logFault({ method, chainId, error, cause }: CallOutcome, trace: TraceContext | undefined): void {
    const level = error === 'internalError' ? 'error' : 'warn';
    this.log[level](
      { method, chainId, traceId: trace?.traceId, err: cause },
      `JSON-RPC call failed: ${error}`,
    );
  }
}

/**
 * Creates a function that logs requests: rejected ones at level `info` with a limited rate, all others only at `debug`,
 * to keep the log short. `startedAt` is a `performance.now()` time.
 */
export function requestLogger(log: Log, refusals: ReturnType<typeof refusalLog>) {
  const logsDebug = log.isLevelEnabled('debug');
  return (
    requestId: string,
    route: string,
    { status, refused }: Pick<HttpAnswer, 'status' | 'refused'>,
    startedAt: number,
    traceparent: string | undefined,
  ): void => {
    if (refused === undefined && !logsDebug) return;
    const ms = Math.round((performance.now() - startedAt) * 1000) / 1000;
    const fields = { requestId, traceId: traceIdOf(traceparent), route, status, ms };
    if (refused === undefined) log.debug(fields, 'JSON-RPC request answered');
    else refusals.write(refused.reason, fields, refused.cause);
  };
}

/** Returns the trace id of a valid `traceparent`; undefined otherwise. */
export const traceIdOf = (traceparent: string | undefined): string | undefined =>
  readTraceContext(traceparent, () => undefined)?.traceId;
