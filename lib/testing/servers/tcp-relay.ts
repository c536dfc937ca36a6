import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** A relay on loopback whose target can change, like a DNS name or virtual IP address that follows a primary. */
export type TcpRelay = {
  port: number;
  /** Port to which new connections are forwarded. */
  target: number;
  /** While true, no bytes are forwarded and no connection is closed, like a hanging host. */
  isHanging: boolean;
  /** Forwards nothing more on the open connections and never closes them, as when their host has disappeared. */
  abandonConnections: () => void;
  /** Ends all connections, as a server does that shuts down. New connections are accepted. */
  endConnections: () => void;
  close: () => Promise<void>;
};

/**
 * Starts a relay.
 * @param target port on loopback to which connections are forwarded initially
 */
export async function tcpRelay(target: number): Promise<TcpRelay> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(relay.target, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      const held = hangingWhile(() => relay.isHanging);
      // Bytes may still be pending after a socket has closed.
      held.on('error', () => other.destroy());
      socket.pipe(held).pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const relay: TcpRelay = {
    port: (server.address() as { port: number }).port,
    target,
    isHanging: false,
    abandonConnections() {
      for (const socket of open) socket.unpipe().pause();
    },
    endConnections() {
      for (const socket of open) socket.end();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
  return relay;
}

/** Creates a stream that forwards bytes, except while `isHanging` returns true. */
const hangingWhile = (isHanging: () => boolean) =>
  new Transform({
    async transform(chunk, _encoding, done) {
      while (isHanging()) await sleep(20);
      done(null, chunk);
    },
  });
