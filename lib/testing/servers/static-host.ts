import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { closeAtOnce, listenOnLoopback } from './loopback';

export type StaticHost = {
  /** Origin of the host: `http://127.0.0.1:port`, or `https:` if it has a certificate. */
  origin: string;
  /** Host and port as `127.0.0.1:port`, for `METADATA_ALLOW_HOSTS`. */
  host: string;
  /** Paths and headers of the received requests, in order. */
  requests: { path: string; headers: IncomingMessage['headers'] }[];
  countOf: (path: string) => number;
  /** Number of unanswered requests whose callers are still connected. */
  inFlight: () => number;
  maxInFlight: () => number;
  connections: () => number;
  close: () => Promise<void>;
};

/**
 * Starts a web host on loopback that responds with `answer`. Requests to which `answer` does not respond hang.
 * @param tls the host's key and certificate; if set, the host accepts only TLS
 */
export async function staticHost(
  answer: (path: string, response: ServerResponse, request: IncomingMessage) => void,
  port = 0,
  tls?: { key: Buffer; cert: Buffer },
): Promise<StaticHost> {
  const requests: StaticHost['requests'] = [];
  let inFlight = 0;
  let most = 0;
  let connections = 0;
  const take = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers });
    inFlight += 1;
    most = Math.max(most, inFlight);
    response.on('close', () => {
      inFlight -= 1;
    });
    answer(path, response, request);
  };
  const server = tls ? createTlsServer(tls, take) : createServer(take);
  server.on('connection', () => {
    connections += 1;
  });
  const host = await listenOnLoopback(server, port);
  return {
    origin: `${tls ? 'https' : 'http'}://${host}`,
    host,
    requests,
    countOf: (path) => requests.filter((each) => each.path === path).length,
    inFlight: () => inFlight,
    maxInFlight: () => most,
    connections: () => connections,
    close: () => closeAtOnce(server),
  };
}
