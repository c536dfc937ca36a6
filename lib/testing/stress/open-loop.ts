import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Results of a load run. Latencies are in ms, from the time a call was due (not from when a connection became free).
 */
export type LoadResult = {
  seconds: number;
  sent: number;
  accepted: number[];
  refused: number[];
  /** Failures by name: statuses other than 200, 429 and 503, errors in a 200 response, and failed connections. */
  failures: Map<string, number>;
  /** Number of calls that were due but not sent by the end. */
  unsent: number;
  /** Longest delay, in ms, that this process itself added to a call while a connection was free. */
  loaderLateMs: number;
};

export type LoadCall = { path: string; body: string };

const RETRY_MS = 20;

type LoadOptions = {
  port: number;
  authorization: string;
  connections: number;
  seconds: number;
  perSecond: number | undefined;
  next: () => LoadCall;
};

/**
 * Sends calls to a port on loopback over a fixed number of connections, one call at a time on each.
 * @param options `perSecond` is the number of calls started per second (open loop); if it is undefined, each connection
 * sends its next call after the response to the previous one (closed loop)
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const run = new LoadRun(options);
  await run.connect();
  if (options.perSecond === undefined) await run.closedLoop();
  else await run.openLoop(options.perSecond);
  return run.finish();
}

type Connection = { socket: Socket; received: string; due: number; call: LoadCall; busy: boolean };

class LoadRun {
  private readonly result: LoadResult;
  /**
   * Idle connections, used round-robin: the server closes a connection that sends nothing for too long.
   */
  private readonly idle: Connection[] = [];
  private readonly all: Connection[] = [];
  /** Due times of calls that are waiting for a free connection. */
  private readonly due: number[] = [];
  private isOver = false;

  constructor(private readonly options: LoadOptions) {
    this.result = {
      seconds: options.seconds,
      sent: 0,
      accepted: [],
      refused: [],
      failures: new Map(),
      unsent: 0,
      loaderLateMs: 0,
    };
  }

  async connect(): Promise<void> {
    await Promise.all(Array.from({ length: this.options.connections }, () => this.open()));
  }

  async closedLoop(): Promise<void> {
    for (const connection of this.idle.splice(0)) this.send(connection, performance.now());
    await sleep(this.options.seconds * 1000);
  }

  openLoop(perSecond: number): Promise<void> {
    const startedAt = performance.now();
    const endsAt = startedAt + this.options.seconds * 1000;
    let count = 0;
    return new Promise((resolve) => {
      const tick = () => {
        const now = performance.now();
        for (; ; count++) {
          const at = startedAt + (count * 1000) / perSecond;
          if (at > now || at > endsAt) break;
          this.sendOrQueue(at, now);
        }
        if (now > endsAt) resolve();
        else setTimeout(tick, 1);
      };
      tick();
    });
  }

  /** Ends the run. Waits up to 5 s for calls in flight and counts them. */
  async finish(): Promise<LoadResult> {
    this.result.unsent = this.due.length;
    this.isOver = true;
    for (let i = 0; i < 200 && this.all.some(({ busy }) => busy); i++) await sleep(25);
    for (const { busy, socket } of this.all) {
      if (busy) this.fail('no answer');
      socket.destroy();
    }
    return this.result;
  }

  private open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.options.port, '127.0.0.1');
      const connection: Connection = { socket, received: '', due: 0, call: this.options.next(), busy: false };
      this.all.push(connection);
      socket.setNoDelay(true);
      socket.setEncoding('latin1');
      socket.once('connect', () => {
        this.idle.push(connection);
        resolve();
      });
      socket.on('error', (error) => {
        this.fail(`connection: ${error.message}`);
        reject(error);
      });
      socket.on('close', () => {
        if (!this.isOver) this.fail('connection closed');
      });
      socket.on('data', (chunk: string) => this.receive(connection, chunk));
    });
  }

  private sendOrQueue(at: number, now: number): void {
    const connection = this.idle.shift();
    if (connection === undefined) {
      this.due.push(at);
      return;
    }
    this.result.loaderLateMs = Math.max(this.result.loaderLateMs, now - at);
    this.send(connection, at);
  }

  private send(connection: Connection, at: number, call = this.options.next()): void {
    const { path, body } = call;
    connection.due = at;
    connection.call = call;
    connection.busy = true;
    this.result.sent += 1;
    connection.socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: ${this.options.authorization}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  }

  private receive(connection: Connection, chunk: string): void {
    connection.received += chunk;
    const head = connection.received.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(connection.received.slice(0, head))?.[1]);
    if (connection.received.length < head + 4 + length) return;
    const [status, body] = [connection.received.slice(9, 12), connection.received.slice(head + 4)];
    connection.received = '';
    connection.busy = false;
    this.count(status, body, performance.now() - connection.due);
    if (!this.isOver) this.sendNext(connection, status);
  }

  private count(status: string, body: string, ms: number): void {
    if (status === '503' || status === '429') this.result.refused.push(ms);
    else if (status !== '200') this.fail(`status ${status}`);
    else if (body.includes('"error"')) this.fail(`200 with ${body.slice(0, 150)}`);
    else this.result.accepted.push(ms);
  }

  private sendNext(connection: Connection, status: string): void {
    if (this.options.perSecond === undefined) {
      // Retry rejected calls: fast rejections would otherwise change the mix of calls.
      if (status === '200') this.send(connection, performance.now());
      else
        setTimeout(() => this.isOver || this.send(connection, performance.now(), connection.call), RETRY_MS);
      return;
    }
    const waiting = this.due.shift();
    if (waiting === undefined) this.idle.push(connection);
    else this.send(connection, waiting);
  }

  private fail(what: string): void {
    const { failures } = this.result;
    failures.set(what, (failures.get(what) ?? 0) + 1);
  }
}

/**
 * Returns a percentile of values.
 * @param share between 0 and 1
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
