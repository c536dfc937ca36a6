import { createServer, type ServerResponse } from 'node:http';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeJson } from '@/lib/json/exact-write';
import { downloadClient, type Failure } from '@/lib/testing/clients/served-client';
import { count } from '@/lib/testing/measure';
import { closeAtOnce, listenOnLoopback } from '@/lib/testing/servers/loopback';
import { runService } from '@/lib/testing/servers/running-service';

// Tests the served client against an endpoint that misbehaves, over real sockets.

type Request = { id: number; method: string };

/**
 * Starts a JSON-RPC endpoint on loopback that responds to each request with the next entry in `script`. The last entry
 * is repeated.
 */
async function scriptedRpc() {
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

type Answer = (typeof rpc.script)[number];
let served: Awaited<ReturnType<typeof downloadClient>>;
let rpc: Awaited<ReturnType<typeof scriptedRpc>>;
beforeAll(async () => {
  const service = await runService();
  served = await downloadClient(service.base);
  await service.stop();
  rpc = await scriptedRpc();
});
afterEach(() => {
  rpc.bodies = [];
  vi.unstubAllGlobals();
});
afterAll(async () => {
  served.remove();
  await rpc.close();
});

const client = (options: object = {}) =>
  served.createClient({ baseUrl: rpc.base, projectId: 'p', serverKey: 'k', ...options });
const call = (options: object = {}, more: object = {}) =>
  client(options).aa_getBTCAccount?.({ accountConfig: {} }, more) ?? Promise.reject();
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (thrown: unknown) => thrown as Failure,
  );
const json =
  (status: number, value: (id: number) => object, headers: Record<string, string> = {}): Answer =>
  (response, body) => {
    const answer = Array.isArray(body) ? body.map(({ id }) => value(id)) : value(body.id);
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(writeJson(answer));
  };
const fine = json(200, (id) => ({ jsonrpc: '2.0', id, result: 'fine' }));
const error =
  (code: number, reason: string, data: object = {}) =>
  (id: number) => ({
    jsonrpc: '2.0',
    id,
    error: { code, message: reason, data: { reason, ...data } },
  });
const limited = error(-32005, 'rate-limited', { retryAfterSeconds: 0 });

it('rpc repeats reads, and sends a transaction once', async () => {
  const limitedOnce = json(429, limited, { 'Retry-After': '0' });
  for (const [method, sent] of [
    ['getSlot', 2],
    ['sendTransaction', 1],
  ] as const) {
    rpc.bodies = [];
    rpc.script = [limitedOnce, fine];
    await client()
      .rpc(method, [], { chainId: 101 })
      .catch(() => undefined);
    expect(rpc.bodies).toHaveLength(sent);
  }
});

it('a batch retries its calls that may be repeated in time, if another has to wait longer than the timeout', async () => {
  const waits = error(-32002, 'upstream-rate-limited', { retryAfterSeconds: 86_400 });
  const answers =
    (first: (id: number) => object): Answer =>
    (response, body) =>
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(writeJson((body as Request[]).map(({ id }) => (id === 1 ? waits : first)(id))));
  rpc.script = [answers(limited), answers((id) => ({ jsonrpc: '2.0', id, result: 'fine' }))];
  const item = { method: 'getAsset', params: { chainId: 101, id: 'a' } };
  const outcomes = await client().batch([item, item]);
  expect(outcomes.map(({ ok }: { ok: boolean }) => ok)).toEqual([false, true]);
  expect(rpc.bodies).toHaveLength(2);
});

describe('a call that can be retried', () => {
  it.each<[string, Answer]>([
    ['429', json(429, limited, { 'Retry-After': '0' })],
    ['429 with a date', json(429, limited, { 'Retry-After': 'Thu, 01 Jan 1970 00:00:00 GMT' })],
    ['503 of the service', json(503, error(-32002, 'shutting-down'), { 'Retry-After': '0' })],
    ['503 of a proxy', (response) => response.writeHead(503, { 'Retry-After': '0' }).end('<html>')],
    ['a connection that breaks', (response) => response.destroy()],
    [
      'a truncated response',
      (response) => response.writeHead(200, { 'Content-Length': 9 }).write('{', () => response.destroy()),
    ],
  ])('the client retries a call after %s', async (_, first) => {
    rpc.script = [first, fine];
    expect(await call()).toBe('fine');
    expect(rpc.bodies.length).toBe(2);
  });

  it.each<[string, (id: number) => object, Record<string, string>]>([
    ['429, in seconds', limited, { 'Retry-After': '20' }],
    ['429, as a date', limited, { 'Retry-After': new Date(Date.now() + 600_000).toUTCString() }],
    ['an item of a batch', error(-32005, 'rate-limited', { retryAfterSeconds: 20 }), {}],
  ])(
    'the client waits for Retry-After or retryAfterSeconds before a retry: %s',
    async (_, refusal, headers) => {
      const waits: number[] = [];
      const wait = setTimeout;
      // Records delays before retries and skips them. Other timers are unchanged.
      vi.stubGlobal('setTimeout', (go: () => void, ms = 0) => {
        const isAskedFor = ms >= 20_000 && ms <= 600_000;
        if (isAskedFor) waits.push(ms);
        return wait(go, isAskedFor ? 0 : ms);
      });
      rpc.script = [json(headers['Retry-After'] === undefined ? 200 : 429, refusal, headers), fine];
      const item = { method: 'aa_getBTCAccount', params: {} };
      expect(await client({ timeoutMs: 900_000 }).batch([item])).toEqual([{ ok: true, result: 'fine' }]);
      expect(waits).toHaveLength(1);
      if (headers['Retry-After']?.length === 2 || headers['Retry-After'] === undefined)
        expect(waits).toEqual([20_000]);
      else expect(waits[0]).toBeGreaterThan(300_000);
    },
  );

  it('the client retries at most `retries` times, then fails with the last error', async () => {
    rpc.script = [json(429, limited, { 'Retry-After': '0' })];
    expect(await failureOf(call({ retries: 2 }))).toMatchObject({ reason: 'rate-limited', httpStatus: 429 });
    expect(rpc.bodies.length).toBe(3);
  });

  it('the client retries only the rate-limited calls of a batch and keeps the outcomes in order', async () => {
    rpc.script = [
      json(200, (id) => (id === 2 ? limited(id) : { jsonrpc: '2.0', id, result: `first ${id}` })),
      json(200, (id) => ({ jsonrpc: '2.0', id, result: `second ${id}` })),
    ];
    const item = { method: 'aa_getBTCAccount', params: {} };
    expect(await client().batch([item, item, item])).toEqual([
      { ok: true, result: 'first 1' },
      { ok: true, result: 'second 2' },
      { ok: true, result: 'first 3' },
    ]);
    expect(rpc.bodies[1]).toHaveLength(1);
  });
});

describe('a call that cannot be retried', () => {
  it.each<[string, string, Answer, object?]>([
    [
      'answer-too-large',
      'answer-too-large',
      json(200, error(-32005, 'answer-too-large', { retryAfterSeconds: 0 })),
    ],
    ['bad params', 'missing-params', json(200, error(-32602, 'missing-params'))],
    ['a Retry-After beyond its timeout', 'rate-limited', json(429, limited, { 'Retry-After': '3600' })],
    ['text that is not JSON', 'malformed-answer', (response) => response.writeHead(200).end('<html>')],
    [
      'bytes that are not UTF-8',
      'malformed-answer',
      (response) => response.writeHead(200).end(Buffer.from([34, 255, 34])),
    ],
    ['JSON that is not a JSON-RPC response', 'malformed-answer', json(200, () => ({ hello: 1 }))],
    [
      'a response to another request',
      'malformed-answer',
      json(200, (id) => ({ jsonrpc: '2.0', id: id + 1, result: 1 })),
    ],
    [
      'a redirect',
      'malformed-answer',
      (response) => response.writeHead(302, { Location: '/elsewhere' }).end(),
    ],
    [
      'a response longer than maxAnswerBytes',
      'answer-over-limit',
      json(200, (id) => ({ jsonrpc: '2.0', id, result: 'x'.repeat(5000) })),
      { maxAnswerBytes: 5000 },
    ],
  ])('the client does not retry a call after %s', async (_, reason, answer, options = {}) => {
    rpc.script = [answer];
    const failure = await failureOf(call(options));
    expect(failure).toBeInstanceOf(served.SatchelError);
    expect(failure.reason).toBe(reason);
    expect(rpc.bodies.length).toBe(1);
  });

  it('a client call ends at its timeout or when its signal is aborted', async () => {
    rpc.script = [() => {}];
    expect((await failureOf(call({ timeoutMs: 50 }))).reason).toBe('timeout');
    expect((await failureOf(call({}, { timeoutMs: 50 }))).reason).toBe('timeout');
    const controller = new AbortController();
    const ended = failureOf(call({}, { signal: controller.signal }));
    controller.abort(new Error('enough'));
    expect((await ended).message).toBe('enough');
    expect((await failureOf(call({}, { signal: controller.signal }))).message).toBe('enough');
  });

  it('the client does not retry a call if its signal is aborted before the retry', async () => {
    const controller = new AbortController();
    const answered = new Promise<void>((resolve) => {
      rpc.script = [
        (response, body) => {
          json(503, error(-32002, 'overloaded'), { 'Retry-After': '30' })(response, body);
          response.once('finish', resolve);
        },
      ];
    });
    const ended = failureOf(call({}, { signal: controller.signal }));
    await answered;
    controller.abort(new Error('no longer'));
    expect((await ended).message).toBe('no longer');
  });
});

describe('options', () => {
  it.each([
    [{ baseUrl: undefined }, 'invalid-options'],
    [{ baseUrl: 'ftp://x' }, 'invalid-options'],
    [{ baseUrl: 'http://user:pass@x' }, 'invalid-options'],
    [{ serverKey: undefined }, 'invalid-options'],
    [{ projectId: 'a:b' }, 'invalid-options'],
    [{ retries: -1 }, 'invalid-options'],
    [{ timeoutMs: 2 ** 31 }, 'invalid-options'],
  ])('createClient throws for the options %j', (options, reason) => {
    expect(() => client(options)).toThrow(expect.objectContaining({ name: 'SatchelError', reason }));
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])(
    'a call with the timeout %d is refused, instead of ending at once as too late',
    async (timeoutMs) => {
      rpc.script = [fine];
      expect(await failureOf(call({}, { timeoutMs }))).toMatchObject({ reason: 'invalid-options' });
    },
  );

  it('params that JSON cannot represent are refused with a SatchelError', async () => {
    const cycle: object[] = [];
    cycle.push(cycle);
    for (const params of [[1n], cycle])
      expect(await failureOf(client().rpc('getBlock', params, { chainId: 101 }))).toMatchObject({
        name: 'SatchelError',
        reason: 'invalid-options',
      });
  });

  it.each([{}, undefined])(
    'createClient in a page or worker rejects a server key and another origin (document: %j)',
    async (document) => {
      vi.stubGlobal('document', document);
      vi.stubGlobal('location', { origin: rpc.base, protocol: 'http:' });
      const refusal = (reason: string) => expect.objectContaining({ reason });
      expect(() => client()).toThrow(refusal('server-key-in-page'));
      expect(() => served.createClient({ projectId: 'p' })).toThrow(refusal('server-key-in-page'));
      expect(() => served.createClient({ baseUrl: 'http://other.example' })).toThrow(refusal('other-origin'));
      rpc.script = [fine];
      expect(await served.createClient().aa_getBTCAccount?.({ accountConfig: {} })).toBe('fine');
    },
  );
});

const RESULTS = count(10_000, 2_000);

/** Returns the value that the client must parse from the JSON text of `value`. */
function expected(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expected);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, expected(member)]));
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  // From 1e21, a double is written with an exponent and parsed as a double again.
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value as number) < 1e21)
    return BigInt(String(value));
  return Object.is(value, -0) ? 0 : value;
}

it(`${RESULTS} random results written by the exact writer have the same value when the client parses them`, async () => {
  const { json: value } = fc.letrec((tie) => ({
    json: fc.oneof(
      { maxDepth: 5, depthSize: 'small' },
      fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom<unknown>(
        null,
        true,
        '9007199254740993',
        '"\\u0000\u2028',
        '\ud800',
        2n ** 53n,
        2n ** 53n - 1n,
      ),
      fc.array(tie('json'), { maxLength: 5 }),
      fc.dictionary(fc.string({ unit: 'binary' }), tie('json'), { maxKeys: 5 }),
    ),
  }));
  const values = fc.sample(value, { numRuns: RESULTS, seed: 20_261_122 });
  const item = { method: 'aa_getBTCAccount', params: {} };
  for (let at = 0; at < values.length; at += 100) {
    rpc.script = [json(200, (id) => ({ jsonrpc: '2.0', id, result: values[at + id - 1] }))];
    const outcomes = await client().batch(Array(100).fill(item));
    const sent = values.slice(at, at + 100);
    expect(outcomes).toEqual(sent.map((one) => ({ ok: true, result: expected(one) })));
  }
});
