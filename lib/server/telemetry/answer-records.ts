import 'server-only';
import { RPC_ERRORS, type RpcErrorName } from '@/lib/rpc/errors';
import type { OnAnswer, Registry } from '@/lib/rpc/request-context';
import { readTraceContext } from '@/lib/trace/trace-context';
import type { HttpAnswer } from '../http/rpc-request';
import type { Log } from './log';
import type { Metrics } from './metrics';
import type { refusalLog } from './refusal-log';

/** What is counted and logged of each call that was answered: its method by our own name for it, error and time. */
export function answerRecorder(log: Log, metrics: Metrics, registry: Registry): OnAnswer {
  const labels = methodLabels(registry);
  return ({ method, chainId, error, cause, trace, ms }) => {
    const name = labels.get(method) ?? 'unknown';
    metrics.calls.inc({ method: name, code: error === undefined ? 0 : RPC_ERRORS[error].code });
    metrics.callDuration.observe({ method: name }, ms / 1000);
    if (cause === undefined) return;
    const level = error === 'internalError' ? 'error' : 'warn';
    log[level]({ method: name, chainId, traceId: trace?.traceId, err: cause }, `a call failed: ${error}`);
  };
}

/** Called for each request that was refused before its body was read as JSON-RPC. */
export type OnRefusal = (error: RpcErrorName) => void;

/** Counts what was refused. */
export const refusalCounter =
  (metrics: Metrics): OnRefusal =>
  (error) =>
    metrics.refusals.inc({ status: RPC_ERRORS[error].http });

/**
 * Logs an answered request: a refused one at info, in bounded number, any other at debug only, since a line for each
 * would flood the log. `startedAt` is of `performance.now()`.
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
    if (refused === undefined) log.debug(fields, 'answered');
    else refusals.write(refused.reason, fields, refused.cause);
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
