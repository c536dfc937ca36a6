import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** An address of loopback that leads where it is told: as a name or a virtual address that follows the primary. */
export type TcpRelay = {
  port: number;
  /** The port that new connections are led to. */
  target: number;
  /** While true, bytes are held back and no connection is closed, as by a host that hangs. */
  isHanging: boolean;
  close: () => Promise<void>;
};

/** @param target port of loopback to begin with */
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
      // Bytes may still be held back when a socket is gone.
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
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
  return relay;
}

/** Passes bytes on, except while `isHanging`. */
const hangingWhile = (isHanging: () => boolean) =>
  new Transform({
    async transform(chunk, _encoding, done) {
      while (isHanging()) await sleep(20);
      done(null, chunk);
    },
  });
