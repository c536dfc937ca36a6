import { connect, type Socket } from 'node:net';

/** What came of a load: latencies in ms, from the time a call was due and not from when a connection was free. */
export type LoadResult = {
  seconds: number;
  sent: number;
  accepted: number[];
  refused: number[];
  /** Statuses other than 200, 429 and 503, errors in a 200, and connections that failed. */
  failures: Map<string, number>;
  /** Calls that were due and not sent when the time was over. */
  unsent: number;
  /** Longest that this process itself was late for a call with a connection free. */
  loaderLateMs: number;
};

export type LoadCall = { path: string; body: string };

const RETRY_MS = 20;

type Connection = { socket: Socket; received: string; due: number; call: LoadCall; busy: boolean };

/**
 * Sends calls to a port of loopback over a fixed number of connections, each carrying one at a time.
 * @param perSecond calls due a second, whatever the answers do (open loop); undefined sends the next when one is
 * answered (closed loop)
 */
export async function runLoad(options: {
  port: number;
  authorization: string;
  connections: number;
  seconds: number;
  perSecond: number | undefined;
  next: () => LoadCall;
}): Promise<LoadResult> {
  const { port, authorization, perSecond, next } = options;
  const result: LoadResult = {
    seconds: options.seconds,
    sent: 0,
    accepted: [],
    refused: [],
    failures: new Map(),
    unsent: 0,
    loaderLateMs: 0,
  };
  const fail = (what: string) => result.failures.set(what, (result.failures.get(what) ?? 0) + 1);
  /** Taken from the front: a connection that never sends anything is closed by the server after its head timeout. */
  const idle: Connection[] = [];
  const all: Connection[] = [];
  const due: number[] = [];
  let over = false;

  const send = (connection: Connection, at: number, call = next()) => {
    const { path, body } = call;
    connection.due = at;
    connection.call = call;
    connection.busy = true;
    result.sent += 1;
    connection.socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: ${authorization}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  };
  const answered = (connection: Connection, status: string, body: string) => {
    const ms = performance.now() - connection.due;
    connection.busy = false;
    if (status === '503' || status === '429') result.refused.push(ms);
    else if (status !== '200') fail(`status ${status}`);
    else if (body.includes('"error"')) fail(`200 with ${body.slice(0, 150)}`);
    else {
      result.accepted.push(ms);
    }
    if (over) return;
    if (perSecond === undefined) {
      // The same call again: else the quick refusals would make the mix another.
      if (status === '200') send(connection, performance.now());
      else setTimeout(() => over || send(connection, performance.now(), connection.call), RETRY_MS);
      return;
    }
    const waiting = due.shift();
    if (waiting === undefined) idle.push(connection);
    else send(connection, waiting);
  };
  const open = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      const connection: Connection = { socket, received: '', due: 0, call: next(), busy: false };
      all.push(connection);
      socket.setNoDelay(true);
      socket.setEncoding('latin1');
      socket.once('connect', () => {
        idle.push(connection);
        resolve();
      });
      socket.on('error', (error) => {
        fail(`connection: ${error.message}`);
        reject(error);
      });
      socket.on('close', () => {
        if (!over) fail('connection closed');
      });
      socket.on('data', (chunk: string) => {
        connection.received += chunk;
        const head = connection.received.indexOf('\r\n\r\n');
        if (head < 0) return;
        const length = Number(/\r\ncontent-length: *(\d+)/i.exec(connection.received.slice(0, head))?.[1]);
        if (connection.received.length < head + 4 + length) return;
        const [status, body] = [connection.received.slice(9, 12), connection.received.slice(head + 4)];
        connection.received = '';
        answered(connection, status, body);
      });
    });
  await Promise.all(Array.from({ length: options.connections }, open));

  const startedAt = performance.now();
  const endsAt = startedAt + options.seconds * 1000;
  if (perSecond === undefined) {
    for (const connection of idle.splice(0)) send(connection, performance.now());
    await new Promise((resolve) => setTimeout(resolve, options.seconds * 1000));
  } else {
    let count = 0;
    await new Promise<void>((resolve) => {
      const tick = () => {
        const now = performance.now();
        for (; ; count++) {
          const at = startedAt + (count * 1000) / perSecond;
          if (at > now || at > endsAt) break;
          const connection = idle.shift();
          if (connection === undefined) due.push(at);
          else {
            result.loaderLateMs = Math.max(result.loaderLateMs, now - at);
            send(connection, at);
          }
        }
        if (now > endsAt) resolve();
        else setTimeout(tick, 1);
      };
      tick();
    });
  }
  result.unsent = due.length;
  over = true;
  // What is under way is still answered, and counts.
  for (let i = 0; i < 200 && all.some(({ busy }) => busy); i++)
    await new Promise((resolve) => setTimeout(resolve, 25));
  for (const { busy, socket } of all) {
    if (busy) fail('no answer');
    socket.destroy();
  }
  return result;
}

/** The value that a share of all are not above. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
