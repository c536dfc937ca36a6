import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Range of ports, below the ephemeral ports of all systems (Linux from 32768, macOS and Windows from 49152). */
const LOWEST = 20_000;
const HIGHEST = 30_000;

/**
 * Returns a free TCP port on loopback for a server to be started, and perhaps restarted. Reserves the port until this
 * process ends: no other test run on the machine gets the same port.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if ((await claim(port)) && (await isFree(port))) return port;
  }
}

/** Claims a port by binding the UDP port with the same number. The lock ends with the process. */
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
