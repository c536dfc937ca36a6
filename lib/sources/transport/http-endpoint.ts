import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Pool } from 'undici';
import { parseUpstreamJson } from '@/lib/json/exact-parse';
import { FairSemaphore } from '@/lib/promises/fair-semaphore';
import { linkedSignal } from '@/lib/promises/linked-signal';
import { type Pace, Pacer } from '@/lib/promises/pacer';
import { circuitBreaker } from './circuit-breaker';
import type { CallParams } from './transport-type';
import { EndpointFault, UpstreamCallError } from './upstream-errors';

/** What the metrics hear of one attempt. `endpoint` is a label: never an address. */
export type UpstreamCall = { endpoint: string; method: string; outcome: string; ms: number };

export type EndpointOptions = {
  url: string;
  /** Name in metrics. */
  label: string;
  /** Calls in flight. */
  concurrency: number;
  /** Longest one attempt may take, from sending to the last byte. */
  timeoutMs: number;
  maxBytes: number;
  pace: Pace | undefined;
  onCall: ((call: UpstreamCall) => void) | undefined;
};

export type Endpoint = ReturnType<typeof httpEndpoint>;

const unzip = promisify(gunzip);
let lastId = 0;

/** One upstream address: its connections, its pace, its circuit breaker. */
export function httpEndpoint(options: EndpointOptions) {
  const { label, timeoutMs, maxBytes, onCall } = options;
  const url = new URL(options.url);
  const pool = new Pool(url.origin, { connections: options.concurrency, pipelining: 1 });
  const headers: Record<string, string> = { 'content-type': 'application/json', 'accept-encoding': 'gzip' };
  if (url.username !== '' || url.password !== '') {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  }
  const inFlight = new FairSemaphore(options.concurrency);
  const breaker = circuitBreaker();
  const pacer = options.pace === undefined ? undefined : new Pacer(options.pace);
  let limitedUntil = 0;

  async function exchange(method: string, params: CallParams, signal: AbortSignal): Promise<unknown> {
    lastId += 1;
    const id = lastId;
    const response = await pool.request({
      path: url.pathname + url.search,
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      signal,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      size += chunk.length;
      // Leaving the loop destroys the body and with it the connection.
      if (size > maxBytes) throw new EndpointFault('too-large', 'refused');
      chunks.push(chunk);
    }
    const status = response.statusCode;
    if (status === 413) throw new UpstreamCallError(413, 'Payload too large');
    if (status === 429)
      throw new EndpointFault('http-429', 'limited', retryAfterMs(response.headers['retry-after']));
    if (status >= 500 || status === 408) {
      throw new EndpointFault(`http-${status}`, 'transient', retryAfterMs(response.headers['retry-after']));
    }
    let body = Buffer.concat(chunks);
    if (response.headers['content-encoding'] === 'gzip')
      body = await unzip(body, { maxOutputLength: maxBytes });
    const text = body.toString('utf8');
    // Some providers send JSON-RPC errors under 400 and 403; without one the status itself is the news.
    const answer = readAnswer(text, id);
    if (answer !== undefined) {
      if ('error' in answer) throw answer.error;
      return answer.result;
    }
    if (status >= 400) throw new EndpointFault(`http-${status}`, 'refused');
    throw new EndpointFault('malformed', 'transient');
  }

  return {
    /** Milliseconds until this endpoint may be asked; 0 is now. */
    waitMs: () => Math.max(breaker.waitMs(), limitedUntil - Date.now(), 0),
    /** Whether a call could start at once: a hedge must not wait, nor use up a pace. */
    isIdle: () =>
      inFlight.free > 0 && pacer === undefined && breaker.waitMs() === 0 && limitedUntil <= Date.now(),
    close: () => pool.destroy(),
    call: async (
      method: string,
      params: CallParams,
      signal: AbortSignal,
      queueKey: object,
    ): Promise<unknown> => {
      await pacer?.waitForStart(method, signal, queueKey);
      const release = await inFlight.acquire(signal, queueKey);
      breaker.start();
      const attempt = linkedSignal(signal, { timeoutMs });
      const started = performance.now();
      let outcome = 'ok';
      try {
        const result = await exchange(method, params, attempt.signal);
        breaker.success();
        return result;
      } catch (thrown) {
        const fault = asFault(thrown, signal, attempt.signal);
        outcome =
          fault === undefined ? 'aborted' : fault instanceof UpstreamCallError ? 'rpc-error' : fault.outcome;
        if (fault instanceof UpstreamCallError) breaker.success();
        else if (fault?.kind === 'transient') breaker.fault();
        else breaker.neutral();
        if (fault instanceof EndpointFault && fault.retryAfterMs > 0) {
          limitedUntil = Math.max(limitedUntil, Date.now() + fault.retryAfterMs);
        }
        throw fault ?? thrown;
      } finally {
        attempt.clear();
        release();
        onCall?.({ endpoint: label, method, outcome, ms: performance.now() - started });
      }
    },
  };
}

/** What went wrong; undefined when the caller aborted. (`instanceof` is safe here: one module throws and catches.) */
function asFault(thrown: unknown, caller: AbortSignal, attempt: AbortSignal) {
  if (thrown instanceof UpstreamCallError || thrown instanceof EndpointFault) return thrown;
  if (caller.aborted) return undefined;
  if (attempt.aborted) return new EndpointFault('timeout', 'transient');
  const code = (thrown as { code?: unknown } | null)?.code;
  if (
    code === 'UND_ERR_HEADERS_TIMEOUT' ||
    code === 'UND_ERR_BODY_TIMEOUT' ||
    code === 'UND_ERR_CONNECT_TIMEOUT'
  ) {
    return new EndpointFault('timeout', 'transient', 0, thrown);
  }
  return new EndpointFault(code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'reset', 'transient', 0, thrown);
}

/** The answer to call `id`; undefined when the text is none (HTML, cut off, another id). */
function readAnswer(
  text: string,
  id: number,
): { result: unknown } | { error: UpstreamCallError } | undefined {
  let body: unknown;
  try {
    body = parseUpstreamJson(text);
  } catch {
    return undefined;
  }
  if (typeof body !== 'object' || body === null) return undefined;
  const { id: answered, error, result } = body as { id?: unknown; error?: unknown; result?: unknown };
  if (typeof error === 'object' && error !== null) {
    // An error may come with id null: then it was raised before ours was read.
    if (answered !== id && answered !== null && answered !== undefined) return undefined;
    const { code, message } = error as { code?: unknown; message?: unknown };
    return { error: new UpstreamCallError(typeof code === 'number' ? code : -32603, String(message ?? '')) };
  }
  return answered === id && result !== undefined ? { result } : undefined;
}

/** Longest pause that a Retry-After may ask for: past it, the call's own deadline is the better judge. */
const MAX_RETRY_AFTER_MS = 60_000;

/** A Retry-After header (seconds or a date) in milliseconds; 0 when there is none. */
function retryAfterMs(header: string | string[] | undefined): number {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined || text.trim() === '') return 0;
  const seconds = Number(text);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : 0;
}
