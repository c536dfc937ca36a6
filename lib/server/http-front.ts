import 'server-only';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeader,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { MethodGroup } from '@/lib/rpc/define-method';
import { clientAddress } from './client-address';
import { FRONT_HEADER, frontHeader } from './front-header';
import type { DoorAnswer, DoorRequest } from './rpc-door';
import type { Service } from './service';

/** Answers what is not ours: Next's own handler, or nothing when the dashboard is off. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** How long a caller that was told to leave has for reading it. */
const CLOSE_MS = 1000;

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
          letRoutesBeCompressed(response);
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
    // A caller that does not close its half would keep the connection for good.
    setTimeout(() => socket.destroy(), CLOSE_MS).unref();
  });
  return server;
}

/** Next writes each header of a route's answer as a list of one, and its own compression reads no list. */
function letRoutesBeCompressed(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    setHeader(name, Array.isArray(value) && value.length === 1 ? value[0] : value);
}

const addressOf = (service: Service, request: IncomingMessage) =>
  clientAddress(
    request.socket.remoteAddress,
    request.headers['x-forwarded-for']?.toString(),
    service.env.trustProxy,
  );

/**
 * Reads, answers and writes are each put off to the next check phase of the event loop (`setImmediate`). A busy turn
 * finds many sockets ready: reading all of them, then answering all, then writing all keeps like work together and
 * the processor's caches warm, which under load halves what a call costs. An idle server loses microseconds.
 */
function answerRpc(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  group: MethodGroup,
  queryAt: number,
  requestId: string,
): void {
  const startedAt = performance.now();
  service.door.machine(new NodeDoorRequest(service, request, response, group, queryAt)).then(
    (answer) => {
      if (response.destroyed) return;
      send(request, response, answer, requestId);
      service.logRequest(requestId, group, answer.status, startedAt);
    },
    (error: unknown) => {
      if (error === GONE || response.destroyed) return;
      service.log.error({ err: error, requestId }, 'a request failed');
      send(request, response, service.internalError(), requestId);
    },
  );
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: DoorAnswer,
  requestId: string,
): void {
  // The flat form of writeHead spares an object with a key for each header.
  const headers: (string | number)[] = ['X-Request-Id', requestId];
  for (const name in answer.headers) headers.push(name, answer.headers[name] ?? '');
  if (answer.status !== 204) headers.push('Content-Length', Buffer.byteLength(answer.body));
  if (answer.close) headers.push('Connection', 'close');
  response.writeHead(answer.status, headers as unknown as OutgoingHttpHeader[]);
  if (answer.close && !request.complete && request.method !== 'HEAD') {
    response.write(answer.body);
    linger(request, response);
  } else response.end(answer.body);
}

/** How much of a body that nobody wants is read and thrown away, and for how long, before the connection closes. */
const LINGER_BYTES = 16 * 1024 * 1024;
const LINGER_MS = 2000;

/**
 * Ends an answer that came before its request was whole. A connection closed on unread bytes is reset, and the
 * caller, still sending, would lose the answer that tells it why (RFC 9112 §9.6).
 */
function linger(request: IncomingMessage, response: ServerResponse): void {
  let left = LINGER_BYTES;
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.pause();
  });
  request.on('end', end);
  request.on('close', end);
  request.resume();
}

/** Thrown when the caller went away before its body was whole: nobody is left to answer. */
const GONE = Symbol('the caller went away');

class NodeDoorRequest implements DoorRequest {
  readonly httpMethod: string;
  constructor(
    private readonly service: Service,
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    readonly group: MethodGroup,
    private readonly queryAt: number,
  ) {
    this.httpMethod = request.method ?? 'GET';
  }
  get query(): string {
    return this.queryAt < 0 ? '' : (this.request.url ?? '').slice(this.queryAt + 1);
  }
  get address(): string {
    return addressOf(this.service, this.request);
  }
  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return typeof value === 'string' ? value : value?.join(', ');
  }
  readBody(limit: number): Promise<Uint8Array | undefined> {
    return readBody(this.request, limit);
  }
  onGone(abort: () => void): void {
    this.response.once('close', () => {
      if (!this.response.writableFinished) abort();
    });
  }
}

function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  if (Number(request.headers['content-length']) > limit) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else {
        request.off('data', take);
        request.pause();
        resolve(undefined);
      }
    };
    request.on('data', take);
    request.on('end', () =>
      setImmediate(() => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))),
    );
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
