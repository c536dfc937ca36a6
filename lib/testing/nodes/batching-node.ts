import { json } from 'node:stream/consumers';
import { scopeOf } from '@/lib/promises/request-scope';
import type { RpcHandler } from '@/lib/sources/transport/transport-type';
import { staticHost } from '../servers/static-host';

/** A JSON-RPC request that the node received. */
export type BatchedRequest = { id: number; method: string; params: unknown[] };

/** The node's response. A string body is sent unchanged, any other body as JSON. */
export type RpcReply = { status?: number; headers?: Record<string, string>; body: unknown };

export type BatchingNode = {
  url: string;
  /** Bodies of the received requests, in order; an array is a batch. */
  bodies: (BatchedRequest | BatchedRequest[])[];
  close: () => Promise<void>;
};

/** Starts a node on loopback. It records the bodies of all requests, including batches, and responds with `reply`. */
export async function batchingNode(
  reply: (body: BatchedRequest | BatchedRequest[]) => RpcReply | Promise<RpcReply>,
): Promise<BatchingNode> {
  const bodies: BatchingNode['bodies'] = [];
  const host = await staticHost(async (_path, response, request) => {
    const body = (await json(request)) as BatchedRequest | BatchedRequest[];
    bodies.push(body);
    const { status = 200, headers, body: sent } = await reply(body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof sent === 'string' ? sent : JSON.stringify(sent));
  });
  return { url: `${host.origin}/`, bodies, close: host.close };
}

/** Answers one request with `transport`. Thrown errors become JSON-RPC errors with the same code and data. */
async function answerOne({ id, method, params }: BatchedRequest, transport: RpcHandler): Promise<object> {
  try {
    return {
      jsonrpc: '2.0',
      id,
      result: await transport(method, params, scopeOf(new AbortController().signal)),
    };
  } catch (thrown) {
    const {
      code = -32603,
      message = '',
      data,
    } = thrown as { code?: number; message?: string; data?: unknown };
    return { jsonrpc: '2.0', id, error: { code, message, data } };
  }
}

/** Answers a batch or single request with `transport`. */
export async function replyToAll(
  body: BatchedRequest | BatchedRequest[],
  transport: RpcHandler,
): Promise<{ body: object }> {
  if (!Array.isArray(body)) return { body: await answerOne(body, transport) };
  return { body: await Promise.all(body.map((each) => answerOne(each, transport))) };
}
