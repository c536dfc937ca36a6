import { isUpstreamUnavailable } from '@/lib/errors';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { BatchCall, Transport, UpstreamOutcome } from './transport-type';
import { deadlineExceeded, isTransientError, isUpstreamCallError } from './upstream-errors';

/**
 * Completes the outcomes of a batch. Resends calls that got no response or a transient error as single calls.
 * @param batched outcomes by index; empty if no batch was sent
 * @throws UpstreamUnavailableError when the signal is aborted; any error that did not come from an upstream
 */
export function completeBatch(
  transport: Transport,
  calls: readonly BatchCall[],
  batched: readonly (UpstreamOutcome | undefined)[],
  scope: RequestScope,
): Promise<UpstreamOutcome[]> {
  return Promise.all(
    calls.map(async ({ method, params }, i) => {
      const known = batched[i];
      if (known !== undefined && !isPassing(known, method)) return known;
      try {
        return { result: await transport(method, params, scope) };
      } catch (thrown) {
        if (scope.signal.aborted) throw deadlineExceeded(scope.signal, thrown);
        if (isUpstreamCallError(thrown) || isUpstreamUnavailable(thrown)) return { error: thrown };
        throw thrown;
      }
    }),
  );
}

const isPassing = (outcome: UpstreamOutcome, method: string): boolean =>
  'error' in outcome && isUpstreamCallError(outcome.error) && isTransientError(outcome.error, method);
