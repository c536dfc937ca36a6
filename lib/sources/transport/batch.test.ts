import { afterAll, describe, expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import {
  type BatchedRequest,
  type BatchingNode,
  batchingNode,
  type RpcReply,
} from '@/lib/testing/nodes/batching-node';
import { type HttpTransport, httpTransport } from './transport';

const open: { close: () => Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(open.map((each) => each.close()));
});

/** Creates a node that answers batches with `reply` and all single calls successfully. */
async function node(reply: (batch: BatchedRequest[]) => RpcReply | Promise<RpcReply>): Promise<BatchingNode> {
  const made = await batchingNode((body) => (Array.isArray(body) ? reply(body) : { body: ofMethod(body) }));
  open.push(made);
  return made;
}
/** Returns the methods of each request; those of a batch are joined. */
const methodsOf = ({ bodies }: BatchingNode) =>
  bodies.map((body) => (Array.isArray(body) ? body.map(({ method }) => method).join() : body.method));
function transport(...nodes: BatchingNode[]): HttpTransport {
  const made = httpTransport({ urls: nodes.map(({ url }) => url), backoffMs: 1 });
  open.push(made);
  return made;
}
const scope = () => scopeOf(AbortSignal.timeout(120_000));
const CALLS = ['a', 'b', 'c'].map((method) => ({ method, params: [method, 1] }));
const ofMethod = ({ id, method }: BatchedRequest) => ({ jsonrpc: '2.0', id, result: `result of ${method}` });
const ALL = ['a', 'b', 'c'].map((method) => ({ result: `result of ${method}` }));
const ONE_BY_ONE = ['a,b,c', 'a', 'b', 'c'];

describe('Transport.batch', () => {
  it('a batch is sent as one request, and its results are returned in the order of the calls', async () => {
    const one = await node((batch) => ({ body: batch.map(ofMethod).reverse() }));
    const ask = transport(one);
    expect(await ask.batch(CALLS, scope())).toEqual(ALL);
    expect(one.bodies).toHaveLength(1);
    expect(one.bodies[0]).toMatchObject(CALLS.map((call) => ({ jsonrpc: '2.0', ...call })));
    await ask.batch(CALLS, scope());
    const ids = one.bodies.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(6);
  });

  it('returns the error of each failed call in a batch', async () => {
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
    expect(methodsOf(one)).toEqual(['a,b,c']);
  });

  it('retries a call of a batch after no response, two responses, a response with a different id or a transient error', async () => {
    const one = await node(([a, b, c, d]) => ({
      body: [
        ofMethod(c as BatchedRequest),
        { ...ofMethod(b as BatchedRequest), result: 'one' },
        { ...ofMethod(b as BatchedRequest), result: 'another' },
        { ...ofMethod(a as BatchedRequest), id: `0${a?.id}`, result: 'of a text' },
        { id: d?.id, error: { code: -32005, message: 'Node is behind' } },
        null,
        7,
        { id: -1, result: 'foreign' },
      ],
    }));
    const calls = [...CALLS, { method: 'd', params: [] }, { method: 'e', params: [] }];
    const all = calls.map(({ method }) => ({ result: `result of ${method}` }));
    expect(await transport(one).batch(calls, scope())).toEqual(all);
    expect(methodsOf(one)).toEqual(['a,b,c,d,e', 'a', 'b', 'd', 'e']);
  });

  it.each<[string, RpcReply]>([
    [
      'an error for the batch',
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
  ])(
    'tries a batch on each endpoint once, then sends single calls, if the response is %s',
    async (_, reply) => {
      const [one, two] = [await node(() => reply), await node(() => reply)];
      expect(await transport(one, two).batch(CALLS, scope())).toEqual(ALL);
      expect(methodsOf(one)).toEqual(ONE_BY_ONE);
      // Any array counts as a response to the batch, even an empty one.
      expect(methodsOf(two)).toEqual(Array.isArray(reply.body) ? [] : ['a,b,c']);
    },
  );

  it('sends a batch to the second endpoint if the first refuses batches', async () => {
    const one = await node(() => ({ status: 400, body: '' }));
    const two = await node((batch) => ({ body: batch.map(ofMethod) }));
    expect(await transport(one, two).batch(CALLS, scope())).toEqual(ALL);
    expect([methodsOf(one), methodsOf(two)]).toEqual([['a,b,c'], ['a,b,c']]);
  });

  it('gives up on a batch to a hanging node after the timeout of one attempt', async () => {
    const one = await node(() => new Promise(() => {}));
    const ask = httpTransport({ urls: [one.url], timeoutMs: 500 });
    open.push(ask);
    expect(await ask.batch(CALLS, scope())).toEqual(ALL);
  });

  it('sends no batch while every endpoint is rate-limiting', async () => {
    const limited: RpcReply = { status: 429, headers: { 'retry-after': '60' }, body: '' };
    const one = await batchingNode(() => limited);
    const ask = httpTransport({ urls: [one.url], retryMs: 1_000 });
    open.push(one, ask);
    for (let i = 0; i < 3; i++)
      expect(await ask.batch(CALLS, scope())).toMatchObject(
        CALLS.map(() => ({ error: { reason: 'upstream-rate-limited' } })),
      );
    expect(one.bodies).toHaveLength(1);
  });

  it('a batch rejects when its scope is aborted', async () => {
    const one = await node((batch) => ({ body: batch.map(ofMethod) }));
    await expect(transport(one).batch(CALLS, scopeOf(AbortSignal.abort()))).rejects.toMatchObject({
      name: 'UpstreamUnavailableError',
      reason: 'deadline-exceeded',
    });
    expect(one.bodies).toEqual([]);
  });
});
