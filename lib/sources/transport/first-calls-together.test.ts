import { afterEach, expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import {
  type BatchingNode,
  batchingNode,
  type RpcReply,
  replyToAll,
} from '@/lib/testing/nodes/batching-node';
import { firstCallsTogether } from './first-calls-together';
import { type HttpTransport, httpTransport } from './transport';
import type { Transport } from './transport-type';
import { UpstreamCallError } from './upstream-errors';

const scope = scopeOf(new AbortController().signal);
const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function nodeThat(reply: (body: BatchingNode['bodies'][number]) => RpcReply | Promise<RpcReply>) {
  const node = await batchingNode(reply);
  const transport: HttpTransport = httpTransport({ urls: [node.url], hedgeMs: 0, backoffMs: 1 });
  open.push(transport, node);
  return { node, transport };
}

const echo: Transport = async (method, params) => [method, ...params];
const three = (ask: Transport) => Promise.all(['a', 'b', 'c'].map((method, i) => ask(method, [i], scope)));
const ANSWERS = [
  ['a', 0],
  ['b', 1],
  ['c', 2],
];

it('sends the first calls in one request, and each later one by itself', async () => {
  const { node, transport } = await nodeThat((body) => replyToAll(body, echo));
  const ask = firstCallsTogether(transport, transport.batch)();
  expect(await three(ask)).toEqual(ANSWERS);
  expect(node.bodies).toEqual([[expect.anything(), expect.anything(), expect.anything()]]);
  expect(await ask('d', [3], scope)).toEqual(['d', 3]);
  expect(node.bodies).toHaveLength(2);
});

it('asks again by itself what the node answered with an error, or not at all', async () => {
  let asked = 0;
  const sometimes: Transport = async (method, params, until) => {
    if (method === 'b' && asked++ === 0) throw new UpstreamCallError(-32005, 'Node is behind');
    return echo(method, params, until);
  };
  const { node, transport } = await nodeThat((body) => replyToAll(body, sometimes));
  expect(await three(firstCallsTogether(transport, transport.batch)())).toEqual(ANSWERS);
  expect(node.bodies).toMatchObject([[{}, {}, {}], { method: 'b' }]);
});

it('leaves a node that takes no batches alone with them for ten minutes', async () => {
  const { node, transport } = await nodeThat((body) =>
    Array.isArray(body)
      ? { status: 400, body: { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'No batches' } } }
      : replyToAll(body, echo),
  );
  let now = 0;
  const begin = firstCallsTogether(transport, transport.batch, () => now);
  expect(await three(begin())).toEqual(ANSWERS);
  expect(node.bodies.filter(Array.isArray)).toHaveLength(1);
  now = 599_999;
  expect(await three(begin())).toEqual(ANSWERS);
  expect(node.bodies.filter(Array.isArray)).toHaveLength(1);
  now = 600_001;
  expect(await three(begin())).toEqual(ANSWERS);
  expect(node.bodies.filter(Array.isArray)).toHaveLength(2);
});

it('ends with the scope', async () => {
  const { transport } = await nodeThat(() => new Promise(() => undefined));
  const caller = new AbortController();
  const ask = firstCallsTogether(transport, transport.batch)();
  const both = Promise.allSettled([
    ask('a', [], scopeOf(caller.signal)),
    ask('b', [], scopeOf(caller.signal)),
  ]);
  setImmediate(() => caller.abort());
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
