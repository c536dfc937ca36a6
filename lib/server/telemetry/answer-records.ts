import 'server-only';
import type { BodyResponse, CallOutcome } from '@/lib/rpc/request-context';
import { RPC_ERRORS, type RpcErrorName } from '@/lib/rpc/rpc-errors';
import type { Metrics } from './metrics';

/** Counts calls. */
export class CallRecorder {
  /**
   * @param usage counter of calls and charged work units by project
   */
  constructor(
    private readonly metrics: Metrics,
    private readonly usage: { count: (projectId: string, method: string, units: number) => void },
  ) {}

  /**
   * Counts the calls of a body.
   * @param projectId undefined for a visitor of the dashboard
   */
  answered({ calls, error }: BodyResponse, projectId: string | undefined): void {
    if (calls.length === 0) this.measure({ method: 'unknown', ms: 0, error });
    for (const call of calls) {
      this.measure(call);
      if (projectId !== undefined) this.usage.count(projectId, call.method, call.units);
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
}
