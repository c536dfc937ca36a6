import 'server-only';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { JsonText } from '@/lib/json/json-text';
import { clientAddress } from './client-address';

/** Maximum numbers of open connections: in total, and unauthenticated ones per address. */
export type ConnectionLimits = { total: number; perAddress: number };

/** Maximum total number of connections, even if the system allows more open files. */
const MAX_TOTAL = 10_000;
const MAX_PER_ADDRESS = 1_000;

/**
 * Returns connection limits that leave half of the process's open-file limit for upstreams, the store and the log.
 * @param trustProxy number of proxies in front; if not 0, all connections come from proxies, and are not limited by
 * address
 */
export function connectionLimits(trustProxy: number): ConnectionLimits {
  const total = Math.min(MAX_TOTAL, Math.floor(openFilesLimit() / 2));
  return { total, perAddress: trustProxy > 0 ? total : Math.min(MAX_PER_ADDRESS, Math.ceil(total / 4)) };
}

/** Returns the maximum number of open files and sockets of this process; Infinity if the system has no limit. */
function openFilesLimit(): number {
  const report = process.report.getReport() as {
    userLimits?: { open_files?: { soft?: number | string } };
  };
  const soft = Number(report.userLimits?.open_files?.soft);
  return Number.isFinite(soft) ? soft : Number.POSITIVE_INFINITY;
}

/** A peer must read at least 1/30 of its response in each period of `stalledMs` (contract §2). */
const MAX_ANSWER_PERIODS = 30;
/** Maximum number of waiting pipelined requests. One more closes the connection. */
const MAX_WAITING = 64;

/** A waiting request. If `response` is undefined, `answer` is a callback to run after the last request. */
type Pipelined = { response: ServerResponse | undefined; answer: () => void };

type Connection = {
  socket: Socket;
  /** The address towards whose limit this connection counts; undefined once one of its requests has authenticated. */
  address: string | undefined;
  /** Start of the idle time: when the connection opened, its newest request started, or a sweep found it complete. */
  usedAt: number;
  /** The response to the newest started request; undefined once a sweep has found it closed. */
  newest: ServerResponse | undefined;
  /** Requests waiting for `newest` to complete, in order. */
  waiting: Pipelined[];
  /** How much the peer has read of its responses; undefined if everything has been sent. */
  taking: Taking | undefined;
  /** Whether further requests are ignored. */
  isEnding: boolean;
};

/** `taken`: total bytes the peer had read at the time `since`. `most`: the most bytes that any sweep found unread. */
type Taking = { since: number; taken: number; most: number };

/**
 * Limits the number of connections of a server and their memory. Only one request per connection is in flight, even if
 * more are pipelined. Closes a connection if the peer stops reading its response.
 */
export class Connections {
  private readonly open = new Map<Socket, Connection>();
  private readonly byAddress = new Map<string, Set<Connection>>();
  private readonly timer: NodeJS.Timeout;
  /** The chunk that the parser is reading, and its connection. */
  private chunk: Buffer | undefined;
  private chunkSocket: Socket | undefined;

  /**
   * @param stalledMs time after which a connection is closed if its peer reads too slowly, in ms
   */
  constructor(
    server: Server,
    private readonly limits: ConnectionLimits,
    private readonly now: () => number = () => performance.now(),
    stalledMs = 20_000,
    sweepMs = stalledMs / 10,
  ) {
    server.on('connection', (socket: Socket) => this.add(socket));
    server.on('close', () => clearInterval(this.timer));
    this.timer = setInterval(() => this.closeStalled(stalledMs), sweepMs);
    this.timer.unref();
  }

  /** Calls `answer` after the responses to all earlier requests on the connection; never if the connection closes. */
  inOrder(response: ServerResponse, answer: () => void): void {
    const connection = this.open.get(response.req.socket);
    if (connection === undefined || connection.isEnding) return;
    connection.usedAt = this.now();
    const { newest, waiting } = connection;
    // Do not add a listener to every response: collecting the listeners as garbage would cost up to
    // a third of the throughput.
    if (newest === undefined || newest.closed) {
      connection.newest = response;
      answer();
      return;
    }
    if (waiting.length >= MAX_WAITING) {
      this.discard(connection);
      return;
    }
    waiting.push({ response, answer });
    if (waiting.length === 1) newest.once('close', () => beginNext(connection));
  }

  /**
   * Ignores further requests on a connection. Calls `end` after the responses to all completely received requests.
   * @param end called with true if the last request was incomplete but has got a response anyway
   */
  afterAnswers(socket: Socket, end: (isAnswered: boolean) => void): void {
    const connection = this.open.get(socket);
    if (connection === undefined || connection.isEnding) return;
    connection.isEnding = true;
    const { newest, waiting } = connection;
    const isListening = waiting.length > 0;
    // Drop an incomplete last request, which never gets a response.
    if (waiting.at(-1)?.response?.req.complete === false) waiting.pop();
    if (newest === undefined || newest.closed || !(newest.req.complete || newest.headersSent)) {
      end(false);
      return;
    }
    const isAnswered = !newest.req.complete;
    waiting.push({ response: undefined, answer: () => end(isAnswered) });
    if (!isListening) newest.once('close', () => beginNext(connection));
  }

  /** Returns the responses to requests in flight of which nothing has been sent. */
  unanswered(): ServerResponse[] {
    return [...this.open.values()].flatMap(({ newest }) =>
      newest === undefined || newest.closed || newest.headersSent ? [] : [newest],
    );
  }

  /** Exempts the connection of an authenticated request from the limit of its address. */
  markAuthenticated(socket: Socket): void {
    const connection = this.open.get(socket);
    if (connection) this.leaveAddress(connection);
  }

  private add(socket: Socket): void {
    const address = clientAddress(socket.remoteAddress, undefined, 0);
    const ofAddress = this.byAddress.get(address) ?? new Set();
    if (!this.makeRoom(ofAddress)) return void socket.destroy();
    const connection: Connection = {
      socket,
      address,
      usedAt: this.now(),
      newest: undefined,
      waiting: [],
      taking: undefined,
      isEnding: false,
    };
    this.open.set(socket, connection);
    this.byAddress.set(address, ofAddress.add(connection));
    socket.once('close', () => this.remove(connection));
    // Runs before the parser's listener, which reads the same chunk synchronously.
    socket.prependListener('data', (chunk: Buffer) => {
      this.chunk = chunk;
      this.chunkSocket = socket;
    });
  }

  /** Closes a connection without building objects for the requests in the rest of the chunk. */
  private discard(connection: Connection): void {
    const { socket } = connection;
    this.remove(connection);
    socket.destroy();
    // The parser reads a chunk to its end even after `destroy`: up to 1,724 requests, each of which takes about 4 kB.
    // It reads in place, and stops at a NUL.
    if (this.chunkSocket === socket) this.chunk?.fill(0);
  }

  /**
   * Closes an idle connection if the limit is reached. Returns false if the limit is reached but no
   * connection is idle.
   */
  private makeRoom(ofAddress: Iterable<Connection> & { size: number }): boolean {
    if (ofAddress.size >= this.limits.perAddress) return this.closeLongestIdle(ofAddress);
    return this.open.size < this.limits.total || this.closeLongestIdle(this.open.values());
  }

  /** Closes the connection that has been idle longest; an authenticated one only if no other is idle. */
  private closeLongestIdle(connections: Iterable<Connection>): boolean {
    let found: Connection | undefined;
    for (const connection of connections)
      if (isIdle(connection) && (!found || closesBefore(connection, found))) found = connection;
    if (!found) return false;
    this.remove(found);
    found.socket.destroy();
    return true;
  }

  private remove(connection: Connection): void {
    connection.waiting.length = 0;
    this.open.delete(connection.socket);
    this.leaveAddress(connection);
  }

  private leaveAddress(connection: Connection): void {
    const { address } = connection;
    if (address === undefined) return;
    const ofAddress = this.byAddress.get(address);
    ofAddress?.delete(connection);
    if (ofAddress?.size === 0) this.byAddress.delete(address);
    connection.address = undefined;
  }

  private closeStalled(stalledMs: number): void {
    const time = this.now();
    for (const [socket, connection] of this.open) {
      const { taking } = connection;
      if (connection.newest?.closed) {
        connection.newest = undefined;
        connection.usedAt = time;
      }
      const { newest } = connection;
      const unsent = socket.writableLength + (newest === undefined ? 0 : unwrittenBytes(newest));
      if (unsent === 0) connection.taking = undefined;
      else {
        const taken = socket.bytesWritten - socket.writableLength;
        const most = Math.max(unsent, taking?.most ?? 0);
        if (taking === undefined || taken - taking.taken >= Math.max(1, most / MAX_ANSWER_PERIODS))
          connection.taking = { since: time, taken, most };
        else if (time - taking.since >= stalledMs) socket.destroy();
        else taking.most = most;
      }
    }
  }
}

const isIdle = ({ newest }: Connection) => newest === undefined || newest.closed;

const isAuthenticated = ({ address }: Connection) => address === undefined;

const closesBefore = (one: Connection, other: Connection) =>
  isAuthenticated(one) === isAuthenticated(other) ? one.usedAt < other.usedAt : isAuthenticated(other);

/** Starts the request that has waited longest. The next request waits for its response. */
function beginNext(connection: Connection): void {
  const { waiting } = connection;
  const next = waiting.shift();
  if (next === undefined) return;
  connection.newest = next.response;
  if (waiting.length > 0) next.response?.once('close', () => beginNext(connection));
  next.answer();
}

/** Maximum bytes per write. Between writes, the server measures how much the peer has read. */
export const CHUNK_BYTES = 64 * 1024;

const unwritten = new WeakMap<ServerResponse, number>();

/** Returns the number of bytes of a response's body that `endInChunks` has not written yet. */
export const unwrittenBytes = (response: ServerResponse): number => unwritten.get(response) ?? 0;

/** Writes a large body in chunks of at most 64 KiB, with backpressure, and ends the response. */
export function endInChunks(response: ServerResponse, body: JsonText, byteLength: number): void {
  const chunks = chunksOf(body);
  let left = byteLength;
  const write = () => {
    while (!response.destroyed) {
      const { value: chunk } = chunks.next();
      if (chunk === undefined) return void response.end();
      left -= chunk.length;
      unwritten.set(response, left);
      if (!response.write(chunk)) return void response.once('drain', write);
    }
  };
  write();
}

function* chunksOf(body: JsonText): Generator<Uint8Array, undefined> {
  for (const bytes of typeof body === 'string' ? [Buffer.from(body)] : body)
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}
