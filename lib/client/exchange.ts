import { parseExactJson } from '../json/exact-parse';
import { clientError } from './satchel-error';
import type { Settings } from './settings';

/** An HTTP response whose JSON is parsed without loss of precision. `retryAfterMs` is the delay in `Retry-After`. */
export type ServiceResponse = Awaited<ReturnType<typeof postOnce>>;

/**
 * Sends one POST request and reads the response.
 * @throws SatchelError `network-error`, `answer-over-limit`, `malformed-answer`; the signal's reason if it is
 * aborted
 */
export async function postOnce(
  settings: Settings,
  group: string,
  body: string,
  signal: AbortSignal,
): Promise<{ status: number; retryAfterMs: number | undefined; value: unknown }> {
  const { headers, maxAnswerBytes } = settings;
  const { response, bytes } = await orNetworkError(signal, async () => {
    // Following a redirect would send the credentials elsewhere.
    const init: RequestInit = { method: 'POST', headers, body, signal, redirect: 'manual' };
    const response = await settings.fetch(settings.urlOf(group), init);
    return { response, bytes: await readBytes(response, maxAnswerBytes) };
  });
  const { status } = response;
  if (bytes === undefined)
    throw clientError(
      'answer-over-limit',
      `The response is longer than ${maxAnswerBytes} bytes (maxAnswerBytes)`,
      {
        httpStatus: status,
      },
    );
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'));
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { status, retryAfterMs, value: parseExactJson(text) };
  } catch (cause) {
    // An overloaded proxy may send an HTML page instead of JSON.
    if (status === 429 || status === 503) return { status, retryAfterMs, value: undefined };
    const hint =
      status === 404 ? '. If this is your app’s page, add the proxy that the package’s README describes' : '';
    throw clientError('malformed-answer', `The response is not JSON in UTF-8 (HTTP ${status})${hint}`, {
      httpStatus: status,
      cause,
    });
  }
}

async function orNetworkError<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    throw clientError('network-error', 'The service could not be reached, or the connection was lost', {
      cause,
    });
  }
}

/** Reads the body of a response. Stops and returns undefined if the body exceeds `maxBytes`. */
async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array | undefined> {
  const reader = response.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > maxBytes) {
      void reader.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Parses a `Retry-After` header: seconds or a date (RFC 9110 §10.2.3). Returns ms from now. */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
