import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { decodePercent } from '@/lib/decode-percent';
import { LimitError } from '@/lib/errors';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import { type AllowedHosts, isAllowedHost, UNKNOWN_HOST } from '@/lib/server/http/allowed-hosts';
import type { VisitorGate } from '../limits/visitor-gate';
import type { Log } from '../telemetry/log';
import { type ForwardedCaller, STRICT_HEADERS } from './forwarded-headers';
import { isInternalPage } from './internal-page';
import { callerAddress, holdBody, isLongerThan, SMALL_BODY_BYTES, sendContinue } from './node-request';

/** Forwards requests for pages to the web process. Resolves when the response starts. */
export type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  caller: ForwardedCaller,
) => Promise<void> | void;

/** The limits of visitors, and what rejections depend on. */
export type PageLimits = {
  env: AllowedHosts & { trustProxy: number };
  log: Log;
  memory: ByteBudget;
  isShuttingDown: () => boolean;
  visitorGate: VisitorGate;
};

/** Validates a visitor's request for a page, applies the visitor's limits, and queues and forwards the request. */
export function answerPage(
  limits: PageLimits,
  pages: PageHandler,
  response: ServerResponse,
  path: string,
  requestId: string,
): void {
  const request = response.req;
  response.setHeader('X-Request-Id', requestId);
  const refused = refusedPage(request, path, limits.env);
  if (refused) return void answerText(response, ...refused);
  if (limits.isShuttingDown())
    return void answerText(response, 503, 'The service is shutting down; try again\n', {
      'Retry-After': '2',
      Connection: 'close',
    });
  if (
    isLongerThan(request, SMALL_BODY_BYTES) &&
    !holdBody(limits.memory, response, Number(request.headers['content-length']))
  )
    return void overloaded(response);
  const address = callerAddress(request, limits.env.trustProxy);
  void forwardInTurn(limits, pages, response, { address, requestId });
}

async function forwardInTurn(
  { visitorGate, log }: Pick<PageLimits, 'visitorGate' | 'log'>,
  pages: PageHandler,
  response: ServerResponse,
  caller: ForwardedCaller,
): Promise<void> {
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  let endTurn: () => void;
  try {
    endTurn = await visitorGate.enter(caller.address, closed.signal);
  } catch (thrown) {
    if (response.destroyed) return;
    if (!(thrown instanceof LimitError)) return overloaded(response);
    return answerText(response, 429, 'Too many requests from this visitor; try again\n', {
      'Retry-After': '1',
    });
  }
  try {
    sendContinue(response);
    await pages(response.req, response, caller);
  } catch (error) {
    log.error({ err: error, requestId: caller.requestId }, 'forwarding a page request failed');
    response.destroy();
  } finally {
    endTurn();
  }
}

/** Returns the rejection of an unknown or ambiguous host, or of a method or path that Next does not handle. */
function refusedPage(
  request: IncomingMessage,
  path: string,
  hosts: AllowedHosts,
): [status: number, text: string, headers?: Record<string, string>] | undefined {
  // RFC 9112 §3.2: several Host headers are invalid. A proxy in front may have acted on a different one.
  if ((request.headersDistinct.host?.length ?? 0) > 1)
    return [400, 'The request has more than one Host header\n'];
  if (!isAllowedHost(request.headers.host, hosts)) return [421, UNKNOWN_HOST];
  if (!PAGE_METHODS.has(request.method ?? '')) return [405, `${request.method} is not supported here\n`];
  if (!path.startsWith('/') || DOT_SEGMENT.test(path)) return [404, 'Not found\n'];
  if (!READ_METHODS.has(request.method ?? '') && path !== '/find' && !path.startsWith('/api/'))
    return [405, `Pages support GET and HEAD, not ${request.method}\n`, { Allow: 'GET, HEAD' }];
  if (decodePercent(path) === undefined) return [400, 'The path has an invalid percent-encoding\n'];
  if (isInternalPage(path)) return [404, 'Not found\n'];
  return undefined;
}

const PAGE_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Methods for pages. Next treats any other method as a Server Action, and Satchel has none. */
const READ_METHODS = new Set(['GET', 'HEAD']);

/**
 * Matches dot segments, as in `/api/../solana`. Next would resolve them after the checks and serve a different path.
 */
const DOT_SEGMENT = /[/\\](\.|%2e){1,2}([/\\]|$)/i;

const overloaded = (response: ServerResponse) =>
  answerText(response, 503, 'The service is overloaded; try again\n', { 'Retry-After': '2' });

/** Sends a short text that is never cached. `headers` override the defaults. */
export function answerText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    ...STRICT_HEADERS,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    ...headers,
  });
  response.end(text);
}
