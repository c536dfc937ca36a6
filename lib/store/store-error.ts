import { UpstreamUnavailableError } from '@/lib/errors';

/** Creates the error for callers if the store cannot be read or written. The cause is only logged. */
export function storeUnavailable(cause: unknown): UpstreamUnavailableError {
  return new UpstreamUnavailableError(
    'store-unavailable',
    'The store is unavailable; try again in 1 s',
    { retryAfterSeconds: 1 },
    cause,
  );
}

/**
 * Waits for `work` and converts its errors.
 * @throws UpstreamUnavailableError (`store-unavailable`) if `work` fails
 */
export async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw storeUnavailable(cause);
  }
}
