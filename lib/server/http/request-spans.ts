import 'server-only';
import type { ServerResponse } from 'node:http';
import type { CallOutcome } from '@/lib/rpc/request-context';
import type { Span, SpanAttributes, StartSpan } from '@/lib/trace/span';
import { readTraceContext, traceHeaders } from '@/lib/trace/trace-context';
import type { RpcEndpoint } from './rpc-endpoint';
import { type HttpResponse, type RpcHttpRequest, traceOf } from './rpc-request';

type Answer = (request: RpcHttpRequest) => Promise<HttpResponse>;
type Endpoint = Pick<RpcEndpoint, 'forProjects' | 'forDashboard'>;

/** Wraps an endpoint so that each request has a span. Without `startSpan`, returns the endpoint unchanged. */
export function tracedEndpoint(endpoint: Endpoint, startSpan: StartSpan | undefined): Endpoint {
  if (startSpan === undefined) return endpoint;
  return {
    forProjects: (request) => answerInSpan(startSpan, request, endpoint.forProjects),
    forDashboard: (request) => answerInSpan(startSpan, request, endpoint.forDashboard),
  };
}

async function answerInSpan(
  startSpan: StartSpan,
  request: RpcHttpRequest,
  answer: Answer,
): Promise<HttpResponse> {
  const attributes = { 'http.request.method': request.httpMethod, 'http.route': `/${request.group}` };
  const name = `${request.httpMethod} /${request.group}`;
  const span = startSpan({ kind: 'server', name, parent: traceOf(request), attributes });
  try {
    const answered = await answer({ ...request, trace: span.context });
    endRequest(startSpan, span, answered);
    return answered;
  } catch (thrown) {
    span.end({ error: 'failed' });
    throw thrown;
  }
}

/** Ends the span of a request. Adds a span for each call of a batch; a single call is part of the request's span. */
function endRequest(startSpan: StartSpan, span: Span, { status, refused, logged }: HttpResponse): void {
  const calls = logged?.calls ?? [];
  const [only] = calls;
  const single = calls.length === 1 ? only : undefined;
  if (single === undefined)
    for (const call of calls)
      startSpan({
        kind: 'internal',
        name: call.method,
        parent: span.context,
        attributes: attributesOf(call),
        startedAt: call.startedAt,
      }).end({ error: faultOf(call) });
  span.end({
    ...(single && { name: single.method }),
    attributes: {
      'http.response.status_code': status,
      ...(single && attributesOf(single)),
      ...(refused && { 'satchel.refused': refused.reason }),
    },
    error: single ? faultOf(single) : status >= 500 ? refused?.reason : undefined,
  });
}

/** Returns the error of a call if its caller is not at fault; otherwise undefined. */
const faultOf = ({ error }: CallOutcome) => (error !== undefined && FAULTS.has(error) ? error : undefined);
const FAULTS = new Set<string>(['internalError', 'upstreamUnavailable', 'unavailable']);

function attributesOf({ method, chainId, cache, error, units }: CallOutcome): SpanAttributes {
  return {
    'rpc.system': 'jsonrpc',
    'rpc.method': method,
    ...(chainId !== undefined && { 'satchel.chain_id': chainId }),
    ...(cache !== undefined && { 'satchel.cache': cache }),
    'satchel.units': units,
    'satchel.outcome': error ?? 'ok',
  };
}

/**
 * Starts a span for a page request. The span ends with the response and is the parent of the spans of the web process
 * or Next. Requests for scripts and styles have no span.
 */
export function tracePage(startSpan: StartSpan | undefined, response: ServerResponse, path: string): void {
  if (startSpan === undefined || path.startsWith('/_next/static/')) return;
  const { headers, method = 'GET' } = response.req;
  const parent = readTraceContext(headers.traceparent?.toString(), () => headers.tracestate?.toString());
  const route = pageRoute(path);
  const attributes = { 'http.request.method': method, 'http.route': route };
  const span = startSpan({ kind: 'server', name: `${method} ${route}`, parent, attributes });
  Object.assign(headers, traceHeaders(span.context, span.context.spanId));
  response.once('close', () => {
    const { statusCode, writableFinished } = response;
    const error = statusCode >= 500 ? `http-${statusCode}` : writableFinished ? undefined : 'aborted';
    span.end({ attributes: { 'http.response.status_code': statusCode }, error });
  });
}

/** Matches the first path segments that spans may include. Later segments can be an address and are not exported. */
const SECTIONS =
  /^\/(?:_next|account|address|api\/[a-z-]+|bitcoin|collection|docs|find|item|media|og|picture)(?=\/|$)/;

function pageRoute(path: string): string {
  if (path === '/') return '/';
  const [section = ''] = SECTIONS.exec(path) ?? [];
  return section === path ? path : `${section}/*`;
}
