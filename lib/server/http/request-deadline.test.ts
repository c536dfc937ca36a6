import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { sendToRoute } from '@/lib/testing/servers/route-handler';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_AUTHORIZATION } from '@/lib/testing/servers/service-parts';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { until } from '@/lib/testing/until';

// Tests equal calls, and calls whose caller has left, while the only node of the chain responds to no listing.

let node: TestNode;
let service: RunningService | undefined;
beforeEach(async () => {
  // The certificate is not read for a caller, so a request for it would stay in flight.
  node = await testNode(async (method) => (method === 'getAgGenesisCert' ? null : new Promise(() => {})));
});
afterEach(async () => {
  await service?.stop();
  await node.close();
});

const listing = (owner: string) => ({
  jsonrpc: '2.0',
  id: 1,
  chainId: 101,
  method: 'enhancedGetTokensAndNFTs',
  params: [addressOf(owner)],
});

it('answers each of several equal calls at its own deadline', async () => {
  const running = await runService({ SOLANA_RPC_URL_101: node.url, REQUEST_DEADLINE_MS: '1500' });
  service = running;
  const answered: string[] = [];
  const list = async (owner: string) => {
    const { json } = await running.call('/solana', listing(owner));
    answered.push(owner);
    expect(json.error).toMatchObject({ code: -32002, data: { reason: 'deadline-exceeded' } });
  };
  const equal = Array.from({ length: 4 }, () => list('equal'));
  await Promise.race(equal);
  // This deadline starts when that of the first equal call has passed.
  await Promise.all([...equal, list('later')]);
  expect(answered).toEqual(['equal', 'equal', 'equal', 'equal', 'later']);
});

it.each([
  ['/solana', listing('left')],
  [
    '/mcp',
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'enhancedGetTokensAndNFTs',
        arguments: { chainId: 101, accountAddress: addressOf('left') },
      },
    },
  ],
])('ends a call that waits for an equal one when its caller disconnects: %s', async (path, message) => {
  const lines: Record<string, unknown>[] = [];
  const logDestination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  service = await runService({ SOLANA_RPC_URL_101: node.url, LOG_LEVEL: 'debug' }, { logDestination });
  const first = new AbortController();
  const waiting = fetch(`${service.base}/solana`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: TEST_AUTHORIZATION },
    body: JSON.stringify(listing('left')),
    signal: first.signal,
  }).catch(() => undefined);
  await until('the first call is in flight', () => node.inFlight() > 0);
  const socket = connect(service.port, '127.0.0.1');
  await once(socket, 'connect');
  const body = JSON.stringify(message);
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Authorization: ${TEST_AUTHORIZATION}`,
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  const disconnected = () => lines.filter(({ status }) => status === 'disconnected');
  await until('the second call has ended', () => disconnected().length === 1);
  expect(node.inFlight()).toBeGreaterThan(0);
  first.abort();
  await waiting;
  await until('the first call has ended', () => disconnected().length === 2);
  await until('no request to the node is in flight', () => node.inFlight() === 0);
});

it('a route handler ends a call whose caller disconnected before it started', async () => {
  service = await runService({ SOLANA_RPC_URL_101: node.url });
  const answer = await sendToRoute(
    new Request(`${service.base}/solana`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: TEST_AUTHORIZATION },
      body: JSON.stringify(listing('gone')),
      signal: AbortSignal.abort(),
    }),
  );
  expect((await answer.json()).error.data.reason).toBe('deadline-exceeded');
});
