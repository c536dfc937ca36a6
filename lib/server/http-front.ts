import 'server-only';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { MethodGroup } from '@/lib/rpc/define-method';
import { clientAddress } from './client-address';
import { FRONT_HEADER, frontHeader } from './front-header';
import type { DoorAnswer, DoorRequest } from './rpc-door';
import type { Service } from './service';

/** Answers what is not ours: Next's own handler, or nothing when the dashboard is off. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/**
 * The server of `npm start`: the RPC paths and the operators' paths are answered here, by the functions that the
 * route handlers call too, all else goes to Next. A Next route handler costs 30 times what this costs.
 */
export function createFront(service: Service, pages: PageHandler): Server {
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 2000,
    },
    (request, response) => {
      const url = request.url ?? '/';
      const queryAt = url.indexOf('?');
      // A base URL with a slash at its end makes `//solana`; a client would lose its body on a redirect.
      const path = (queryAt < 0 ? url : url.slice(0, queryAt)).replace(/^\/{2,}/, '/');
      const requestId = service.nextRequestId();
      switch (path) {
        case '/solana':
        case '/solana/':
          return answerRpc(service, request, response, 'solana', queryAt, requestId);
        case '/evm-chain':
        case '/evm-chain/':
          return answerRpc(service, request, response, 'evm-chain', queryAt, requestId);
        default: {
          const operators = service.operatorPath(path);
          if (operators) return answerOperator(request, response, operators, requestId);
          request.headers[FRONT_HEADER] = frontHeader(addressOf(service, request), requestId);
          response.setHeader('X-Request-Id', requestId);
          return void pages(request, response);
        }
      }
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
  });
  return server;
}

const addressOf = (service: Service, request: IncomingMessage) =>
  clientAddress(
    request.socket.remoteAddress,
    request.headers['x-forwarded-for']?.toString(),
    service.env.trustProxy,
  );

async function answerRpc(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  group: MethodGroup,
  queryAt: number,
  requestId: string,
): Promise<void> {
  const startedAt = performance.now();
  let answer: DoorAnswer;
  try {
    answer = await service.door.machine(nodeDoorRequest(service, request, response, group, queryAt));
  } catch (error) {
    if (error === GONE) return;
    service.log.error({ err: error, requestId }, 'a request failed');
    answer = service.internalError();
  }
  if (response.destroyed) return;
  send(response, answer, requestId);
  service.logRequest(requestId, group, answer.status, performance.now() - startedAt);
}

function send(response: ServerResponse, answer: DoorAnswer, requestId: string): void {
  const headers: Record<string, string | number> = { ...answer.headers, 'X-Request-Id': requestId };
  if (answer.status !== 204) headers['Content-Length'] = Buffer.byteLength(answer.body);
  if (answer.close) headers.Connection = 'close';
  response.writeHead(answer.status, headers);
  // A string goes out in one write with the head; a buffer would cost a second part and twice the time.
  response.end(answer.body);
}

/** Thrown when the caller went away before its body was whole: nobody is left to answer. */
const GONE = Symbol('the caller went away');

function nodeDoorRequest(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  group: MethodGroup,
  queryAt: number,
): DoorRequest {
  return {
    group,
    httpMethod: request.method ?? 'GET',
    query: queryAt < 0 ? '' : (request.url ?? '').slice(queryAt + 1),
    header: (name) => request.headers[name]?.toString(),
    address:
      service.env.trustProxy === 0 ? (request.socket.remoteAddress ?? '') : addressOf(service, request),
    readBody: (limit) => readBody(request, limit),
    onGone: (abort) => {
      response.once('close', () => {
        if (!response.writableFinished) abort();
      });
    },
  };
}

function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  if (Number(request.headers['content-length']) > limit) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    let first: Buffer | undefined;
    let rest: Buffer[] | undefined;
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) {
        request.pause();
        resolve(undefined);
      } else if (!first) first = chunk;
      else {
        rest ??= [];
        rest.push(chunk);
      }
    });
    request.on('end', () =>
      resolve(first === undefined ? new Uint8Array() : rest ? Buffer.concat([first, ...rest]) : first),
    );
    request.on('error', () => reject(GONE));
    request.on('close', () => {
      if (!request.complete) reject(GONE);
    });
  });
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
