import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { runProject } from '@/lib/commands/project';
import { STAKE_PROGRAM } from '@/lib/solana/account-description/known-programs';
import { numberedAddress } from '@/lib/sources/sample/sample-address';
import { testIo } from '@/lib/testing/command-io';
import { closeAtOnce, listenOnLoopback } from '@/lib/testing/servers/loopback';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_AUTHORIZATION } from '@/lib/testing/servers/service-parts';
import { until } from '@/lib/testing/until';

// Tests the methods of a node that `/solana` forwards (contract §10), with nodes that send any bytes.

const OWNER = '4UAQRrXpn6dwBucduiaCsfXfbx6BoRnuXQ9nohYPkyby';

type Sent = { id: number; method: string; params?: unknown };
/** What a node sends for a call: the bytes of `result`, or a whole body, with a status. */
type Reply = { result: string } | { body: string | Buffer; status?: number } | 'hang' | 'reset';

/** Starts a node that sends raw bytes. */
async function rawNode() {
  const node = {
    url: '',
    sent: [] as Sent[],
    bodies: [] as string[],
    reply: (_: Sent): Reply => ({ result: '1' }),
    close: async () => {},
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const call = JSON.parse(body) as Sent;
    // The service asks each node once for its certificate.
    if (call.method === 'getAgGenesisCert')
      return response.end(`{"id":${call.id},"error":{"code":-32601,"message":"no"}}`);
    node.bodies.push(body);
    node.sent.push(call);
    const reply = node.reply(call);
    if (reply === 'hang') return;
    if (reply === 'reset') return request.socket.resetAndDestroy();
    if ('result' in reply) return response.end(`{"jsonrpc":"2.0","result":${reply.result},"id":${call.id}}`);
    return response.writeHead(reply.status ?? 200).end(reply.body);
  });
  node.url = `http://${await listenOnLoopback(server)}`;
  node.close = () => closeAtOnce(server);
  return node;
}

let first: Awaited<ReturnType<typeof rawNode>>;
let second: Awaited<ReturnType<typeof rawNode>>;
let running: RunningService;

beforeAll(async () => {
  first = await rawNode();
  second = await rawNode();
  running = await runService({
    SOLANA_RPC_URL_101: first.url,
    SOLANA_RPC_URL_102: first.url,
    SOLANA_FORWARD_102: 'all',
    SOLANA_RPC_URL_103: first.url,
    SOLANA_FORWARD_103: 'off',
    SOLANA_RPC_URL_105: `${first.url},${second.url}`,
    SOLANA_FORWARD_105: 'all',
    REQUEST_DEADLINE_MS: '3000',
  });
});
afterAll(async () => {
  await running?.stop();
  await first?.close();
  await second?.close();
});
beforeEach(async () => {
  for (const node of [first, second]) node.reply = () => ({ result: '1' });
  // Faults of an earlier test may have paused the endpoints.
  for (const chainId of [101, 105])
    await until('the first endpoint is ready', async () => {
      first.sent.length = 0;
      await ask('getHealth', undefined, chainId);
      return first.sent.length === 1;
    });
  for (const node of [first, second]) node.sent.length = node.bodies.length = 0;
});

const ask = (method: string, params?: unknown, chainId = 101, id: unknown = 7) =>
  running.call(`/solana/${chainId}`, { jsonrpc: '2.0', id, method, params });

/** Raw results of nodes: integers beyond 2^53, unknown members, spaces, escapes, fractions as they are. */
const RESULTS = [
  '18446744073709551615',
  '{ "context":{"slot":1,"slot":2},"value": {"lamports":9007199254740993,"new":[1.50,1e3,-0]} }',
  '"\\u00e9\\/é"',
  'null',
  '[]',
];

describe('a forwarded call', () => {
  it.each(RESULTS)('has the result %s of the node, byte for byte', async (result) => {
    first.reply = () => ({ result });
    const { status, text } = await ask('getAccountInfo', [OWNER]);
    expect(status).toBe(200);
    expect(text).toBe(`{"jsonrpc":"2.0","id":7,"result":${result}}`);
  });

  it('sends the params unchanged, and omits params that the call does not have', async () => {
    const params = [OWNER, { encoding: 'base64', minContextSlot: 1, 'a new option': [null, 1.5, true, 'é'] }];
    await ask('getAccountInfo', params);
    await ask('getHealth');
    const text = `{"id":1,"method":"getBalance","params":["${OWNER}",18446744073709551615]}`;
    await running.call('/solana/101', text);
    expect(first.sent[0]).toMatchObject({ method: 'getAccountInfo', params });
    expect(first.sent[1]).not.toHaveProperty('params');
    expect(first.bodies[2]).toContain(`"params":["${OWNER}",18446744073709551615]`);
  });

  it('forwards methods of newer nodes that begin with get or is', async () => {
    for (const method of ['getSomethingNew', 'isSomethingNew']) {
      expect((await ask(method, [])).json.result).toBe(1);
      expect(first.sent.at(-1)?.method).toBe(method);
    }
  });

  it('has the error of the node with its code, message and data, after one call', async () => {
    const error = '{"code":-32005,"message":"Node is behind","data":{"numSlotsBehind":18446744073709551615}}';
    first.reply = ({ id }) => ({ body: `{"jsonrpc":"2.0","error":${error},"id":${id}}` });
    expect((await ask('getSlot')).text).toBe(`{"jsonrpc":"2.0","id":7,"error":${error}}`);
    expect(first.sent).toHaveLength(1);
  });

  it('is answered by the next endpoint if the first fails or reports an error', async () => {
    second.reply = () => ({ result: '2' });
    for (const reply of [
      { status: 503, body: '' },
      { status: 200, body: '<html>' },
    ]) {
      first.reply = () => reply;
      expect((await ask('getSlot', [], 105)).json.result).toBe(2);
    }
    first.reply = ({ id }) => ({ body: `{"error":{"code":-32601,"message":"Method not found"},"id":${id}}` });
    expect((await ask('getSlot', [], 105)).json.result).toBe(2);
  });

  it('may be in a batch with methods of this service', async () => {
    first.reply = ({ method }) => ({ result: `"${method}"` });
    const { json } = await running.call('/solana/104', [
      { id: 1, method: 'getHealth' },
      { id: 2, method: 'enhancedGetTokensAndNFTs', params: [OWNER] },
      { id: 'a', method: 'getSlot', params: [], chainId: 104 },
    ]);
    expect(json).toMatchObject([
      { id: 1, result: 'ok' },
      { id: 2, result: { tokens: expect.any(Array) } },
      { id: 'a', result: 300_000_000 },
    ]);
  });
});

describe('a node that sends anything else', () => {
  it.each([
    ['HTML', { body: '<!doctype html>' }],
    ['a truncated body', { body: '{"jsonrpc":"2.0","id":' }],
    ['a result that is not JSON', { result: '{"a":tru}' }],
    ['a result that is nested too deeply', { result: `${'['.repeat(100)}${']'.repeat(100)}` }],
    ['another id', { body: '{"jsonrpc":"2.0","result":1,"id":-1}' }],
    ['an error that is not an error object', { body: '{"error":"no","id":null}' }],
    ['a reset', 'reset' as const],
  ])('is not forwarded: %s', async (_, reply) => {
    first.reply = () => reply;
    const { status, json } = await ask('getSlot');
    expect(status).toBe(200);
    expect(json.error).toMatchObject({
      code: -32002,
      data: { reason: expect.stringMatching(/^upstream-|^deadline/) },
    });
  });

  it('hangs until the deadline', async () => {
    first.reply = () => 'hang';
    expect((await ask('getSlot')).json.error.data.reason).toBe('deadline-exceeded');
  });

  it('sends more than 32 MiB', async () => {
    // A service with the default deadline, because a busy machine takes seconds to read 33 MiB.
    const patient = await runService({ SOLANA_RPC_URL_101: first.url });
    onTestFinished(() => patient.stop());
    const answer = async (method: string, params: unknown) =>
      (await patient.call('/solana/101', { jsonrpc: '2.0', id: 7, method, params })).json;
    first.reply = () => ({ result: `"${'x'.repeat(33 * 1024 * 1024)}"` });
    const filtered = [OWNER, { filters: [{ dataSize: 1 }] }];
    expect((await answer('getProgramAccounts', filtered)).error).toMatchObject({
      code: -32005,
      data: { reason: 'answer-too-large', maxBytes: 32 * 1024 * 1024 },
    });
    first.reply = () => ({ result: `"${'x'.repeat(8 * 1024 * 1024)}"` });
    expect((await answer('getBlock', [1])).result).toHaveLength(8 * 1024 * 1024);
  });
});

it('counts finished items of a batch in the memory budget until its last item ends', async () => {
  const patient = await runService({ SOLANA_RPC_URL_101: first.url });
  onTestFinished(() => patient.stop());
  const { memory } = patient.service;
  const block = `"${'x'.repeat(1024 * 1024)}"`;
  first.reply = ({ method }) => (method === 'getBlock' ? { result: block } : 'hang');
  const batch = [1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, method: 'getBlock', params: [id] }));
  const leaving = new AbortController();
  const sent = fetch(`${patient.base}/solana/101`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: TEST_AUTHORIZATION },
    body: JSON.stringify([...batch, { jsonrpc: '2.0', id: 4, method: 'getSlot' }]),
    signal: leaving.signal,
  }).catch((error: unknown) => error);
  const answers = batch.map(({ id }) => `{"jsonrpc":"2.0","id":${id},"result":${block}}`);
  await until('three blocks are counted', () => memory.held === answers.join('').length);
  leaving.abort();
  await until('all memory is released', () => memory.held === 0);
  expect(await sent).toMatchObject({ name: 'AbortError' });
});

describe('a method that is not forwarded', () => {
  it.each([
    ['sendTransaction', 101],
    ['requestAirdrop', 101],
    ['getSlot', 103],
  ])('is refused with the variable that allows it: %s on chain %i', async (method, chainId) => {
    const level = method === 'getSlot' ? 'read' : 'all';
    expect((await ask(method, ['x'], chainId)).json.error).toMatchObject({
      code: -32601,
      message: expect.stringContaining(`SOLANA_FORWARD_${chainId}=${level}`),
      data: { reason: 'method-not-forwarded' },
    });
    expect(first.sent).toEqual([]);
  });

  it.each([
    'getbalance',
    'get',
    'sendBundle',
    'accountSubscribe',
    'toString',
    '__proto__',
    'getA\u0000',
    `get${'A'.repeat(70)}`,
  ])('is unknown: %s', async (method) => {
    expect((await ask(method, [])).json.error.data.reason).toBe('method-not-found');
    expect(first.sent).toEqual([]);
  });

  it('is unknown on /evm-chain, and without a chain /solana asks for one', async () => {
    expect((await running.call('/evm-chain', { method: 'getSlot' })).json.error.code).toBe(-32601);
    expect((await running.call('/solana', { method: 'getSlot' })).json.error.data.reason).toBe(
      'missing-chain-id',
    );
  });

  it.each([
    undefined,
    [],
    [OWNER],
    [OWNER, {}],
    [OWNER, { filters: [] }],
    [OWNER, { filters: [{ tokenAccountState: null }] }],
    [OWNER, { filters: [{ memcmp: { offset: 0, bytes: '' } }, { memcmp: { offset: 0, bytes: [] } }] }],
    [OWNER, { filters: [null, { memcmp: null }, { memcmp: { bytes: { toString: 1 } } }] }],
  ])('scans programs only with a filter: params %j', async (params) => {
    for (const method of ['getProgramAccounts', 'getProgramAccountsV2'])
      expect((await ask(method, params)).json.error).toMatchObject({
        code: -32602,
        data: { reason: 'missing-filter', path: 'params[1].filters' },
      });
    expect(first.sent).toEqual([]);
  });
});

describe('sendTransaction', () => {
  it.each([
    ['a reset', 'reset' as const],
    ['429', { status: 429, body: '' }],
    ['503', { status: 503, body: '' }],
    ['an error', { body: '{"error":{"code":-32603,"message":"Internal error"},"id":null}' }],
  ])('is sent once, also after %s', async (_, reply) => {
    first.reply = () => reply;
    const { json } = await ask('sendTransaction', ['AQ=='], 105);
    expect(json).toHaveProperty('error');
    expect([...first.sent, ...second.sent]).toHaveLength(1);
  });
});

it('a project’s list of methods also applies to the methods of the node', async () => {
  const io = testIo();
  const { dataDir } = running.service.env;
  expect(
    await runProject(['create', '--methods', 'getSlot,getSomethingNew'], { DATA_DIR: dataDir }, io),
  ).toBe(0);
  const [, id, key] = /project id {2}(\S+)[\s\S]*server key {2}(\S+)/.exec(io.out()) ?? [];
  const headers = { Authorization: `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}` };
  const reasonOf = async (method: string) =>
    (await running.call('/solana/101', { method, params: [] }, headers)).json.error?.data.reason;
  expect(await reasonOf('getSlot')).toBeUndefined();
  expect(await reasonOf('getSomethingNew')).toBeUndefined();
  expect(await reasonOf('getBlock')).toBe('method-not-allowed-for-project');
  const unknown = runProject(['create', '--methods', 'eth_call'], { DATA_DIR: dataDir }, testIo());
  await expect(unknown).rejects.toThrow('got "eth_call"');
});

it('metrics and usage have one name for all methods that are not listed', async () => {
  await ask('getSomethingElse', []);
  await ask('getBlockHeight', []);
  const metrics = await (await fetch(`${running.base}/metrics`)).text();
  expect(metrics).toContain('method="other node method"');
  expect(metrics).toContain('method="getBlockHeight"');
  expect(metrics).not.toContain('getSomethingElse');
});

it.each([
  ['getBalance', undefined],
  ['getBalance', []],
  ['getBalance', { pubkey: OWNER }],
  ['getAccountInfo', ['not an address']],
  ['getAccountInfo', [OWNER, { dataSlice: { offset: 'a', length: 1 } }]],
  ['getMultipleAccounts', [[null]]],
  ['getMinimumBalanceForRentExemption', [1e308]],
  ['getTokenSupply', [OWNER]],
  ['getTokenSupply', [numberedAddress('big account', 118)]],
  ['getTokenAccountsByOwner', [5, { programId: OWNER }]],
  ['getProgramAccounts', [STAKE_PROGRAM, { filters: [{ dataSize: 200 }, null] }]],
])('the sample network rejects the invalid params of %s %j, as a node does', async (method, params) => {
  const { json } = await ask(method, params, 104);
  expect(json.error).toMatchObject({ code: -32602, message: expect.stringContaining('Invalid param') });
});

it.each(['[1e400]', '[{"a":[-1e999]}]'])(
  'the params %s, which no double can hold, are refused',
  async (params) => {
    const response = await fetch(`${running.base}/solana/101`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: TEST_AUTHORIZATION },
      body: `{"method":"getSlot","params":${params}}`,
    });
    const { error } = await response.json();
    expect(error).toMatchObject({ code: -32602, data: { reason: 'too-big', path: 'params' } });
    expect(first.sent).toHaveLength(0);
  },
);
