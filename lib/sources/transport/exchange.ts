import type { Dispatcher } from 'undici';
import { linkedSignal } from '@/lib/promises/linked-signal';
import type { MemoryReservation } from '@/lib/promises/memory-reservation';
import { readBoundedBody } from '@/lib/sources/bounded-body';
import { requestUpstream, type UpstreamRequest } from '@/lib/sources/transport/request-upstream';
import { failureOfStatus } from './http-headers';
import { EndpointFault } from './upstream-errors';

/** Limits of one HTTP exchange. */
export type ExchangeBounds = {
  /** Aborts the exchange. */
  signal: AbortSignal;
  /** Timeout from sending the request to the last byte of the response. */
  timeoutMs: number;
  /** Timeout for the response headers; undefined means `timeoutMs`. */
  firstByteMs: number | undefined;
  /** Maximum size of the body in bytes, both as sent and after decompression. */
  maxBytes: number;
  /** Reserves memory for the body while it arrives. */
  held: MemoryReservation;
};

/**
 * Sends a request and reads the complete response. Follows redirects as `requestUpstream` does.
 * @throws EndpointFault, UpstreamCallError 413, BodyError, OverloadedError, the signal's reason, undici's errors
 */
export async function exchange(
  agent: Dispatcher,
  request: UpstreamRequest,
  { signal, timeoutMs, firstByteMs = timeoutMs, maxBytes, held }: ExchangeBounds,
): Promise<{ status: number; bytes: Buffer }> {
  const attempt = linkedSignal(signal);
  const abortAfter = (ms: number, kind: 'transient' | 'silent') =>
    setTimeout(() => attempt.abort(new EndpointFault('timeout', kind)), ms);
  const totalTimer = abortAfter(timeoutMs, 'transient');
  const firstByteTimer = firstByteMs < timeoutMs ? abortAfter(firstByteMs, 'silent') : undefined;
  try {
    const { statusCode, headers, body } = await requestUpstream(agent, {
      ...request,
      signal: attempt.signal,
    });
    clearTimeout(firstByteTimer);
    const failure = failureOfStatus(statusCode, headers['retry-after']);
    if (failure !== undefined) {
      // Discard the body so that the connection can be reused.
      await body.dump();
      throw failure;
    }
    return {
      status: statusCode,
      bytes: await readBoundedBody(body, headers['content-encoding'], maxBytes, held),
    };
  } finally {
    clearTimeout(totalTimer);
    clearTimeout(firstByteTimer);
    attempt.clear();
  }
}
