import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type StaticHost = {
  /** `http://127.0.0.1:port`. */
  origin: string;
  /** `127.0.0.1:port`, for `METADATA_ALLOW_HOSTS`. */
  host: string;
  /** Paths asked for, in order, with their headers. */
  requests: { path: string; headers: IncomingMessage['headers'] }[];
  countOf: (path: string) => number;
  maxInFlight: () => number;
  connections: () => number;
  close: () => Promise<void>;
};

/** A web host on loopback that answers as `answer` says; unanswered paths hang. */
export async function staticHost(
  answer: (path: string, response: ServerResponse, request: IncomingMessage) => void,
  port = 0,
): Promise<StaticHost> {
  const requests: StaticHost['requests'] = [];
  let inFlight = 0;
  let most = 0;
  let connections = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers });
    inFlight += 1;
    most = Math.max(most, inFlight);
    response.on('close', () => {
      inFlight -= 1;
    });
    answer(path, response, request);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: `http://${host}`,
    host,
    requests,
    countOf: (path) => requests.filter((each) => each.path === path).length,
    maxInFlight: () => most,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
