import type { FetchFault } from '@/lib/image-fault';
import { isBodyError } from '@/lib/sources/bounded-body';
import { isOverloaded } from '@/lib/sources/transport/upstream-errors';

/** Thrown if an untrusted URL is not fetched. */
export class GuardedFetchError extends Error {
  override readonly name = 'GuardedFetchError';
  constructor(
    readonly reason: FetchFault,
    cause?: unknown,
  ) {
    super(reason, { cause });
  }
}

/**
 * Converts any error thrown by a fetch to a GuardedFetchError.
 * @param caller the caller's signal
 * @param job signal of the fetch, which is aborted by the caller's signal or by the timeout
 */
export function asGuardedFetchError(
  thrown: unknown,
  caller: AbortSignal,
  job: AbortSignal,
): GuardedFetchError {
  if (thrown instanceof GuardedFetchError) return thrown;
  if (isBodyError(thrown)) return new GuardedFetchError(thrown.reason, thrown);
  if (isOverloaded(thrown)) return new GuardedFetchError('no-room', thrown);
  if (caller.aborted) return new GuardedFetchError('aborted', thrown);
  const code = String((thrown as { code?: unknown } | null)?.code ?? '');
  if (job.aborted || code.includes('TIMEOUT')) return new GuardedFetchError('timeout', thrown);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return new GuardedFetchError('headers-too-large', thrown);
  return new GuardedFetchError('network', thrown);
}
