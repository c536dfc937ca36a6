import 'server-only';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimits } from '../limits/connection-limits';
import { unwrittenBytes } from './body-pieces';
import { clientAddress } from './client-address';

/** In each period of `stalledMs` a peer must take at least this part of an answer, and at least one write (contract §2). */
const MOST_TIMES = 30;
/** At this many waiting pipelined requests, no more are read from their connection. */
const MAX_WAITING = 64;

/** A request that waits for its turn; without a response, the work after the last one. */
type Pipelined = { response: ServerResponse | undefined; answer: () => void };

type Connection = {
  socket: Socket;
  /** The address it counts for; undefined once a request on it has authenticated. */
  address: string | undefined;
  /** When it was opened, its newest request began, or a sweep first found that one answered. */
  usedAt: number;
  /** The response to the newest request that was begun; undefined once a sweep has found it closed. */
  newest: ServerResponse | undefined;
  /** Requests that wait for it, in their order. */
  waiting: Pipelined[];
  /** What the peer is to take; undefined while there is nothing. */
  taking: Taking | undefined;
  /** No more requests are taken from it. */
  isEnding: boolean;
};

/** How a peer takes its answer: what it had taken of all answers at some time, and the most that it had not, in bytes. */
type Taking = { since: number; taken: number; most: number };

/**
 * Bounds the connections of a server, and what each holds: one request under way at a time, however many are
 * pipelined, and an answer only while the peer keeps reading it.
 */
export class Connections {
  private readonly open = new Map<Socket, Connection>();
  private readonly byAddress = new Map<string, Set<Connection>>();
  private readonly timer: NodeJS.Timeout;

  /** @param stalledMs a connection that takes too little of its answer for this long is closed */
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

  /** Calls `answer` when the requests before it on the same connection are answered; never for one that is closed. */
  inOrder(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
    // Read now: Next replaces the request's parts when it reads its body.
    const { socket } = request;
    const connection = this.open.get(socket);
    if (connection === undefined || connection.isEnding) return;
    connection.usedAt = this.now();
    const { newest, waiting } = connection;
    // No listener unless a request waits for this response: with one on each, the collections of the young heap copied
    // ten times as much in one start of two, which cost a third of the calls per second (`npm run bench -- instances`).
    if (newest === undefined || newest.closed) {
      connection.newest = response;
      answer();
      return;
    }
    waiting.push({ response, answer });
    if (waiting.length === 1) newest.once('close', () => beginNext(socket, connection));
    if (waiting.length >= MAX_WAITING) socket.pause();
  }

  /**
   * Takes no more requests from a connection, and calls `end` when those that came whole are answered.
   * @param end told whether the last one, which did not come whole, was answered, too
   */
  afterAnswers(socket: Socket, end: (isAnswered: boolean) => void): void {
    const connection = this.open.get(socket);
    if (connection === undefined || connection.isEnding) return;
    connection.isEnding = true;
    const { newest, waiting } = connection;
    const isListening = waiting.length > 0;
    // The last that came may not be whole.
    if (waiting.at(-1)?.response?.req.complete === false) waiting.pop();
    if (newest === undefined || newest.closed || !(newest.req.complete || newest.headersSent)) {
      end(false);
      return;
    }
    const isAnswered = !newest.req.complete;
    waiting.push({ response: undefined, answer: () => end(isAnswered) });
    if (!isListening) newest.once('close', () => beginNext(socket, connection));
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
  }

  /** Closes an idle connection where there are too many; false when none is idle. */
  private makeRoom(ofAddress: Iterable<Connection> & { size: number }): boolean {
    if (ofAddress.size >= this.limits.perAddress) return this.closeLongestIdle(ofAddress);
    return this.open.size < this.limits.total || this.closeLongestIdle(this.open.values());
  }

  /** Closes the connection that has been idle longest, an authenticated one only if there is no other. */
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
        if (taking === undefined || taken - taking.taken >= Math.max(1, most / MOST_TIMES))
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

/** Begins the request that has waited longest; the one after it waits for its response. */
function beginNext(socket: Socket, connection: Connection): void {
  const { waiting } = connection;
  const next = waiting.shift();
  if (next === undefined) return;
  connection.newest = next.response;
  if (waiting.length > 0) next.response?.once('close', () => beginNext(socket, connection));
  else if (socket.isPaused()) socket.resume();
  next.answer();
}
