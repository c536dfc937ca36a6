import 'server-only';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection that takes too little of its answer for this long is closed. */
const STALLED_MS = 20_000;
/** An answer is taken within so many times that: in each at least this part of it, and at least a byte. */
const MOST_TIMES = 30;
const SWEEP_MS = 2_000;
/** Above this many connections, those that have sent nothing are closed, oldest first. */
const MANY_CONNECTIONS = 4_000;

/** At this many waiting pipelined requests, no more are read from their connection. */
const MAX_WAITING = 64;

type Pipelined = { response: ServerResponse; answer: () => void };

type Connection = {
  busy: boolean;
  /** Requests that wait for the one under way, in their order. */
  waiting: Pipelined[];
  /** Begins the next one, when the one under way is answered. */
  goOn: () => void;
  hasSent: boolean;
  /** What the peer is to take; undefined while there is nothing. */
  taking: Taking | undefined;
};

/** How a peer takes its answer: what it had taken of all answers at some time, and the most that it had not, in bytes. */
type Taking = { since: number; taken: number; most: number };

/**
 * What one connection may hold: one request under way at a time, however many are pipelined, and an answer only while
 * the peer reads it at some pace: what is held for who reads a byte now and then is held from others.
 */
export class Connections {
  private readonly open = new Map<Socket, Connection>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    server: Server,
    private readonly now: () => number = () => performance.now(),
    stalledMs = STALLED_MS,
    sweepMs = SWEEP_MS,
  ) {
    server.on('connection', (socket: Socket) => this.add(socket));
    server.on('close', () => clearInterval(this.timer));
    this.timer = setInterval(() => this.closeStalled(stalledMs), sweepMs);
    this.timer.unref();
  }

  /** Calls `answer` when the requests before it on the same connection are answered; never for one that is closed. */
  inOrder(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
    // Kept here: Next replaces what a request consists of when it reads its body.
    const { socket } = request;
    const connection = this.open.get(socket);
    if (connection === undefined) return;
    connection.hasSent = true;
    if (!connection.busy) {
      begin(connection, { response, answer });
      return;
    }
    connection.waiting.push({ response, answer });
    if (connection.waiting.length >= MAX_WAITING) socket.pause();
  }

  private add(socket: Socket): void {
    const connection: Connection = {
      busy: false,
      waiting: [],
      goOn: () => {
        connection.busy = false;
        const next = connection.waiting.shift();
        if (next) begin(connection, next);
        if (connection.waiting.length === 0 && socket.isPaused()) socket.resume();
      },
      hasSent: false,
      taking: undefined,
    };
    this.open.set(socket, connection);
    socket.once('close', () => {
      connection.waiting.length = 0;
      this.open.delete(socket);
    });
    if (this.open.size > MANY_CONNECTIONS) this.closeSilent();
  }

  /** Closes the oldest connection that has sent nothing. */
  private closeSilent(): void {
    for (const [socket, { hasSent }] of this.open) {
      if (hasSent) continue;
      socket.destroy();
      return;
    }
  }

  private closeStalled(stalledMs: number): void {
    const time = this.now();
    for (const [socket, connection] of this.open) {
      const { taking } = connection;
      if (socket.writableLength === 0) connection.taking = undefined;
      else {
        const taken = takenBytes(socket);
        const most = Math.max(socket.writableLength, taking?.most ?? 0);
        if (taking === undefined || taken - taking.taken >= Math.max(1, most / MOST_TIMES))
          connection.taking = { since: time, taken, most };
        else if (time - taking.since >= stalledMs) socket.destroy();
        else taking.most = most;
      }
    }
  }
}

/** Begins a request; the one after it waits until it is answered. */
function begin(connection: Connection, { response, answer }: Pipelined): void {
  connection.busy = true;
  // One listener for the connection: with a closure for each request, those that had come through two collections of
  // the young heap held all later ones of their connection, which cost a third of the calls a second.
  response.once('close', connection.goOn);
  answer();
}

/** Bytes of answers that the peer has taken, or the system for it: what was handed over, without what is left of that. */
function takenBytes(socket: Socket): number {
  const { _handle: handle } = socket as Socket & {
    _handle?: { bytesWritten?: number; writeQueueSize?: number };
  };
  return (handle?.bytesWritten ?? 0) - (handle?.writeQueueSize ?? 0);
}
