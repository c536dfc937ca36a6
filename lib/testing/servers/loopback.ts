import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Listens on loopback.
 * @param port 0 for any free port
 * @returns `127.0.0.1:port`
 */
export async function listenOnLoopback(server: Server, port = 0): Promise<string> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Stops listening and closes every connection. */
export function closeAtOnce(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
