import 'server-only';
import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http';
import type { Later } from '@/lib/later';
import type { MethodGroup } from '@/lib/rpc/define-method';
import { clientAddress } from './client-address';
import { type Admission, type DoorAnswer, type DoorRequest, isAdmission, MAX_BODY_BYTES } from './rpc-door';
import type { Service } from './service';

/** Address of the caller, proxies considered. */
export const callerAddress = (service: Service, request: IncomingMessage) =>
  clientAddress(
    request.socket.remoteAddress,
    request.headers['x-forwarded-for']?.toString(),
    service.env.trustProxy,
  );

/** One RPC request over `node:http`, from its headers to its answer. */
export class RpcExchange implements DoorRequest {
  private readonly startedAt = performance.now();
  private admission: Admission | undefined;
  private chunk: Buffer | undefined;
  private moreChunks: Buffer[] | undefined;
  private bodyLength = 0;

  constructor(
    private readonly service: Service,
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    readonly group: MethodGroup,
    private readonly queryAt: number,
    private readonly requestId: string,
  ) {}

  get httpMethod(): string {
    return this.request.method ?? 'GET';
  }
  get query(): string {
    return this.queryAt < 0 ? '' : (this.request.url ?? '').slice(this.queryAt + 1);
  }
  get address(): string {
    return callerAddress(this.service, this.request);
  }
  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return typeof value === 'string' ? value : value?.join(', ');
  }
  onGone(abort: () => void): void {
    this.response.once('close', () => {
      if (!this.response.writableFinished) abort();
    });
  }

  /** Knocks at the door, and reads the body of a caller that is let in. */
  start(): void {
    this.step(
      () => this.service.door.machine(this),
      (met) => {
        if (!isAdmission(met)) return this.reply(met);
        this.admission = met;
        this.readBody();
      },
    );
  }

  /** Reads at most `MAX_BODY_BYTES`. A caller that goes away before its body is whole is not answered. */
  private readBody(): void {
    const { request } = this;
    if (Number(request.headers['content-length']) > MAX_BODY_BYTES) {
      this.answer(undefined);
      return;
    }
    const take = (chunk: Buffer) => {
      this.bodyLength += chunk.length;
      if (this.bodyLength > MAX_BODY_BYTES) {
        request.off('data', take);
        request.pause();
        this.answer(undefined);
      } else if (this.chunk === undefined) this.chunk = chunk;
      else {
        this.moreChunks ??= [this.chunk];
        this.moreChunks.push(chunk);
      }
    };
    request.on('data', take);
    request.on('end', () => {
      if (this.bodyLength <= MAX_BODY_BYTES) answerSoon(this);
    });
  }

  /** Answers the body that has been read. */
  answerBody(): void {
    this.answer(this.moreChunks ? Buffer.concat(this.moreChunks) : (this.chunk ?? NO_BYTES));
  }

  private answer(body: Uint8Array | undefined): void {
    const { admission } = this;
    if (admission)
      this.step(
        () => admission.answer(body),
        (answer) => this.reply(answer),
      );
  }

  /** Goes on with a value that is here or comes, and answers for whatever goes wrong. */
  private step<T>(value: () => Later<T>, next: (value: T) => void): void {
    try {
      const here = value();
      if (here instanceof Promise) here.then(next).catch((error: unknown) => this.fail(error));
      else next(here);
    } catch (error) {
      this.fail(error);
    }
  }

  private reply(answer: DoorAnswer): void {
    if (this.response.destroyed) return;
    this.send(answer);
    this.service.logRequest(this.requestId, this.group, answer.status, this.startedAt);
  }

  private fail(error: unknown): void {
    const { service, response, requestId } = this;
    if (response.destroyed) return;
    service.log.error({ err: error, requestId }, 'a request failed');
    if (response.headersSent) response.destroy();
    else this.send(service.internalError());
  }

  private send({ status, headers, body, byteLength, close }: DoorAnswer): void {
    const { request, response } = this;
    // The flat form of writeHead spares an object with a key for each header.
    const flat: (string | number)[] = ['X-Request-Id', this.requestId];
    for (const name in headers) flat.push(name, headers[name] ?? '');
    if (status !== 204) flat.push('Content-Length', byteLength ?? Buffer.byteLength(body));
    if (close) flat.push('Connection', 'close');
    response.writeHead(status, flat as unknown as OutgoingHttpHeader[]);
    if (close && !request.complete && request.method !== 'HEAD') {
      response.write(body);
      linger(request, response);
    } else response.end(body);
  }
}

const NO_BYTES = new Uint8Array();

/** Requests that are answered in one go: as many as keep each other's code in the processor's caches, and no more. */
const MOST_AT_ONCE = 12;
let ready: RpcExchange[] = [];

/**
 * Puts an answer off until the sockets that are ready have been read. A busy turn of the event loop finds many of
 * them: reading some, then answering and writing them, keeps like work together and the processor's caches warm,
 * which under load halves what a call costs. One `setImmediate` for all: with Next in the process each costs a hook.
 */
function answerSoon(exchange: RpcExchange): void {
  ready.push(exchange);
  if (ready.length >= MOST_AT_ONCE) answerReady();
  else if (ready.length === 1) setImmediate(answerReady);
}

function answerReady(): void {
  const all = ready;
  ready = [];
  for (const exchange of all) exchange.answerBody();
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
