import { UpstreamUnavailableError } from '@/lib/errors';

/** A store that cannot be read or written, as a caller may see it; the cause is for the log. */
export function storeUnavailable(cause: unknown): UpstreamUnavailableError {
  return new UpstreamUnavailableError(
    'store-unavailable',
    'The record of look-ups is unavailable; try again in 1 s',
    { retryAfterSeconds: 1 },
    cause,
  );
}
