import { createServer, type ServerResponse } from 'node:http';
import { closeAtOnce, listenOnLoopback } from '../servers/loopback';

type Request = { id: number; method: string };

/**
 * Starts a JSON-RPC endpoint on loopback that responds to each request with the next entry in `script`. The last entry
 * is repeated.
 */
export async function scriptedRpc() {
  const rpc = {
    base: '',
    bodies: [] as (Request | Request[])[],
    script: [] as ((response: ServerResponse, body: Request | Request[]) => void)[],
    close: async () => {},
  };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text);
    rpc.bodies.push(body);
    (rpc.script.length > 1 ? rpc.script.shift() : rpc.script[0])?.(response, body);
  });
  rpc.base = `http://${await listenOnLoopback(server)}`;
  rpc.close = () => closeAtOnce(server);
  return rpc;
}
