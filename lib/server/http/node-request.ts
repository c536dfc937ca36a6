import 'server-only';
import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http';
import { asOnePiece } from '@/lib/json/json-text';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import { clientAddress } from './client-address';
import type { Connections } from './connections';
import { CHUNK_BYTES, endInChunks } from './connections';
import type { RpcPath } from './routes';
import { type HttpResponse, MAX_BODY_BYTES, type ReadBody, type RpcHttpRequest } from './rpc-request';

/**
 * Returns the caller's address.
 * @param trustProxy number of trusted proxies in front
 */
export const callerAddress = (request: IncomingMessage, trustProxy: number) =>
  clientAddress(request.socket.remoteAddress, request.headers['x-forwarded-for']?.toString(), trustProxy);

/** Adapts a `node:http` request for an RPC endpoint. */
export function nodeRpcRequest(
  response: ServerResponse,
  { group, chainId }: RpcPath,
  { env, memory }: { env: { trustProxy: number }; memory: ByteBudget },
  connections: Connections,
): RpcHttpRequest {
  const request = response.req;
  const url = request.url ?? '/';
  const queryAt = url.indexOf('?');
  return {
    group,
    pathChainId: chainId,
    httpMethod: request.method ?? 'GET',
    query: queryAt < 0 ? '' : url.slice(queryAt + 1),
    header: (name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : value?.join(', ');
    },
    address: () => callerAddress(request, env.trustProxy),
    onAuthenticated: () => connections.markAuthenticated(request.socket),
    readBody: async () => {
      if (isLongerThan(request, MAX_BODY_BYTES)) return 'too-large';
      sendContinue(response);
      return readBody(request, (bytes) => holdBody(memory, response, bytes));
    },
    onDisconnect: (listener) => {
      if (response.closed) return listener();
      response.once('close', () => {
        if (!response.writableFinished) listener();
      });
    },
  };
}

/** Sends `100 Continue` if the caller sent `Expect: 100-continue`. */
export function sendContinue(response: ServerResponse): void {
  if (response.req.headers.expect !== undefined) response.writeContinue();
}

export const isLongerThan = (request: IncomingMessage, bytes: number) =>
  Number(request.headers['content-length']) > bytes;

/** Size below which bodies are not counted in the memory budget: socket buffers are at least as large. */
export const SMALL_BODY_BYTES = 16 * 1024;

/** Reserves memory for a body until the response ends. Returns false if the budget is used up. */
export function holdBody(memory: ByteBudget, response: ServerResponse, bytes: number): boolean {
  if (!memory.tryTake(bytes)) return false;
  response.once('close', () => memory.give(bytes));
  return true;
}

/**
 * Maximum number of chunks in a body: enough for the largest body in chunks of 256 bytes. A chunk costs 3 µs even if it
 * is tiny, and one read from a socket can contain ten thousand of them.
 */
const MAX_CHUNKS = MAX_BODY_BYTES / 256;

/** Stops reading a request with too many chunks. Pauses the socket too: otherwise up to 2 MB more would be read. */
function stopReading(request: IncomingMessage): void {
  request.pause();
  request.socket.pause();
}

/**
 * Reads a complete body. Never resolves if the caller disconnects first.
 * @param hold reserves memory for a body of maximum size; called once more than `SMALL_BODY_BYTES` have arrived;
 * returns false if the budget is used up
 */
function readBody(request: IncomingMessage, hold: (bytes: number) => boolean): Promise<ReadBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let isHeld = false;
    const stop = (why: 'too-large' | 'no-room') => {
      request.off('data', take);
      request.off('end', end);
      if (chunks.length === MAX_CHUNKS) stopReading(request);
      else request.pause();
      resolve(why);
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_BODY_BYTES || chunks.length === MAX_CHUNKS) return stop('too-large');
      if (!isHeld && length > SMALL_BODY_BYTES) {
        isHeld = hold(MAX_BODY_BYTES);
        if (!isHeld) return stop('no-room');
      }
      chunks.push(chunk);
    };
    const end = () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    request.on('data', take);
    request.on('end', end);
  });
}

/** Writes a response. Sends `requestId` as `X-Request-Id`. */
export function writeResponse(
  response: ServerResponse,
  { status, headers, body, byteLength, close }: HttpResponse,
  requestId: string,
): void {
  const request = response.req;
  // Use a flat array, which avoids an object per response.
  const flat: (string | number)[] = ['X-Request-Id', requestId];
  for (const name in headers) flat.push(name, headers[name] ?? '');
  if (status !== 204) flat.push('Content-Length', byteLength);
  if (close) flat.push('Connection', 'close');
  response.writeHead(status, flat as unknown as OutgoingHttpHeader[]);
  // Do not linger if the caller expects `100 Continue`: it has not sent its body.
  if (close && !request.complete && request.method !== 'HEAD' && request.headers.expect === undefined) {
    response.write(asOnePiece(body));
    linger(response);
  } else if (byteLength > CHUNK_BYTES) endInChunks(response, body, byteLength);
  else response.end(asOnePiece(body));
}

/** How much of a rejected body is read and discarded before the connection closes, in bytes. */
const LINGER_BYTES = 16 * 1024 * 1024;
/** How long a rejected caller has to read its response before the connection closes, in ms. */
export const LINGER_MS = 2_000;
/** Minimum number of bytes that a chunk counts as if the request has no Content-Length. */
const LINGER_CHUNK_BYTES = LINGER_BYTES / MAX_CHUNKS;

/**
 * Ends a connection whose response was sent before the request was completely read. Closing with unread bytes would
 * reset the connection, and a caller that is still sending would lose the response (RFC 9112 §9.6).
 */
function linger(response: ServerResponse): void {
  const request = response.req;
  let left = LINGER_BYTES;
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  request.on('close', end);
  // Do not resume reading if it was stopped because of too many chunks. The client can still read the response.
  if (request.socket.isPaused()) return;
  // Check Content-Length: with too many headers, Transfer-Encoding may be missing from `headers`.
  const least = request.headers['content-length'] === undefined ? LINGER_CHUNK_BYTES : 0;
  request.on('data', (chunk: Buffer) => {
    left -= Math.max(chunk.length, least);
    if (left < 0) stopReading(request);
  });
  request.on('end', end);
  request.resume();
}

let turn: Promise<void> | undefined;

/**
 * Resolves at the end of the event loop turn, so that several responses are written together. A client with many
 * connections then wakes up once instead of once per response, which would double the cost of a small response.
 */
export function endOfTurn(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined;
      resolve();
    });
  });
  return turn;
}
