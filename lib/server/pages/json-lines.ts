import 'server-only';
import { linkedSignal } from '@/lib/promises/request-scope';

/**
 * Creates a streamed response of JSON lines.
 * @param make produces the values of the lines; its signal is aborted when the client disconnects
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
      // Use `text/*`: it is the only media type for JSON lines that Next compresses, and it flushes each line.
      'Content-Type': 'text/x-ndjson; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      // Prevent a proxy in front from buffering the lines.
      'X-Accel-Buffering': 'no',
    },
  });
}
