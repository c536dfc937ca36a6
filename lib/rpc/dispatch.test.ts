import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { InvalidInputError, UnsupportedChainError, UpstreamUnavailableError } from '@/lib/errors';
import { ByteBudget } from '@/lib/promises/byte-budget';
import { scopeOf } from '@/lib/promises/request-scope';
import type { Ports } from '@/lib/services/ports';
import { textOfBody } from '@/lib/testing/body-text';
import { later } from '@/lib/testing/later';
import { until } from '@/lib/testing/until';
import { defineMethod, type Method } from './define-method';
import { dispatch } from './dispatch';
import { createRegistry } from './registry';
import type { RequestContext } from './request-context';
import { ResponseCache } from './response-cache';
import { RpcError } from './rpc-errors';
import { runMethod } from './run-method';

const echo = defineMethod({
  name: 'svc_echo',
  group: 'evm-chain',
  summary: 'Echo',
  description: 'Echo',
  params: [{ name: 'value', summary: 'Any', required: true, schema: z.any() }],
  readParams: (raw) => raw,
  result: z.any(),
  errors: [],
  echoesChainId: false,
  units: () => 2,
  example: { chainId: 1, params: [], result: [] },
  handler: async (input, _context, call) => {
    const [what] = (input ?? []) as unknown[];
    if (what === 'input')
      throw new InvalidInputError('invalid-value', 'A thing is bad', 'params[0]', { hint: 'x' });
    if (what === 'upstream')
      throw new UpstreamUnavailableError('upstream-refused', 'The node did not answer', { step: 1 });
    if (what === 'chain') throw new UnsupportedChainError(9, [1]);
    if (what === 'bug') throw new Error('secret path');
    if (what === 'overload')
      throw new RpcError('unavailable', 'overloaded', 'Busy', { retryAfterSeconds: 1 });
    return { chainId: call.chainId, given: call.chainIdGiven, input, big: 18446744073709551615n };
  },
});
const listing = {
  ...echo,
  name: 'listing',
  group: 'solana',
  echoesChainId: true,
  readParams: (raw: unknown) => {
    if (raw === undefined) throw new InvalidInputError('missing-params', 'params are missing', 'params');
    return raw;
  },
} as Method;

const registry = createRegistry([echo, listing] as Method[], { version: '0', url: '' }, (name) =>
  name.replace(/^other_/, 'svc_'),
);
const ports = {
  solana: { chainIds: [101, 104] },
  evm: { chainIds: [1, 31337] },
  settings: { defaultEvmChainId: 1 },
} as unknown as Ports;

const limitsOf = (take: (units: number) => Promise<void>) => ({ take, owe: () => {} });

async function send(body: unknown, over: Partial<RequestContext> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await dispatch(new TextEncoder().encode(text), ports, {
    group: 'evm-chain',
    registry,
    queryChainIds: [],
    forwards: false,
    responseCache: new ResponseCache(),
    maxAnswerBytes: 1_000_000,
    limits: limitsOf(async () => {}),
    deadline: { scope: scopeOf(new AbortController().signal) },
    inFlight: { enter: () => {}, leave: () => {} },
    memory: new ByteBudget(1_000_000),
    run: runMethod,
    ...over,
  });
  const sent = textOfBody(answer);
  return { ...answer, text: sent, json: JSON.parse(sent) };
}
const request = (over: object = {}) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'svc_echo',
  params: ['x'],
  ...over,
});
const solana = { group: 'solana' as const };

describe('ids (contract §1)', () => {
  it.each([
    ['7', '7'],
    ['0', '0'],
    ['-3', '-3'],
    ['-0', '-0'],
    ['1.0', '1'],
    ['null', 'null'],
    ['"a\\u0000\\ud800\\""', '"a\\u0000\\ud800\\""'],
    ['9007199254740993', '9007199254740993'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
  ])('echoes the request id %s as %s', async (sent, echoed) => {
    const { text } = await send(`{"jsonrpc":"2.0","id":${sent},"method":"svc_echo"}`);
    expect(text.startsWith(`{"jsonrpc":"2.0","id":${echoed},"result":`)).toBe(true);
  });

  it('uses the id 1 for a request without an id', async () => {
    expect((await send({ method: 'svc_echo' })).json).toMatchObject({
      jsonrpc: '2.0',
      id: 1,
      result: { chainId: 1 },
    });
  });

  it.each(['{}', '[]', 'true', '1.5', '1e400', '12345678901234567890.5', '1e30'])(
    'rejects %s as a request id',
    async (id) => {
      const { json } = await send(`{"id":${id},"method":"svc_echo"}`);
      expect(json).toMatchObject({ id: null, error: { code: -32600, data: { reason: 'invalid-id' } } });
    },
  );
});

describe('envelope (contract §1)', () => {
  it.each([
    ['5', 'not-an-object'],
    ['null', 'not-an-object'],
    ['"x"', 'not-an-object'],
    ['{"id":1,"jsonrpc":"1.0","method":"svc_echo"}', 'invalid-version'],
    ['{"id":1,"jsonrpc":2,"method":"svc_echo"}', 'invalid-version'],
    ['{"id":1,"jsonrpc":null,"method":"svc_echo"}', 'invalid-version'],
    ['{"id":1}', 'invalid-method'],
    ['{"id":1,"method":5}', 'invalid-method'],
    ['{"id":1,"method":""}', 'invalid-method'],
  ])('rejects the JSON-RPC request %s with -32600', async (body, reason) => {
    expect((await send(body)).json.error).toMatchObject({ code: -32600, data: { reason } });
  });

  it.each(['__proto__', 'constructor', 'toString', 'SVC_ECHO', 'svc_echo ', 'listing', 'hasOwnProperty'])(
    'rejects the method %j with -32601',
    async (method) => {
      expect((await send(request({ method }))).json.error).toMatchObject({
        code: -32601,
        data: { reason: 'method-not-found' },
      });
    },
  );

  it('truncates long text from the caller in error messages', async () => {
    const { text } = await send(request({ method: 'm'.repeat(100_000) }));
    expect(text.length).toBeLessThan(1000);
  });

  it('accepts other names of methods that the registry converts', async () => {
    expect((await send(request({ method: 'other_echo' }))).json.result).toBeDefined();
  });

  it.each([
    ['', 'empty-body'],
    ['{', 'not-json'],
    ['nul', 'not-json'],
  ])('rejects the request body %j with -32700', async (body, reason) => {
    expect((await send(body)).json).toMatchObject({ id: null, error: { code: -32700, data: { reason } } });
  });
});

describe('chainId (contract §1)', () => {
  it('reads chainId from the body or the query, or uses the default', async () => {
    expect((await send(request({ chainId: 31337 }))).json.result).toMatchObject({
      chainId: 31337,
      given: true,
    });
    expect((await send(request(), { queryChainIds: ['31337'] })).json.result).toMatchObject({
      chainId: 31337,
    });
    expect((await send(request({ chainId: 1 }), { queryChainIds: ['1'] })).json.result).toMatchObject({
      chainId: 1,
    });
    expect((await send(request())).json.result).toMatchObject({ chainId: 1, given: false });
  });

  it.each([324, 300, 2741, 388])(
    'rejects the ZK Stack chain %s on /evm-chain, because its addresses have another rule',
    async (chainId) => {
      const { json } = await send(request({ chainId }));
      expect(json.error).toMatchObject({
        code: -32001,
        data: { reason: 'unsupported-derivation', supported: [1, 31337] },
      });
    },
  );

  it.each(['"101"', '1.5', '-1', '0', 'null', '[]', '1e30', 'true'])(
    'rejects %s as a chainId',
    async (chainId) => {
      const { json } = await send(`{"id":1,"method":"svc_echo","chainId":${chainId}}`);
      expect(json.error).toMatchObject({
        code: -32602,
        data: { reason: 'invalid-chain-id', path: 'chainId' },
      });
    },
  );

  it.each(['', 'x', '1.5', '-1', '0x1', '99999999999999999999'])(
    'rejects the query ?chainId=%s',
    async (value) => {
      expect((await send(request(), { queryChainIds: [value] })).json.error.data.reason).toBe(
        'invalid-chain-id',
      );
    },
  );

  it('returns -32602 when chainId differs between body and query', async () => {
    const { json } = await send(request({ chainId: 1 }), { queryChainIds: ['31337'] });
    expect(json.error).toMatchObject({ code: -32602, data: { reason: 'conflicting-chain-id' } });
  });

  it('returns -32001 with the supported chains, without a top-level chainId, for an unsupported chain', async () => {
    const { json } = await send(request({ method: 'listing', chainId: 900 }), solana);
    expect(json).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: {
        code: -32001,
        message: 'Unsupported chainId: 900',
        data: { reason: 'unsupported-chain', supported: [101, 104] },
      },
    });
  });

  it('requires chainId for the Solana method and echoes chainId on success and on error', async () => {
    const missing = (await send(request({ method: 'listing' }), solana)).json;
    expect(missing.error).toMatchObject({ code: -32602, data: { reason: 'missing-chain-id' } });
    expect(missing.chainId).toBeUndefined();
    expect((await send(request({ method: 'listing', chainId: 104 }), solana)).json.chainId).toBe(104);
    const failed = (await send({ id: 1, method: 'listing', chainId: 104 }, solana)).json;
    expect(failed).toMatchObject({
      chainId: 104,
      error: { code: -32602, data: { reason: 'missing-params', path: 'params' } },
    });
  });

  it('does not echo chainId in the responses of Bitcoin methods', async () => {
    expect((await send(request({ chainId: 1 }))).json.chainId).toBeUndefined();
  });
});

describe('errors (contract §2)', () => {
  it.each([
    ['input', -32602, 'invalid-value'],
    ['upstream', -32002, 'upstream-refused'],
    ['chain', -32001, 'unsupported-chain'],
    ['bug', -32603, 'internal-error'],
  ])('maps a thrown %s error to the code %d', async (what, code, reason) => {
    const { json, text } = await send(request({ params: [what] }));
    expect(json.error).toMatchObject({ code, data: { reason } });
    expect(text).not.toContain('secret path');
  });

  it('serializes integers beyond 2^53 without losing digits', async () => {
    expect((await send(request())).text).toContain('"big":18446744073709551615');
  });
});

describe('batches (contract §1)', () => {
  it.each([1, 100])('returns the responses to a batch of %d requests in order', async (length) => {
    const { json } = await send(Array.from({ length }, (_, id) => request({ id })));
    expect(json.map((one: { id: number }) => one.id)).toEqual(Array.from({ length }, (_, id) => id));
  });

  it.each([0, 101])('rejects a batch of %d requests with -32600', async (length) => {
    const { json } = await send(Array.from({ length }, () => request()));
    expect(json).toMatchObject({ id: null, error: { code: -32600, data: { reason: 'batch-size' } } });
  });

  it('handles the other items of a batch when one item is invalid', async () => {
    const { json } = await send([
      request({ id: 'a' }),
      1,
      [],
      null,
      { id: 5 },
      request({ id: 'b', params: ['bug'] }),
      request({ id: 'c' }),
    ]);
    expect(json.map((one: { id: unknown; error?: { code: number } }) => [one.id, one.error?.code])).toEqual([
      ['a', undefined],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [5, -32600],
      ['b', -32603],
      ['c', undefined],
    ]);
  });

  it('echoes big integer ids of a batch without losing digits', async () => {
    const { text } = await send(
      '[{"id":9007199254740993,"method":"svc_echo"},3,{"method":"svc_echo","id":9007199254740995}]',
    );
    expect(text).toContain('"id":9007199254740993,');
    expect(text).toContain('"id":9007199254740995,');
  });
});

describe('limits (contract §2)', () => {
  const allowance = (units: number) => {
    let left = units;
    return limitsOf(async (cost) => {
      left -= cost;
      if (left < 0)
        throw new RpcError('limitExceeded', 'rate-limited', 'Limit exceeded', { retryAfterSeconds: 3 });
    });
  };

  it('returns -32005 only for a batch item beyond the limit, and no error for the whole batch', async () => {
    const { json, error } = await send([request(), request(), request()], { limits: allowance(4) });
    expect(json.map((one: { error?: { code: number } }) => one.error?.code)).toEqual([
      undefined,
      undefined,
      -32005,
    ]);
    expect(error).toBeUndefined();
  });

  it('returns the limit error for the whole batch if every item exceeds the limit', async () => {
    expect(await send([request(), request()], { limits: allowance(0) })).toMatchObject({
      error: 'limitExceeded',
      retryAfterSeconds: 3,
    });
    expect(await send(request(), { limits: allowance(0) })).toMatchObject({
      error: 'limitExceeded',
      retryAfterSeconds: 3,
    });
  });

  it('charges one unit for an invalid request', async () => {
    const limits = allowance(1);
    expect((await send(request({ method: 'nope' }), { limits })).json.error.code).toBe(-32601);
    expect((await send(request({ method: 'nope' }), { limits })).json.error.code).toBe(-32005);
  });

  it('releases the in-flight units of each call, whether the call succeeds or fails', async () => {
    let units = 0;
    let entered = 0;
    const inFlight = {
      enter: (more: number) => {
        units += more;
        entered++;
      },
      leave: (less: number) => {
        units -= less;
      },
    };
    await send([request(), request({ params: ['bug'] }), request({ params: ['upstream'] })], { inFlight });
    expect(units).toBe(0);
    expect(entered).toBe(3);
  });
});

it('serializes the OpenRPC document once for all items of a batch', async () => {
  const batch = Array.from({ length: 100 }, (_, id) => ({ id, method: 'rpc.discover' }));
  const { json } = await send(batch, { maxAnswerBytes: 10_000_000 });
  expect(json).toHaveLength(100);
  expect(json[99]).toMatchObject({ id: 99, result: { openrpc: json[0].result.openrpc } });
  expect(registry.writtenOpenRpc()).toBe(registry.writtenOpenRpc());
});

describe('the response cache', () => {
  const counted = () => {
    let calls = 0;
    const { unitsBeyond: _units, resultOf: _result, coverageOf: _coverage, ...plain } = echo;
    const method = defineMethod({
      ...plain,
      group: 'evm-chain',
      handler: async () => ({ call: ++calls }),
      responseCache: { cacheKey: (raw) => JSON.stringify(raw), ttlMs: () => 60_000 },
    });
    const context = {
      registry: createRegistry([method] as Method[], { version: '0', url: '' }),
      responseCache: new ResponseCache(),
    };
    return {
      context,
      ask: async (over = {}, more = {}) => (await send(request(over), { ...context, ...more })).json,
    };
  };

  it('returns a cached response, with the new request id, for equal params on the same chain', async () => {
    const { ask } = counted();
    expect(await ask()).toMatchObject({ id: 7, result: { call: 1 } });
    later(30_000);
    expect(await ask({ id: 8 })).toMatchObject({ id: 8, result: { call: 1 } });
    expect(await ask({ params: ['y'] })).toMatchObject({ result: { call: 2 } });
    expect(await ask({ chainId: 31337 })).toMatchObject({ result: { call: 3 } });
    later(30_001);
    expect(await ask()).toMatchObject({ result: { call: 4 } });
  });

  it('computes equal concurrent calls once; if that computation fails, each waiting call computes its own', async () => {
    const { ask } = counted();
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask()));
    expect(answers.map(({ result }) => result.call)).toEqual(Array(50).fill(1));
    let entered = 0;
    const inFlight = {
      enter: () => {
        if (++entered === 1)
          throw new RpcError('unavailable', 'overloaded', 'Busy', { retryAfterSeconds: 1 });
      },
      leave: () => {},
    };
    const other = { params: ['other'] };
    const [first, second] = await Promise.all([ask(other, { inFlight }), ask(other, { inFlight })]);
    expect(first.error.data.reason).toBe('overloaded');
    expect(second.result).toEqual({ call: 2 });
  });

  it('charges one unit for a cache hit and does not count it as in flight', async () => {
    const { ask } = counted();
    await ask();
    const paid: number[] = [];
    const inFlight = {
      enter: () => {
        throw new RpcError('unavailable', 'overloaded', 'Busy', { retryAfterSeconds: 1 });
      },
      leave: () => {},
    };
    const limits = limitsOf(async (units) => void paid.push(units));
    expect(await ask({}, { limits, inFlight })).toMatchObject({ result: { call: 1 } });
    expect(paid).toEqual([1]);
  });
});

describe('rpc.discover', () => {
  it('rpc.discover costs one work unit for each 100 kB of the document', async () => {
    const charged: number[] = [];
    const limits = limitsOf(async (units) => void charged.push(units));
    const documentOf = (characters: number) => {
      const writtenOpenRpc = () => ({ text: JSON.stringify('x'.repeat(characters)), byteLength: characters });
      return { registry: { ...registry, writtenOpenRpc }, limits };
    };
    for (const characters of [10, 99_000, 101_000, 550_000])
      await send(request({ method: 'rpc.discover' }), documentOf(characters));
    expect(charged).toEqual([1, 1, 2, 6]);
  });

  it.each(['solana', 'evm-chain'] as const)('rpc.discover is available on /%s', async (group) => {
    const { json } = await send(request({ method: 'rpc.discover' }), { group });
    expect(json.result).toMatchObject({ openrpc: '1.3.2' });
  });
});

describe('the limit of an HTTP response', () => {
  const large = (letters: number) => request({ params: ['x', 'y'.repeat(letters)] });

  it('replaces a response over the size limit with an error that has no Retry-After', async () => {
    const { json, error, retryAfterSeconds } = await send(large(600), { maxAnswerBytes: 500 });
    expect(json).toMatchObject({
      id: 7,
      error: { code: -32005, data: { reason: 'answer-too-large', maxBytes: 500 } },
    });
    expect(json.error.data.retryAfterSeconds).toBeUndefined();
    expect(error).toBe('answerTooLarge');
    expect(retryAfterSeconds).toBeUndefined();
  });

  it('applies the size limit to the whole batch, and returns the results that fit, in order', async () => {
    const { json, text } = await send([large(10), large(1_000), large(300), large(10)], {
      maxAnswerBytes: 1_000,
    });
    expect(json.map((one: { error?: object }) => one.error === undefined)).toEqual([true, false, true, true]);
    expect(text.length).toBeLessThan(1_300);
  });

  it('limits the number of items of a batch that run concurrently', async () => {
    let under = 0;
    let most = 0;
    const wait = async () => {
      most = Math.max(most, ++under);
      await new Promise(setImmediate);
      under--;
    };
    const { json } = await send(
      Array.from({ length: 100 }, () => request()),
      { limits: limitsOf(wait) },
    );
    expect(json).toHaveLength(100);
    expect(most).toBeLessThanOrEqual(8);
  });
});

describe('the memory of finished batch items (contract §2)', () => {
  const large = (letters: number) => request({ params: ['x', 'y'.repeat(letters)] });
  const slow = request({ params: ['slow'] });

  /** Returns a `run` whose calls with the parameter "slow" wait until `finish` is called. */
  function slowRun() {
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const run: RequestContext['run'] = async (call, ...rest) => {
      if (Array.isArray(call.input) && call.input[0] === 'slow') await finished;
      return runMethod(call, ...rest);
    };
    return { run, finish };
  }

  it('is reserved for items above 64 KiB until the last item has finished', async () => {
    const memory = new ByteBudget(1_000_000);
    const lengths = await Promise.all([100_000, 200_000].map(async (n) => (await send(large(n))).byteLength));
    const { run, finish } = slowRun();
    const sent = send([large(100_000), slow, large(200_000), large(10)], { memory, run });
    await until(
      'both large items are counted',
      () => memory.held === lengths.reduce((sum, one) => sum + one),
    );
    finish();
    expect((await sent).json).toHaveLength(4);
    expect(memory.held).toBe(0);
  });

  it('is not reserved for a single call', async () => {
    const memory = new ByteBudget(1, 5);
    memory.add(1);
    expect((await send(large(100_000), { memory })).json).toHaveProperty('result');
    expect(memory.held).toBe(1);
  });

  it('is missing for an item that does not fit, which becomes -32002 while the others are answered', async () => {
    const memory = new ByteBudget(250_000, 5);
    const { json, error } = await send([large(100_000), large(200_000), large(10)], { memory });
    expect(json).toMatchObject([
      { id: 7, result: {} },
      { id: 7, error: { code: -32002, data: { reason: 'overloaded', retryAfterSeconds: 1 } } },
      { id: 7, result: {} },
    ]);
    expect(error).toBeUndefined();
    expect(memory.held).toBe(0);
  });

  it('is given to a waiting item as soon as it is free', async () => {
    const memory = new ByteBudget(250_000, 60_000);
    memory.add(250_000);
    const sent = send([large(100_000)], { memory });
    setTimeout(() => memory.give(250_000), 20);
    expect((await sent).json).toMatchObject([{ result: {} }]);
    expect(memory.held).toBe(0);
  });

  it('keeps no item waiting beyond the deadline', async () => {
    const memory = new ByteBudget(250_000, 60_000);
    memory.add(250_000);
    const deadline = new AbortController();
    const sent = send([large(100_000)], { memory, deadline: { scope: scopeOf(deadline.signal) } });
    setTimeout(() => deadline.abort(), 20);
    const { json, error, retryAfterSeconds } = await sent;
    expect(json).toMatchObject([{ error: { code: -32002, data: { reason: 'overloaded' } } }]);
    expect([error, retryAfterSeconds]).toEqual(['unavailable', 1]);
    expect(memory.held).toBe(250_000);
  });

  it('is also reserved for an item that finishes as the deadline passes, if enough is free', async () => {
    const memory = new ByteBudget(250_000);
    const deadline = { scope: scopeOf(AbortSignal.abort()) };
    expect((await send([large(100_000)], { memory, deadline })).json).toMatchObject([{ result: {} }]);
    expect(memory.held).toBe(0);
  });
});
