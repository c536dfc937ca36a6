import 'server-only';
import { linkedSignal } from '@/lib/promises/linked-signal';

/**
 * An answer of JSON lines, each sent as soon as it is made.
 * @param make the lines' values; its signal is aborted when the reader goes away
 */
export function ndjson(request: Request, make: (gone: AbortSignal) => AsyncIterable<unknown>): Response {
  const reader = linkedSignal(request.signal);
  const values = make(reader.signal)[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await values.next();
        if (done) {
          reader.clear();
          controller.close();
        } else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
      } catch (error) {
        if (!reader.signal.aborted) controller.error(error);
        reader.clear();
      }
    },
    async cancel() {
      reader.abort();
      await values.return?.();
    },
  });
  return new Response(body, {
    headers: {
      // Of the names that JSON lines go by, Next compresses `text/*` alone; it flushes each line as it does.
      'Content-Type': 'text/x-ndjson; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      // A proxy in front must not gather the lines.
      'X-Accel-Buffering': 'no',
    },
  });
}
