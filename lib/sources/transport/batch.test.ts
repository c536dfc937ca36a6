import { afterAll, describe, expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import {
  type BatchingNode,
  batchingNode,
  type RpcReply,
  type RpcRequest,
} from '@/lib/testing/nodes/batching-node';
import { type HttpTransport, httpTransport } from './transport';

const open: { close: () => Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(open.map((each) => each.close()));
});

async function node(reply: (batch: RpcRequest[]) => RpcReply): Promise<BatchingNode> {
  const made = await batchingNode((body) => reply(body as RpcRequest[]));
  open.push(made);
  return made;
}
function transport(...nodes: BatchingNode[]): HttpTransport {
  const made = httpTransport({ urls: nodes.map(({ url }) => url), backoffMs: 1 });
  open.push(made);
  return made;
}
const scope = () => scopeOf(AbortSignal.timeout(120_000));
const CALLS = ['a', 'b', 'c'].map((method) => ({ method, params: [method, 1] }));
const ofMethod = ({ id, method }: RpcRequest) => ({ jsonrpc: '2.0', id, result: `result of ${method}` });
const ALL = ['a', 'b', 'c'].map((method) => ({ result: `result of ${method}` }));
const NONE = [undefined, undefined, undefined];

describe('a batch', () => {
  it('is one request, its answers in the order of the calls however they come', async () => {
    const one = await node((batch) => ({ body: batch.map(ofMethod).reverse() }));
    const ask = transport(one);
    expect(await ask.batch(CALLS, scope())).toEqual(ALL);
    expect(one.bodies).toHaveLength(1);
    expect(one.bodies[0]).toMatchObject(CALLS.map((call) => ({ jsonrpc: '2.0', ...call })));
    await ask.batch(CALLS, scope());
    const ids = one.bodies.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(6);
  });

  it('gives the error of each call by itself', async () => {
    const one = await node((batch) => ({
      body: batch.map((each) =>
        each.method === 'b' ? { id: each.id, error: { code: 3, message: 'reverted' } } : ofMethod(each),
      ),
    }));
    expect(await transport(one).batch(CALLS, scope())).toMatchObject([
      ALL[0],
      { error: { name: 'UpstreamCallError', code: 3, message: 'reverted' } },
      ALL[2],
    ]);
  });

  it('has nothing for a call that is left out, answered twice, or under another id', async () => {
    const one = await node(([a, b, c]) => ({
      body: [
        ofMethod(c as RpcRequest),
        ofMethod(b as RpcRequest),
        { ...ofMethod(b as RpcRequest), result: 'another' },
        { ...ofMethod(a as RpcRequest), id: String(a?.id) },
        null,
        7,
        { id: -1, result: 'foreign' },
      ],
    }));
    expect(await transport(one).batch(CALLS, scope())).toEqual([undefined, undefined, ALL[2]]);
  });

  it.each<[string, RpcReply]>([
    [
      'an error for the whole',
      { body: { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no' } } },
    ],
    ['HTTP 400', { status: 400, body: 'Bad Request' }],
    ['HTTP 413', { status: 413, body: '' }],
    ['HTTP 500', { status: 500, body: '' }],
    ['a page', { body: '<!doctype html>' }],
    ['one object', { body: { jsonrpc: '2.0', id: 1, result: '0x' } }],
    ['a text', { body: '"0x"' }],
    ['null', { body: 'null' }],
    ['an empty list', { body: [] }],
    ['lists in lists', { body: [[[]]] }],
  ])('that is answered with %s is tried once at each endpoint and has no answers', async (_, reply) => {
    const [one, two] = [await node(() => reply), await node(() => reply)];
    expect(await transport(one, two).batch(CALLS, scope())).toEqual(NONE);
    // A list, even an empty one, is this endpoint's word.
    const isList = Array.isArray(reply.body);
    expect([one.bodies.length, two.bodies.length]).toEqual(isList ? [1, 0] : [1, 1]);
  });

  it('goes to the second endpoint when the first takes none', async () => {
    const one = await node(() => ({ status: 400, body: '' }));
    const two = await node((batch) => ({ body: batch.map(ofMethod) }));
    expect(await transport(one, two).batch(CALLS, scope())).toEqual(ALL);
  });

  it('that a node hangs on is given up after a while', async () => {
    const one = await batchingNode(() => new Promise(() => {}));
    const ask = httpTransport({ urls: [one.url], batchMs: 20 });
    open.push(one, ask);
    expect(await ask.batch(CALLS, scope())).toEqual(NONE);
  });

  it('is not sent while every endpoint wants to be left alone', async () => {
    const one = await node(() => ({ status: 429, headers: { 'retry-after': '60' }, body: '' }));
    const ask = httpTransport({ urls: [one.url], batchMs: 1_000 });
    open.push(ask);
    for (let i = 0; i < 3; i++) expect(await ask.batch(CALLS, scope())).toEqual(NONE);
    expect(one.bodies).toHaveLength(1);
  });

  it('ends with its scope', async () => {
    const one = await node((batch) => ({ body: batch.map(ofMethod) }));
    await expect(transport(one).batch(CALLS, scopeOf(AbortSignal.abort()))).rejects.toMatchObject({
      name: 'UpstreamUnavailableError',
      reason: 'deadline-exceeded',
    });
    expect(one.bodies).toEqual([]);
  });
});
