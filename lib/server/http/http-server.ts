import 'server-only';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { MethodGroup } from '@/lib/rpc/define-method';
import type { Service } from '../service';
import { traceIdOf } from '../telemetry/answer-records';
import { Connections } from './connections';
import { atEndOfTurn, nodeRpcRequest, writeAnswer } from './node-request';
import { answerPage, type PageHandler } from './page-request';
import type { HttpAnswer } from './rpc-request';

/** How long a caller that was told to leave has for reading it. */
const CLOSE_MS = 1000;

const RPC_PATHS = new Map<string, MethodGroup>([
  ['/solana', 'solana'],
  ['/solana/', 'solana'],
  ['/evm-chain', 'evm-chain'],
  ['/evm-chain/', 'evm-chain'],
]);

/**
 * The server of `npm start`: the RPC paths and the operators' paths are answered here, by the functions that the
 * route handlers call too, all else goes to Next. A Next route handler costs 30 times what this costs.
 */
export function createHttpServer(service: Service, pages: PageHandler): Server {
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 2000,
  });
  const connections = new Connections(server);
  const take = (request: IncomingMessage, response: ServerResponse) =>
    connections.inOrder(request, response, () => answer(service, pages, request, response));
  server.on('request', take);
  // Who asks before sending a body is told to go on when the body is read: after authentication.
  server.on('checkContinue', take);
  // RFC 9110 §10.1.1: an expectation that is not known is refused.
  server.on('checkExpectation', (_request, response) =>
    response.writeHead(417, { 'Content-Length': 0 }).end(),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const status =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? '408 Request Timeout'
          : '400 Bad Request';
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    // A caller that does not close its half would keep the connection for good.
    setTimeout(() => socket.destroy(), CLOSE_MS).unref();
  });
  return server;
}

const LENGTH_REQUIRED_TEXT = 'A body is taken here with its Content-Length only\n';
/** What is no RPC gets bodies from browsers alone, which tell their length; chunks would be read however many come. */
const LENGTH_REQUIRED: HttpAnswer = {
  status: 411,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  body: LENGTH_REQUIRED_TEXT,
  byteLength: LENGTH_REQUIRED_TEXT.length,
  close: true,
};

function answer(
  service: Service,
  pages: PageHandler,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const path = pathOf(request.url ?? '/');
  const requestId = service.nextRequestId();
  const group = RPC_PATHS.get(path);
  if (group !== undefined) return void answerRpc(service, request, response, group, requestId);
  if (request.headers['transfer-encoding'] !== undefined)
    return void writeAnswer(request, response, LENGTH_REQUIRED, requestId);
  const operators = service.operatorPath(path);
  if (operators) return void answerOperator(request, response, operators, requestId);
  answerPage(service, pages, request, response, path, requestId);
}

/** The path of a URL. A base URL with a slash at its end makes `//solana`; a client would lose its body on a redirect. */
function pathOf(url: string): string {
  const queryAt = url.indexOf('?');
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  return path.startsWith('//') ? path.replace(/^\/{2,}/, '/') : path;
}

function answerRpc(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  group: MethodGroup,
  requestId: string,
): void {
  const startedAt = performance.now();
  const fail = (error: unknown) => {
    if (response.destroyed) return;
    const traceId = traceIdOf(traceparentOf(request));
    service.log.error({ err: error, requestId, traceId }, 'a request failed');
    if (response.headersSent) response.destroy();
    else writeAnswer(request, response, service.internalError(), requestId);
  };
  const write = (answer: HttpAnswer) => {
    if (response.destroyed) return;
    try {
      countUnsent(service, response, answer.byteLength);
      writeAnswer(request, response, answer, requestId);
      service.logRequest(requestId, group, answer.status, startedAt, traceparentOf(request));
    } catch (fault) {
      fail(fault);
    }
  };
  const send = (answer: HttpAnswer) => atEndOfTurn(() => write(answer));
  service.rpc.forProjects(nodeRpcRequest(request, response, group, service.env.trustProxy), { send, fail });
}

/** Several such headers are joined, and then are no valid one. */
const traceparentOf = ({ headers }: IncomingMessage): string | undefined => headers.traceparent?.toString();

/** Answers of so many bytes count in the memory budget until they are sent. */
const LARGE_ANSWER = 64 * 1024;

function countUnsent({ memory }: Service, response: ServerResponse, byteLength: number): void {
  if (byteLength < LARGE_ANSWER) return;
  memory.add(byteLength);
  response.once('close', () => memory.give(byteLength));
}

async function answerOperator(
  request: IncomingMessage,
  response: ServerResponse,
  operator: ReturnType<Service['operatorPath']> & {},
  requestId: string,
): Promise<void> {
  const answer = await operator({
    httpMethod: request.method ?? 'GET',
    header: (name) => request.headers[name]?.toString(),
    socketAddress: request.socket.remoteAddress,
  });
  const withoutBody = request.method === 'HEAD';
  response.writeHead(answer.status, {
    ...answer.headers,
    ...(answer.status === 304 ? {} : { 'Content-Length': Buffer.byteLength(answer.body) }),
    'X-Request-Id': requestId,
  });
  response.end(withoutBody ? undefined : answer.body);
}
