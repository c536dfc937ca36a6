import { encodeAbiParameters, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { afterAll, describe, expect, it } from 'vitest';
import { deriveAccount } from '@/lib/btc-account/derive-account';
import { scopeOf } from '@/lib/promises/request-scope';
import { sampleEvmTransport } from '@/lib/sources/sample/evm-sample';
import { httpTransport } from '@/lib/sources/transport/transport';
import type { RpcHandler } from '@/lib/sources/transport/transport-type';
import { UpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { later } from '@/lib/testing/later';
import {
  type BatchedRequest,
  type BatchingNode,
  batchingNode,
  replyToAll,
} from '@/lib/testing/nodes/batching-node';
import { rpcEvmSource } from './evm-rpc';

const KEY = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';
const PLACE = deriveAccount({ version: '1.0.0', btcPublicKey: KEY }, 5);
const OTHER = '0x83FEddf18cdEa2ea4c087E5F389351171318d3Cb';
const ABI = parseAbi(['function getAddress(address, uint256)', 'function owner()']);
const scope = () => scopeOf(AbortSignal.timeout(120_000));
const addressWord = (address: string) => encodeAbiParameters([{ type: 'address' }], [address as Hex]);

/** Results of the six calls. If a result is an `Error`, the node throws it. */
type Chain = Record<'account' | 'factory' | 'entryPoint' | 'balance' | 'address' | 'owner', unknown>;
const HEALTHY: Chain = {
  account: '0x6080',
  factory: '0x6080',
  entryPoint: '0x6080',
  balance: '0x0',
  address: addressWord(PLACE.smartAccountAddress),
  owner: addressWord(PLACE.owner),
};
const KNOWN = {
  isDeployed: true,
  factory: 'present',
  entryPoint: 'present',
  factoryAgrees: true,
  balance: '0',
  currentOwner: PLACE.owner,
  reasons: {},
};

/** Identifies a call by its parameters, not by its position. */
function questionOf(method: string, [first]: unknown[]): keyof Chain | undefined {
  if (method === 'eth_getBalance' && first === PLACE.smartAccountAddress) return 'balance';
  if (method === 'eth_getCode') {
    if (first === PLACE.smartAccountAddress) return 'account';
    if (first === PLACE.factoryAddress) return 'factory';
    return first === PLACE.entryPointAddress ? 'entryPoint' : undefined;
  }
  const { to, data } = first as { to: string; data: string };
  const args = [PLACE.owner as Hex, 0n] as const;
  const getAddress = encodeFunctionData({ abi: ABI, functionName: 'getAddress', args });
  if (method === 'eth_call' && to === PLACE.factoryAddress && data === getAddress) return 'address';
  const owner = encodeFunctionData({ abi: ABI, functionName: 'owner' });
  return to === PLACE.smartAccountAddress && data === owner ? 'owner' : undefined;
}

const chainNode =
  (over: Partial<Chain>): RpcHandler =>
  async (method, params) => {
    const question = questionOf(method, params);
    if (question === undefined) throw new UpstreamCallError(-32601, `what is ${method}?`);
    const answer = { ...HEALTHY, ...over }[question];
    if (answer instanceof Error) throw answer;
    return answer;
  };

const open: { close: () => Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(open.map((each) => each.close()));
});

/** Starts a node that answers with `reply`. Returns the node, and a function that reads the account state from it. */
async function read(reply: Parameters<typeof batchingNode>[0]) {
  const node: BatchingNode = await batchingNode(reply);
  const transport = httpTransport({ urls: [node.url], backoffMs: 1 });
  open.push(node, transport);
  const source = rpcEvmSource(new Map([[5, transport]]));
  return { node, ask: () => source.readAccountState(5, PLACE, scope()) };
}

const error = (code: number, data?: string) => Object.assign(new UpstreamCallError(code, 'no'), { data });
const WAYS: [string, (over: Partial<Chain>) => Parameters<typeof batchingNode>[0]][] = [
  ['in a batch', (over) => (body) => replyToAll(body, chainNode(over))],
  [
    'in single calls, if the node refuses batches',
    (over) => (body) =>
      Array.isArray(body)
        ? { status: 400, body: { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches' } } }
        : replyToAll(body, chainNode(over)),
  ],
];

describe.each(WAYS)('readAccountState %s', (_, replyOf) => {
  const stateOf = async (over: Partial<Chain>) => (await read(replyOf(over))).ask();

  it('returns the on-chain state of a Bitcoin account', async () => {
    expect(await stateOf({})).toEqual(KNOWN);
    expect(await stateOf({ balance: `0x1${'0'.repeat(16)}` })).toMatchObject({ balance: String(2n ** 64n) });
    expect(await stateOf({ balance: `0x${'f'.repeat(64)}` })).toMatchObject({
      balance: String(2n ** 256n - 1n),
    });
    expect(await stateOf({ owner: addressWord(OTHER) })).toMatchObject({ currentOwner: OTHER, reasons: {} });
  });

  it.each(['0x', `0xef0100${'11'.repeat(20)}`])(
    'returns no owner if the account’s code is %s',
    async (account) => {
      expect(await stateOf({ account, owner: error(3) })).toEqual({
        ...KNOWN,
        isDeployed: false,
        currentOwner: null,
      });
    },
  );

  it.each<[string, Partial<Chain>, object, object]>([
    [
      'no factory',
      { factory: '0x', address: '0x' },
      { factory: 'absent', factoryAgrees: null },
      { factoryAgrees: 'no-factory' },
    ],
    [
      'an absent factory that answers',
      { factory: '0x' },
      { factory: 'absent', factoryAgrees: null },
      { factoryAgrees: 'no-factory' },
    ],
    ['no entry point', { entryPoint: '0x' }, { entryPoint: 'absent' }, {}],
    ['another address', { address: addressWord(OTHER) }, { factoryAgrees: false }, {}],
    ['the zero address', { address: `0x${'0'.repeat(64)}` }, { factoryAgrees: false }, {}],
    ['a revert', { address: error(3) }, { factoryAgrees: null }, { factoryAgrees: 'reverted' }],
    [
      'a revert by its data',
      { address: error(-32000, '0x08c379a0') },
      { factoryAgrees: null },
      { factoryAgrees: 'reverted' },
    ],
    [
      'a refusal',
      { address: error(-32000), balance: error(-32601) },
      { factoryAgrees: null, balance: null },
      { factoryAgrees: 'refused', balance: 'refused' },
    ],
    [
      'an empty answer',
      { address: '0x', owner: '0x' },
      { factoryAgrees: null, currentOwner: null },
      { factoryAgrees: 'not-an-address', currentOwner: 'not-an-address' },
    ],
    [
      'an answer that is not an address',
      { address: `0x${'f'.repeat(64)}` },
      { factoryAgrees: null },
      { factoryAgrees: 'not-an-address' },
    ],
    [
      'an answer of two words',
      { owner: addressWord(OTHER) + '0'.repeat(64) },
      { currentOwner: null },
      { currentOwner: 'not-an-address' },
    ],
    ['an owner call that reverts', { owner: error(3) }, { currentOwner: null }, { currentOwner: 'reverted' }],
    [
      'malformed answers to all calls',
      { factory: '0x608', entryPoint: { code: '0x' }, balance: 12, address: '0xzz', owner: [] },
      { factory: 'unknown', entryPoint: 'unknown', balance: null, factoryAgrees: null, currentOwner: null },
      {
        factory: 'malformed',
        entryPoint: 'malformed',
        balance: 'malformed',
        factoryAgrees: 'malformed',
        currentOwner: 'malformed',
      },
    ],
    [
      'a balance beyond 256 bits',
      { balance: `0x1${'0'.repeat(64)}` },
      { balance: null },
      { balance: 'malformed' },
    ],
    ['a balance without digits', { balance: '0x' }, { balance: null }, { balance: 'malformed' }],
    ['a negative balance', { balance: '-0x1' }, { balance: null }, { balance: 'malformed' }],
  ])(
    'reports why a field of the account state is unknown instead of guessing: %s',
    async (_, over, facts, reasons) => {
      expect(await stateOf(over)).toEqual({ ...KNOWN, ...facts, reasons });
    },
  );

  it.each([
    ['upstream-refused', error(-32000, 'secret.example said no')],
    ['upstream-malformed', '0x608'],
    ['upstream-malformed', true],
    ['upstream-unavailable', error(-32005)],
  ])('reading the account state rejects with %s if the account’s code is %s', async (reason, account) => {
    const thrown = await stateOf({ account }).catch((caught) => caught);
    expect(thrown).toMatchObject({ name: 'UpstreamUnavailableError', reason });
    expect(thrown.message).not.toContain('secret');
  });
});

describe('the calls of readAccountState', () => {
  it('reads the account state in one request if the node accepts batches', async () => {
    const { node, ask } = await read((body) => replyToAll(body, chainNode({})));
    await ask();
    expect(node.bodies.map((body) => [body].flat().length)).toEqual([6]);
  });

  it('concurrent callers share one read of the account state, which is cached for 15 s', async () => {
    const { node, ask } = await read((body) => replyToAll(body, chainNode({})));
    await Promise.all([ask(), ask(), ask()]);
    later(7_000);
    expect(await ask()).toEqual(KNOWN);
    expect(node.bodies).toHaveLength(1);
    later(8_001);
    await ask();
    expect(node.bodies).toHaveLength(2);
  });

  it.each(['not json', '{}', '[]', '"0x"'])(
    'reads the account state with single calls if the response to a batch is %s',
    async (body) => {
      const { node, ask } = await read((sent) =>
        Array.isArray(sent) ? { body } : replyToAll(sent, chainNode({})),
      );
      expect(await ask()).toEqual(KNOWN);
      expect(node.bodies).toHaveLength(7);
    },
  );

  it('retries single calls for the account state if a batch omitted them or the node is rate-limiting', async () => {
    const limited = new Set(['eth_getBalance', 'eth_getCode']);
    const { node, ask } = await read(async (sent) => {
      const { body } = await replyToAll(sent, chainNode({}));
      if (!Array.isArray(sent)) return { body };
      const error = { code: -32005, message: 'rate limit' };
      const all = (body as object[]).map((each, i) =>
        limited.has((sent[i] as BatchedRequest).method) ? { id: sent[i]?.id, error } : each,
      );
      return { body: all.slice(0, -1) };
    });
    expect(await ask()).toEqual(KNOWN);
    expect(node.bodies.slice(1).map((each) => (each as BatchedRequest).method)).toEqual([
      'eth_getCode',
      ...['eth_getCode', 'eth_getCode', 'eth_getBalance', 'eth_call'],
    ]);
  });

  it('does not retry a call for the account state if the node reports a revert as -32603', async () => {
    const { node, ask } = await read((body) => replyToAll(body, chainNode({ address: error(-32603, '0x') })));
    expect(await ask()).toEqual({ ...KNOWN, factoryAgrees: null, reasons: { factoryAgrees: 'reverted' } });
    expect(node.bodies).toHaveLength(1);
  });

  it('a field of the account state is unknown if its call gets no response after retries', async () => {
    const { ask } = await read((body) => {
      if (!Array.isArray(body) && body.method === 'eth_getBalance') return { status: 503, body: '' };
      return Array.isArray(body) ? { status: 400, body: '' } : replyToAll(body, chainNode({}));
    });
    expect(await ask()).toEqual({ ...KNOWN, balance: null, reasons: { balance: 'no-answer' } });
  });

  it('reading the account state ends at the deadline if the node hangs', async () => {
    const node = await batchingNode(() => new Promise(() => {}));
    const transport = httpTransport({ urls: [node.url] });
    open.push(node, transport);
    const source = rpcEvmSource(new Map([[5, transport]]));
    await expect(source.readAccountState(5, PLACE, scopeOf(AbortSignal.timeout(50)))).rejects.toMatchObject({
      name: 'UpstreamUnavailableError',
      reason: 'deadline-exceeded',
    });
  });

  it('reading the account state rejects for an unsupported chain and for a chain without an endpoint', async () => {
    const source = rpcEvmSource(new Map([[1, undefined]]));
    await expect(source.readAccountState(1, PLACE, scope())).rejects.toMatchObject({
      reason: 'no-endpoint',
      data: { variable: 'EVM_RPC_URL_1' },
    });
    await expect(source.readAccountState(7, PLACE, scope())).rejects.toMatchObject({
      name: 'UnsupportedChainError',
    });
  });
});

describe('the sample chain', () => {
  const source = rpcEvmSource(new Map([[31337, sampleEvmTransport]]));
  it('on the sample chain, the published account has an owner and a balance, and both factories confirm its address', async () => {
    expect(await source.readAccountState(31337, PLACE, scope())).toEqual({
      ...KNOWN,
      balance: '250000000000000000',
    });
    const newer = deriveAccount({ version: '2.0.0', btcPublicKey: KEY }, 31337);
    expect(await source.readAccountState(31337, newer, scope())).toEqual({
      ...KNOWN,
      isDeployed: false,
      currentOwner: null,
    });
    // The sample chain has only index 0; for any other index, the result is unknown.
    expect(await source.readAccountState(31337, { ...newer, index: 1 }, scope())).toMatchObject({
      factoryAgrees: null,
      reasons: { factoryAgrees: 'reverted' },
    });
  });
});
