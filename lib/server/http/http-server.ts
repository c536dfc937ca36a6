import 'server-only';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { StartSpan } from '@/lib/trace/span';
import type { LoggedRequest, LoggedResponse } from '../telemetry/request-log';
import { CHUNK_BYTES, Connections, connectionLimits } from './connections';
import {
  callerAddress,
  endOfTurn,
  isLongerThan,
  LINGER_MS,
  nodeRpcRequest,
  writeResponse,
} from './node-request';
import type { createOperatorPaths } from './operator-endpoints';
import { answerPage, type PageHandler, type PageLimits } from './page-request';
import { BODY_REFUSALS, refusalResponse, SHUTTING_DOWN } from './refusal';
import { tracePage } from './request-spans';
import { type DocumentPath, pathOf, type RpcPath, readTarget, routeOf } from './routes';
import type { RpcEndpoint } from './rpc-endpoint';
import { type HttpResponse, MAX_BODY_BYTES } from './rpc-request';

/**
 * Maximum number of headers per request. Node's parser acts on headers beyond its own limit but
 * omits them from `headers`.
 */
const MAX_HEADERS = 256;

/** The API, the operator's paths, and the limits of the pages that this server forwards. */
export type HttpServerParts = PageLimits & {
  rpc: Pick<RpcEndpoint, 'forProjects'>;
  operatorPaths: ReturnType<typeof createOperatorPaths>;
  nextRequestId: () => string;
  logRequest: (request: LoggedRequest, response: LoggedResponse) => void;
  /** Records spans; undefined if the service exports no traces. */
  startSpan?: StartSpan | undefined;
};

/**
 * Creates the server of `npm start`. It serves the paths of the API process (`routes.ts`) with the same functions as
 * the route handlers, at a thirtieth of their cost, and forwards all other paths to the web process.
 * `refuseUnanswered` answers the calls in flight with 503 before a shutdown.
 */
export function createHttpServer(
  parts: HttpServerParts,
  pages: PageHandler,
): Server & { refuseUnanswered: () => void } {
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 2000,
    // `readTarget` checks it. Node would respond without a 'request' event, so that `Connections` would not count it.
    requireHostHeader: false,
  });
  // Let the parser keep one more header than allowed, so that requests with too many headers can be detected.
  server.maxHeadersCount = MAX_HEADERS + 1;
  const warnIfForwarded = forwardingWarning(parts);
  const connections = new Connections(server, connectionLimits(parts.env.trustProxy));
  const take = (request: IncomingMessage, response: ServerResponse) => {
    warnIfForwarded(request);
    connections.inOrder(response, () => answer(parts, connections, pages, response));
  };
  server.on('request', take);
  // Send `100 Continue` only when the body is read, after authentication.
  server.on('checkContinue', take);
  server.on('checkExpectation', take);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    // First respond to the complete requests that precede the invalid data: a proxy may have sent
    // them for other callers.
    connections.afterAnswers(socket as Socket, (isAnswered) => {
      socket.end(isAnswered ? '' : statusOf(error));
      // Close the connection even if the caller does not close its half.
      setTimeout(() => socket.destroy(), LINGER_MS).unref();
    });
  });
  const refuseUnanswered = () => {
    for (const response of connections.unanswered()) refuseCall(parts, response);
  };
  return Object.assign(server, { refuseUnanswered });
}

/** Answers a call in flight with 503. Leaves pages to the web process. */
function refuseCall(parts: HttpServerParts, response: ServerResponse): void {
  const request = response.req;
  const route = routeOf(pathOf(request.url ?? '/'));
  if (route.rpc === undefined) return;
  const requestId = parts.nextRequestId();
  const answer = refusalResponse(SHUTTING_DOWN);
  writeResponse(response, answer, requestId);
  parts.logRequest(loggedRequest(parts, request, route.rpc, requestId), answer);
}

/** Returns what the log line of a call that starts now contains of its request. */
const loggedRequest = (
  parts: HttpServerParts,
  request: IncomingMessage,
  { group }: RpcPath,
  requestId: string,
): LoggedRequest => ({
  requestId,
  route: group,
  startedAt: performance.now(),
  // If a request has several, Node joins them into one invalid value.
  traceparent: request.headers.traceparent?.toString(),
  address: () => callerAddress(request, parts.env.trustProxy),
});

/** Creates a function that warns once if there is a proxy in front but `TRUST_PROXY` is 0. */
function forwardingWarning({ env, log }: HttpServerParts): (request: IncomingMessage) => void {
  let isDue = env.trustProxy === 0;
  return ({ headers }) => {
    if (!isDue || headers['x-forwarded-for'] === undefined) return;
    isDue = false;
    log.warn(
      'A request has X-Forwarded-For, but TRUST_PROXY is 0: limits by address count all callers behind a proxy as one. Set TRUST_PROXY to the number of proxies in front. Without a proxy, ignore this.',
    );
  };
}

/** Returns the status line for data that cannot be parsed as a request. */
function statusOf({ code }: NodeJS.ErrnoException): string {
  const status =
    code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  return `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
}

const refusal = (status: number, text: string): HttpResponse => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  body: text,
  byteLength: text.length,
  close: true,
});
const hasTooManyHeaders = ({ rawHeaders }: IncomingMessage) => rawHeaders.length > 2 * MAX_HEADERS;
const TOO_MANY_HEADERS = refusal(431, `A request may have at most ${MAX_HEADERS} headers\n`);
const BAD_TARGET = refusal(
  400,
  'The request target must have a host, and must not have credentials or a fragment\n',
);
/** Rejection of an unknown `Expect` header (RFC 9110 §10.1.1). */
const UNKNOWN_EXPECTATION = refusal(417, 'The only supported expectation is 100-continue\n');
/** Rejection of chunked bodies, which Next would read without a limit. Browsers always send a Content-Length. */
const LENGTH_REQUIRED = refusal(411, 'A request body here requires a Content-Length header\n');
/** The response to an unexpected error. */
const INTERNAL_ERROR = refusalResponse({
  error: 'internalError',
  reason: 'internal-error',
  message: 'Internal error',
  headers: { 'Cache-Control': 'no-store' },
});
/** Rejection of large bodies. Next would buffer up to 10 MB per request. */
const TOO_LARGE = refusalResponse(BODY_REFUSALS['too-large']);

function answer(
  parts: HttpServerParts,
  connections: Connections,
  pages: PageHandler,
  response: ServerResponse,
): void {
  const request = response.req;
  const requestId = parts.nextRequestId();
  if (hasTooManyHeaders(request)) return void writeResponse(response, TOO_MANY_HEADERS, requestId);
  const { expect } = request.headers;
  if (expect !== undefined && !/^100-continue$/i.test(expect))
    return void writeResponse(response, UNKNOWN_EXPECTATION, requestId);
  if (!readTarget(request)) return void writeResponse(response, BAD_TARGET, requestId);
  const path = pathOf(request.url ?? '/');
  const route = routeOf(path);
  if (route.rpc) return void answerRpc(parts, connections, response, route.rpc, requestId);
  if (request.headers['transfer-encoding'] !== undefined)
    return void writeResponse(response, LENGTH_REQUIRED, requestId);
  if (isLongerThan(request, MAX_BODY_BYTES)) return void writeResponse(response, TOO_LARGE, requestId);
  if (route.document) return void answerOperator(parts, response, route.document, requestId);
  tracePage(parts.startSpan, response, path);
  answerPage(parts, pages, response, path, requestId);
}

async function answerRpc(
  parts: HttpServerParts,
  connections: Connections,
  response: ServerResponse,
  rpc: RpcPath,
  requestId: string,
): Promise<void> {
  const logged = loggedRequest(parts, response.req, rpc, requestId);
  try {
    const answer = await parts.rpc.forProjects(nodeRpcRequest(response, rpc, parts, connections));
    await endOfTurn();
    if (response.headersSent) return; // Refused before a shutdown.
    if (response.destroyed) return parts.logRequest({ ...logged, isDisconnected: true }, answer);
    countUnsent(parts, response, answer.byteLength);
    writeResponse(response, answer, requestId);
    parts.logRequest(logged, answer);
  } catch (error) {
    const refused = { reason: 'internal-error', cause: error };
    parts.logRequest({ ...logged, isDisconnected: response.destroyed }, { ...INTERNAL_ERROR, refused });
    if (response.headersSent) response.destroy();
    else writeResponse(response, INTERNAL_ERROR, requestId);
  }
}

/** Reserves memory for a response that is written in chunks, until it has been sent. */
function countUnsent({ memory }: HttpServerParts, response: ServerResponse, byteLength: number): void {
  if (byteLength <= CHUNK_BYTES) return;
  memory.add(byteLength);
  response.once('close', () => memory.give(byteLength));
}

async function answerOperator(
  parts: HttpServerParts,
  response: ServerResponse,
  path: DocumentPath,
  requestId: string,
): Promise<void> {
  const { req: request } = response;
  const answer = await parts.operatorPaths[path]({
    httpMethod: request.method ?? 'GET',
    header: (name) => request.headers[name]?.toString(),
    socketAddress: request.socket.remoteAddress,
  }).catch((error: unknown) => {
    parts.log.error({ err: error, requestId, path }, 'request for health, metrics or documentation failed');
    return { status: 500, headers: { 'Cache-Control': 'no-store' }, body: '' };
  });
  response.writeHead(answer.status, {
    ...answer.headers,
    ...(answer.status === 304 ? {} : { 'Content-Length': Buffer.byteLength(answer.body) }),
    'X-Request-Id': requestId,
  });
  response.end(request.method === 'HEAD' ? undefined : answer.body);
}
