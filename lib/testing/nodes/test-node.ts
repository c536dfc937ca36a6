import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseExactJson } from '@/lib/json/exact-parse';
import { scopeOf } from '@/lib/promises/request-scope';
import type { RpcHandler } from '@/lib/sources/transport/transport-type';
import { staticHost } from '../servers/static-host';

/** A fault in the response to one call. */
export type NodeFault =
  | { status: number; headers?: Record<string, string>; body?: string }
  | { rpcError: { code: number; message: string } }
  | { delayMs: number }
  /** Answers correctly once the promise is fulfilled. */
  | { after: Promise<unknown> }
  | 'hang'
  | 'reset'
  | 'truncate'
  | 'slow-body'
  | 'wrong-id'
  | 'html'
  | 'not-json'
  | 'null-result'
  | 'short-rows'
  | 'old-slot';

type NodeCall = {
  method: string;
  params: unknown[];
  /** Number of earlier calls of the same method. */
  nth: number;
};

export type TestNode = {
  url: string;
  calls: NodeCall[];
  countOf: (method: string) => number;
  /** Returns the fault for a call; undefined for a correct response. */
  fault: ((call: NodeCall) => NodeFault | undefined) | undefined;
  /** Number of unanswered calls whose callers are still connected. */
  inFlight: () => number;
  maxInFlight: () => number;
  close: () => Promise<void>;
};

/** Serializes JSON with bigints as integers. */
const toJson = (value: unknown) =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'bigint' ? `@bigint:${each}@` : each,
  ).replaceAll(/"@bigint:(\d+)@"/g, '$1');

/**
 * Response to a batch. Like some providers, this node accepts only single calls; `batching-node.ts` accepts batches.
 */
const NO_BATCHES = toJson({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'No batches' } });

/** Starts a JSON-RPC node on loopback. It handles calls with `transport` after `latencyMs`, with optional faults. */
export async function testNode(transport: RpcHandler, latencyMs = 0, port = 0): Promise<TestNode> {
  const calls: NodeCall[] = [];
  const counts = new Map<string, number>();
  const host = await staticHost(async (_path, response, request) => {
    // `calls` records the requests; callers that make millions of them clear it.
    host.requests.length = 0;
    // A caller may disconnect before it has sent its request.
    const body = (await text(request).then(parseExactJson, () => undefined)) as
      | { id: number; method: string; params: unknown[] }
      | unknown[]
      | undefined;
    if (body === undefined) return;
    if (Array.isArray(body)) return void response.end(NO_BATCHES);
    const { id, method, params } = body;
    const nth = node.countOf(method);
    counts.set(method, nth + 1);
    const call = { method, params, nth };
    calls.push(call);
    const fault = node.fault?.(call);
    const waitMs = typeof fault === 'object' && 'delayMs' in fault ? fault.delayMs : latencyMs;
    if (typeof fault === 'object' && 'after' in fault) await fault.after;
    else if (waitMs > 0) await sleep(waitMs);
    await answer(response, id, call, fault, transport);
  }, port);
  const node: TestNode = {
    url: `${host.origin}/`,
    calls,
    countOf: (method) => counts.get(method) ?? 0,
    fault: undefined,
    inFlight: host.inFlight,
    maxInFlight: host.maxInFlight,
    close: host.close,
  };
  return node;
}

/** Starts an EVM node on loopback with code at some addresses (lower case). */
export const testEvmNode = (code: Record<string, string>) =>
  testNode(async (method, [address]) => {
    if (method === 'eth_getCode') return code[String(address).toLowerCase()] ?? '0x';
    throw Object.assign(new Error('no such method'), { code: -32601 });
  });

async function answer(
  response: ServerResponse,
  id: number,
  call: NodeCall,
  fault: NodeFault | undefined,
  transport: RpcHandler,
) {
  const send = (
    status: number,
    body: string,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ) =>
    response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) }).end(body);
  if (fault === 'hang') return;
  if (fault === 'reset') return response.socket?.resetAndDestroy();
  if (fault === 'html')
    return send(200, '<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' });
  if (fault === 'not-json') return send(200, '{"jsonrpc":"2.0","id":');
  if (typeof fault === 'object' && 'status' in fault)
    return send(fault.status, fault.body ?? '', fault.headers ?? {});
  if (typeof fault === 'object' && 'rpcError' in fault)
    return send(200, toJson({ jsonrpc: '2.0', id, error: fault.rpcError }));
  let body: string;
  try {
    const params = fault === 'old-slot' ? withoutMinSlot(call.params) : call.params;
    let result = await transport(call.method, params, scopeOf(new AbortController().signal));
    if (fault === 'null-result') result = { context: { slot: 1 }, value: null };
    if (fault === 'short-rows') result = shorten(result);
    if (fault === 'old-slot') result = { ...(result as object), context: { slot: 1 } };
    body = toJson({ jsonrpc: '2.0', result, id: fault === 'wrong-id' ? id + 1 : id });
  } catch (thrown) {
    const { code = -32603, message = '' } = thrown as { code?: number; message?: string };
    body = toJson({ jsonrpc: '2.0', id, error: { code, message } });
  }
  if (fault === 'truncate') {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    });
    response.write(body.slice(0, body.length >> 1), () => response.socket?.destroy());
    return;
  }
  if (fault === 'slow-body') {
    response.writeHead(200, { 'content-type': 'application/json' });
    let at = 0;
    const drip = setInterval(() => {
      if (at >= body.length || response.destroyed) {
        clearInterval(drip);
        response.end();
      } else response.write(body[at++]);
    }, 50);
    return;
  }
  return send(200, body);
}

function shorten(result: unknown) {
  const { value } = result as { value?: unknown };
  return Array.isArray(value) ? { ...(result as object), value: value.slice(1) } : result;
}

function withoutMinSlot(params: unknown[]) {
  return params.map((each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? { ...each, minContextSlot: undefined }
      : each,
  );
}
