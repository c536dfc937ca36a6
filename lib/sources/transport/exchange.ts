import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { HeldBytes } from '@/lib/promises/held-bytes';
import { EndpointFault } from './upstream-errors';

/** What one exchange may take. */
export type ExchangeBounds = {
  /** Ends it. */
  signal: AbortSignal;
  /** Longest it may take, from sending to the last byte. */
  timeoutMs: number;
  /** Longest wait for the first byte; undefined for `timeoutMs`. */
  silenceMs: number | undefined;
  maxBytes: number;
  /** Counts the bytes while they come. */
  held: HeldBytes;
};

/** An answer as it was sent. */
export type SentAnswer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer };

/**
 * Sends a request and reads its answer whole. `dispatch` rather than `request` of undici: the stream that this puts
 * around an answer takes longer than a small answer itself.
 * @throws EndpointFault after `timeoutMs`, `silenceMs` or `maxBytes`; OverloadedError when there is no room for the answer; the
 * signal's reason; what undici says of the connection
 */
export function exchange(
  pool: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { signal, timeoutMs, silenceMs, maxBytes, held }: ExchangeBounds,
): Promise<SentAnswer> {
  return new Promise((resolve, reject) => {
    const answer: SentAnswer = { status: 0, headers: {}, bytes: Buffer.alloc(0) };
    const chunks: Buffer[] = [];
    let size = 0;
    let connection: Dispatcher.DispatchController | undefined;
    let room: Promise<void> | undefined;
    let failure: unknown;
    const end = () => {
      clearTimeout(timer);
      clearTimeout(silence);
      signal.removeEventListener('abort', onAbort);
    };
    const fail = (thrown: unknown) => {
      if (failure !== undefined) return;
      failure = thrown;
      end();
      connection?.abort(thrown as Error);
      // What is still asked for is counted before the caller gives everything back.
      if (room === undefined) reject(thrown);
      else room.catch(() => undefined).then(() => reject(thrown));
    };
    const onAbort = () => fail(signal.reason);
    const timer = setTimeout(() => fail(new EndpointFault('timeout', 'transient')), timeoutMs);
    const silence =
      silenceMs === undefined
        ? undefined
        : setTimeout(() => fail(new EndpointFault('timeout', 'silent')), silenceMs);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) return onAbort();
    pool.dispatch(request, {
      onRequestStart: (controller) => {
        connection = controller;
        if (failure !== undefined) controller.abort(failure as Error);
      },
      onResponseStart: (_, status, headers) => {
        if (status < 200) return;
        answer.status = status;
        answer.headers = headers;
        clearTimeout(silence);
      },
      onResponseData: (controller, chunk) => {
        size += chunk.length;
        if (size > maxBytes) return fail(new EndpointFault('too-large', 'refused'));
        chunks.push(chunk);
        room = held.hold(size, maxBytes);
        if (room === undefined) return;
        controller.pause();
        room.then(() => controller.resume(), fail);
      },
      onResponseEnd: () => {
        end();
        answer.bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
        resolve(answer);
      },
      onResponseError: (_, error) => fail(error),
    });
  });
}
