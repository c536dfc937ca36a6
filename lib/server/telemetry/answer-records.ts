import 'server-only';
import type { MethodGroup } from '@/lib/rpc/define-method';
import { RPC_ERRORS, type RpcErrorName } from '@/lib/rpc/errors';
import type { OnAnswer, Registry } from '@/lib/rpc/request-context';
import { readTraceContext } from '@/lib/trace/trace-context';
import type { Log } from './log';
import type { Metrics } from './metrics';

/** What is counted and logged of each call that was answered: its method by our own name for it, error and time. */
export function answerRecorder(log: Log, metrics: Metrics, registry: Registry): OnAnswer {
  const labels = methodLabels(registry);
  return ({ method, chainId, error, cause, trace, ms }) => {
    const name = labels.get(method) ?? 'unknown';
    metrics.calls.count(name, error === undefined ? 0 : RPC_ERRORS[error].code, ms);
    if (cause === undefined) return;
    const level = error === 'internalError' ? 'error' : 'warn';
    log[level]({ method: name, chainId, traceId: trace?.traceId, err: cause }, `a call failed: ${error}`);
  };
}

/** Told of each request that was refused before its body was read as JSON-RPC; `cause` where it is no fault of the caller. */
export type OnRefusal = (
  error: RpcErrorName,
  group: MethodGroup,
  traceparent: string | undefined,
  cause: unknown,
) => void;

/** Counts and logs what was refused. */
export function refusalRecorder(log: Log, metrics: Metrics): OnRefusal {
  return (error, group, traceparent, cause) => {
    const status = RPC_ERRORS[error].http;
    metrics.refusals.inc({ status });
    const fields = { group, status, traceId: traceIdOf(traceparent) };
    if (cause === undefined) log.info(fields, `a request was refused: ${error}`);
    else log.warn({ ...fields, err: cause }, `a request was refused: ${error}`);
  };
}

/**
 * A log line for each request. A successful one is logged at debug only: a line for each would flood the log.
 * `startedAt` is of `performance.now()`; the trace is read where a line is written alone.
 */
export function requestLogger(log: Log) {
  const logsDebug = log.isLevelEnabled('debug');
  return (
    requestId: string,
    route: string,
    status: number,
    startedAt: number,
    traceparent: string | undefined,
  ): void => {
    if (status < 400 && !logsDebug) return;
    const ms = Math.round((performance.now() - startedAt) * 1000) / 1000;
    const traceId = traceIdOf(traceparent);
    log[status < 400 ? 'debug' : 'info']({ requestId, traceId, route, status, ms }, 'answered');
  };
}

/** The trace id of a valid `traceparent`; a line without one has no such field. */
export const traceIdOf = (traceparent: string | undefined): string | undefined =>
  readTraceContext(traceparent, () => undefined)?.traceId;

/** Metric labels by the method a caller names. A caller may write any text there; a label is one of our names. */
function methodLabels(registry: Registry): Map<string, string> {
  const labels = new Map([['rpc.discover', 'rpc.discover']]);
  for (const group of ['solana', 'evm-chain'] as const) {
    for (const wireName of registry.names(group))
      labels.set(wireName, registry.find(group, wireName)?.name ?? wireName);
  }
  return labels;
}
