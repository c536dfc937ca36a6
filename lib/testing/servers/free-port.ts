import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Below every range from which systems hand out ports by themselves: Linux 32768 and up, macOS and Windows 49152. */
const LOWEST = 20_000;
const HIGHEST = 30_000;

/**
 * A TCP port of loopback for a server that is started soon, and perhaps again later. It belongs to this process while
 * it lives: no other test run on the machine is given the same.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if ((await claim(port)) && (await isFree(port))) return port;
  }
}

/** The UDP port of the same number is the claim: one process can hold it, and its end gives it back. */
function claim(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => resolve(false));
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true));
    socket.unref();
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
