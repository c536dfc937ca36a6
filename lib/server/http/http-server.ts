import 'server-only';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { MethodGroup } from '@/lib/rpc/define-method';
import { FRONT_HEADER, frontHeader } from '../front-header';
import type { Service } from '../service';
import { callerAddress, nodeRpcRequest, writeAnswer } from './node-request';

/** Answers what is not ours: Next's own handler, or nothing when the dashboard is off. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

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
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 2000,
    },
    (request, response) => {
      const path = pathOf(request.url ?? '/');
      const requestId = service.nextRequestId();
      const group = RPC_PATHS.get(path);
      if (group !== undefined) return void answerRpc(service, request, response, group, requestId);
      const operators = service.operatorPath(path);
      if (operators) return void answerOperator(request, response, operators, requestId);
      request.headers[FRONT_HEADER] = frontHeader(callerAddress(request, service.env.trustProxy), requestId);
      response.setHeader('X-Request-Id', requestId);
      letRoutesBeCompressed(response);
      return void pages(request, response);
    },
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

/** The path of a URL. A base URL with a slash at its end makes `//solana`; a client would lose its body on a redirect. */
function pathOf(url: string): string {
  const queryAt = url.indexOf('?');
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  return path.startsWith('//') ? path.replace(/^\/{2,}/, '/') : path;
}

async function answerRpc(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  group: MethodGroup,
  requestId: string,
): Promise<void> {
  const startedAt = performance.now();
  try {
    const answer = await service.rpc.forProjects(
      nodeRpcRequest(request, response, group, service.env.trustProxy),
    );
    if (response.destroyed) return;
    writeAnswer(request, response, answer, requestId);
    service.logRequest(requestId, group, answer.status, startedAt);
  } catch (error) {
    if (response.destroyed) return;
    service.log.error({ err: error, requestId }, 'a request failed');
    if (response.headersSent) response.destroy();
    else writeAnswer(request, response, service.internalError(), requestId);
  }
}

/** Next writes each header of a route's answer as a list of one, and its own compression reads no list. */
function letRoutesBeCompressed(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    setHeader(name, Array.isArray(value) && value.length === 1 ? value[0] : value);
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
    'Content-Length': Buffer.byteLength(answer.body),
    'X-Request-Id': requestId,
  });
  response.end(withoutBody ? undefined : answer.body);
}
