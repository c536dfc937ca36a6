import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ByteBudget } from '@/lib/promises/byte-budget';
import { circuitBreaker } from '@/lib/promises/circuit-breaker';
import { scopeOf } from '@/lib/promises/request-scope';
import { gate } from '@/lib/testing/gate';
import { type NodeFault, type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { closeAtOnce, listenOnLoopback } from '@/lib/testing/servers/loopback';
import { until } from '@/lib/testing/until';
import type { UpstreamCall } from './http-endpoint';
import { type HttpTransport, type HttpTransportOptions, httpTransport } from './transport';
import { UpstreamCallError } from './upstream-errors';

const open: { close: () => Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(open.map((each) => each.close()));
});
/** Returns a signal that aborts only if a test hangs. */
const scope = () => AbortSignal.timeout(120_000);

async function node(latencyMs = 0): Promise<TestNode> {
  const made = await testNode(async (method) => {
    if (method === 'fails') throw new UpstreamCallError(-32602, 'Invalid params');
    return `result of ${method}`;
  }, latencyMs);
  open.push(made);
  return made;
}
function transport(urls: string[], over: Partial<HttpTransportOptions> = {}): HttpTransport {
  const made = httpTransport({ urls, backoffMs: 5, timeoutMs: 60_000, ...over });
  open.push(made);
  return made;
}

describe('failover', () => {
  it('calls the first endpoint first, and fails over to the second without a delay', async () => {
    const [one, two] = [await node(), await node()];
    // With a backoff before the second endpoint, the call would take hours.
    const ask = transport([one.url, two.url], { backoffMs: 1e8 });
    await ask('a', [], scopeOf(scope()));
    expect([one.calls.length, two.calls.length]).toEqual([1, 0]);
    one.fault = () => ({ status: 502 });
    expect(await ask('a', [], scopeOf(scope()))).toBe('result of a');
    expect([one.calls.length, two.calls.length]).toEqual([2, 1]);
  });

  it('rejects a call with the code and message from the upstream', async () => {
    const one = await node();
    await expect(transport([one.url])('fails', [], scopeOf(scope()))).rejects.toMatchObject({
      name: 'UpstreamCallError',
      code: -32602,
    });
    expect(one.calls).toHaveLength(1);
  });

  it('a call rejects as unavailable, without naming an endpoint, if no endpoint responds', async () => {
    const one = await node();
    one.fault = () => 'reset';
    const thrown = await transport([one.url], { maxAttempts: 3 })('a', [], scopeOf(scope())).catch(
      (error: Error) => error,
    );
    expect(thrown).toMatchObject({ name: 'UpstreamUnavailableError', reason: 'upstream-unavailable' });
    expect((thrown as Error).message).not.toContain('127.0.0.1');
    expect(one.calls).toHaveLength(3);
  });

  it('a call rejects as unavailable when the endpoint’s port is closed', async () => {
    await expect(
      transport(['http://127.0.0.1:9/'], { maxAttempts: 2 })('a', [], scopeOf(scope())),
    ).rejects.toMatchObject({ reason: 'upstream-unavailable' });
  });
});

/** Time for the first byte, in ms; much longer than a loopback response takes on a busy machine. */
const FIRST_BYTE_MS = 2_000;

// Concurrent, because each test waits for the first byte.
describe.concurrent('failover from a hanging endpoint', () => {
  let clock: { mockRestore: () => void };
  beforeAll(() => {
    // While the clock is stopped, the circuit breaker stays open.
    clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  });
  afterAll(() => clock.mockRestore());

  it.each(['getTokenAccountsByOwner', 'getBalance'])(
    'a hanging endpoint delays only the first call of %s; later calls use another endpoint',
    async (method) => {
      const [one, two] = [await node(), await node()];
      one.fault = () => 'hang';
      const ask = transport([one.url, two.url], { firstByteMs: FIRST_BYTE_MS });
      expect(await ask(method, [], scopeOf(scope()))).toBe(`result of ${method}`);
      for (let i = 0; i < 5; i++) await ask(method, [], scopeOf(scope()));
      expect(one.calls).toHaveLength(1);
      expect(two.calls).toHaveLength(6);
    },
  );

  it('does not fail over to another endpoint once an upstream response has started', async () => {
    const [one, two] = [await node(), await node()];
    const method = 'getTokenAccountsByOwner';
    // The response takes longer than FIRST_BYTE_MS.
    one.fault = () => 'slow-body';
    const ask = transport([one.url, two.url], { firstByteMs: FIRST_BYTE_MS });
    expect(await ask(method, [], scopeOf(scope()))).toBe(`result of ${method}`);
    expect([one.calls.length, two.calls.length]).toEqual([1, 0]);
  });

  it('a call queued at a hanging endpoint moves to another endpoint when the circuit breaker opens', async () => {
    const [one, two] = [await node(), await node()];
    one.fault = () => 'hang';
    const ask = transport([one.url, two.url], { concurrency: 4, firstByteMs: FIRST_BYTE_MS });
    await Promise.all(Array.from({ length: 40 }, () => ask('a', [], scopeOf(scope()))));
    expect(one.calls).toHaveLength(4);
    expect(two.calls).toHaveLength(40);
  });
});

describe('a probe', () => {
  it('probes a hanging endpoint with one call at a time', async () => {
    const [one, two] = [await node(), await node()];
    one.fault = () => 'hang';
    const real = performance.now.bind(performance);
    let skippedMs = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + skippedMs);
    try {
      const ask = transport([one.url, two.url], { firstByteMs: FIRST_BYTE_MS });
      await ask('getTokenAccountsByOwner', [], scopeOf(scope()));
      skippedMs += 5_000;
      await Promise.all(
        Array.from({ length: 8 }, () => ask('getTokenAccountsByOwner', [], scopeOf(scope()))),
      );
      expect(one.calls).toHaveLength(2);
      one.fault = undefined;
      skippedMs += 60_000;
      await ask('getTokenAccountsByOwner', [], scopeOf(scope()));
      await ask('getTokenAccountsByOwner', [], scopeOf(scope()));
      expect(one.calls).toHaveLength(4);
    } finally {
      clock.mockRestore();
    }
  });
});

describe('accept', () => {
  const even = (result: unknown) => (Number(result) % 2 === 0 ? { half: Number(result) / 2 } : undefined);

  async function numberNode(...results: number[]): Promise<TestNode> {
    let next = 0;
    const made = await testNode(async () => results[Math.min(next++, results.length - 1)]);
    open.push(made);
    return made;
  }

  it('if `accept` rejects a result, another endpoint is called, and `accept` converts the result that it accepts', async () => {
    const [one, two] = [await numberNode(1, 8), await numberNode(3)];
    const ask = transport([one.url, two.url]);
    expect(await ask('a', [], scopeOf(scope()), { accept: even })).toEqual({ half: 4 });
    expect([one.calls.length, two.calls.length]).toEqual([2, 1]);
  });

  it('if `accept` rejects the result of the only endpoint, the call fails as malformed and the circuit breaker stays closed', async () => {
    const one = await numberNode(1);
    const ask = transport([one.url], { maxAttempts: 12, backoffMs: 1 });
    await expect(ask('a', [], scopeOf(scope()), { accept: even })).rejects.toMatchObject({
      name: 'UpstreamUnavailableError',
      reason: 'upstream-malformed',
    });
    expect(one.calls).toHaveLength(12);
    expect(await ask('a', [], scopeOf(scope()))).toBe(1);
  });

  it('a call rejects without a retry when `accept` throws', async () => {
    const one = await numberNode(1);
    const refuse = () => Promise.reject(new RangeError('too much'));
    await expect(transport([one.url])('a', [], scopeOf(scope()), { accept: refuse })).rejects.toThrow(
      RangeError,
    );
    expect(one.calls).toHaveLength(1);
  });

  it('with `anotherFirst`, `accept` gets the result of the second endpoint first', async () => {
    const [one, two] = [await numberNode(2), await numberNode(1)];
    const ask = transport([one.url, two.url]);
    expect(await ask('a', [], scopeOf(scope()), { accept: even, anotherFirst: true })).toEqual({ half: 1 });
    expect([one.calls.length, two.calls.length]).toEqual([1, 1]);
  });
});

describe('a pause', () => {
  it('the pause before a retry follows a Retry-After in seconds or as a date', async () => {
    for (const inDate of [false, true]) {
      const one = await node();
      const askedAt: number[] = [];
      let notBefore = 0;
      one.fault = () => {
        askedAt.push(Date.now());
        if (askedAt.length > 1) return undefined;
        // A date has a resolution of one second.
        notBefore = inDate ? Math.floor(Date.now() / 1000 + 2) * 1000 : Date.now() + 1000;
        const after = inDate ? new Date(notBefore).toUTCString() : '1';
        return { status: 429, headers: { 'retry-after': after } };
      };
      await transport([one.url])('a', [], scopeOf(scope()));
      expect(askedAt).toHaveLength(2);
      expect(askedAt[1]).toBeGreaterThanOrEqual(notBefore);
    }
  });

  it('a call without a deadline, as the listing of a page, waits at most 30 s for a Retry-After', async () => {
    const one = await node();
    const clock = vi.useFakeTimers({ toFake: ['performance'] });
    let attempts = 0;
    const ask = transport([one.url], { onCall: () => void attempts++ });
    onTestFinished(() => void vi.useRealTimers());
    one.fault = () => ({ status: 429, headers: { 'retry-after': '3600' } });
    const refused = ask('a', [], scopeOf(AbortSignal.timeout(60_000), performance.now() + 500));
    await expect(refused).rejects.toMatchObject({ reason: 'upstream-rate-limited' });
    one.fault = undefined;
    clock.advanceTimersByTime(31_000);
    expect(await ask('b', [], scopeOf(AbortSignal.timeout(60_000)))).toBe('result of b');
    expect(attempts).toBe(2);
  });

  it('an endpoint that sends no Retry-After with a 429 is not called for a second', async () => {
    const one = await node();
    const askedAt: number[] = [];
    one.fault = () => {
      askedAt.push(performance.now());
      return askedAt.length > 1 ? undefined : { status: 429 };
    };
    await transport([one.url])('a', [], scopeOf(scope()));
    expect(askedAt).toHaveLength(2);
    // A timer may fire a millisecond early.
    expect((askedAt[1] ?? 0) - (askedAt[0] ?? 0)).toBeGreaterThanOrEqual(999);
  });

  it.each([429, 503])(
    'a call waits for the whole Retry-After of a %i if that ends before its deadline, also beyond 30 s',
    async (status) => {
      const one = await node();
      const clock = vi.useFakeTimers({ toFake: ['performance'] });
      onTestFinished(() => void vi.useRealTimers());
      let attempts = 0;
      const ask = transport([one.url], { onCall: () => void attempts++ });
      one.fault = () => ({ status, headers: { 'retry-after': '45' } });
      const deadlineAt = performance.now() + 60_000;
      const gone = new AbortController();
      const waiting = expect(ask('a', [], scopeOf(gone.signal, deadlineAt))).rejects.toThrow();
      await until('it was refused', () => attempts === 1);
      one.fault = undefined;
      clock.advanceTimersByTime(44_000);
      // A call with a longer deadline than the second that is left waits; it ends with its scope.
      const late = expect(ask('b', [], scopeOf(gone.signal, deadlineAt))).rejects.toThrow();
      // A call with a shorter one is sent, because an endpoint is paused for at most 30 s.
      expect(await ask('c', [], scopeOf(scope(), performance.now() + 500))).toBe('result of c');
      expect(one.calls.map(({ method }) => method)).toEqual(['a', 'c']);
      gone.abort();
      await Promise.all([waiting, late]);
    },
  );

  it('the pause before a retry ends when the scope is aborted', async () => {
    const one = await node();
    for (const fault of [
      'hang',
      { status: 429, headers: { 'retry-after': '30' } },
      { status: 500 },
    ] as const) {
      const gone = new AbortController();
      one.fault = () => {
        setTimeout(() => gone.abort(), 50);
        return fault;
      };
      // Without the abort, the call would retry or wait for hours.
      await expect(
        transport([one.url], { maxAttempts: 1e9, timeoutMs: 1e8 })('a', [], scopeOf(gone.signal)),
      ).rejects.toMatchObject({ reason: 'deadline-exceeded' });
    }
    await expect(transport([one.url])('a', [], scopeOf(AbortSignal.abort()))).rejects.toMatchObject({
      reason: 'deadline-exceeded',
    });
  });
});

describe('httpTransport', () => {
  it('limits the number of calls in flight to an endpoint', async () => {
    const held = gate();
    const one = await testNode(async () => {
      await held.opened;
      return 'late';
    });
    open.push(one);
    const ask = transport([one.url], { concurrency: 4 });
    const calls = Promise.all(Array.from({ length: 40 }, () => ask('a', [], scopeOf(scope()))));
    await until('four calls are in flight', () => one.inFlight() === 4);
    held.open();
    await calls;
    expect(one.maxInFlight()).toBe(4);
    expect(one.calls).toHaveLength(40);
  });

  it('does not exceed the call rate configured for an endpoint', async () => {
    const one = await node();
    const ask = transport([one.url], { pace: () => ({ calls: 5, perMs: 300 }) });
    const started = performance.now();
    await Promise.all(Array.from({ length: 12 }, () => ask('a', [], scopeOf(scope()))));
    expect(performance.now() - started).toBeGreaterThan(590);
  });

  it('rejects an upstream response larger than `maxBytes`', async () => {
    const one = await node();
    one.fault = () => ({ status: 200, body: ' '.repeat(10_000) });
    await expect(
      transport([one.url], { maxBytes: 1_000, maxAttempts: 2 })('a', [], scopeOf(scope())),
    ).rejects.toMatchObject({ reason: 'upstream-unavailable' });
  });

  it('aborts an upstream response of tens of thousands of one-byte chunks', async () => {
    let sent = 0;
    const tiny = createServer((_, response) => {
      response.writeHead(200);
      const more = () => {
        while (sent < 60_000 && !response.destroyed && response.write(' ')) sent++;
        if (sent < 60_000) response.once('drain', more);
        else response.end('{"jsonrpc":"2.0","id":1,"result":1}');
      };
      more();
    });
    const host = await listenOnLoopback(tiny);
    const outcomes: string[] = [];
    const onCall = ({ outcome }: UpstreamCall) => void outcomes.push(outcome);
    await expect(
      transport([`http://${host}/`], { maxAttempts: 1, onCall })('a', [], scopeOf(scope())),
    ).rejects.toMatchObject({ reason: 'upstream-unavailable' });
    expect(outcomes).toEqual(['too-large']);
    await closeAtOnce(tiny);
  });

  it('stops calling a failing endpoint, and tries the endpoint again later', async () => {
    const one = await node();
    one.fault = () => ({ status: 500 });
    const ask = transport([one.url], { maxAttempts: 10, backoffMs: 1 });
    await ask('a', [], scopeOf(scope())).catch(() => undefined);
    const before = one.calls.length;
    one.fault = undefined;
    expect(await ask('a', [], scopeOf(scope()))).toBe('result of a');
    expect(one.calls.length).toBe(before + 1);
  });

  it('counts each attempt in the metrics under the endpoint’s label', async () => {
    const one = await node();
    const heard: UpstreamCall[] = [];
    let left = 1;
    one.fault = () => (left-- > 0 ? { status: 503 } : undefined);
    await transport([one.url], { label: 'solana-101', onCall: (call) => heard.push(call) })(
      'a',
      [],
      scopeOf(scope()),
    );
    expect(heard.map(({ endpoint, method, outcome }) => [endpoint, method, outcome])).toEqual([
      ['solana-101#1', 'a', 'http-503'],
      ['solana-101#1', 'a', 'ok'],
    ]);
  });
});

describe('httpTransport', () => {
  const servers: { close: () => void }[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  it('sends the credentials of an endpoint’s URL as Basic authentication, requests its path and query, and reads gzip', async () => {
    const seen: unknown[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id: number };
        seen.push(request.url, request.headers.authorization);
        response
          .writeHead(200, { 'content-encoding': 'gzip' })
          .end(gzipSync(JSON.stringify({ jsonrpc: '2.0', id, result: 'zipped' })));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
    const { port } = server.address() as AddressInfo;
    expect(
      await transport([`http://user:p%40ss@127.0.0.1:${port}/path?key=1`])('a', [], scopeOf(scope())),
    ).toBe('zipped');
    expect(seen).toEqual(['/path?key=1', `Basic ${Buffer.from('user:p@ss').toString('base64')}`]);
  });

  /** Starts an endpoint whose responses `answer` writes, and returns its origin. */
  async function endpoint(answer: (url: string, body: string, response: ServerResponse) => void) {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => answer(request.url ?? '', Buffer.concat(chunks).toString(), response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const echoed = (body: string, id = (value: number): unknown => value) =>
    JSON.stringify({ jsonrpc: '2.0', id: id(JSON.parse(body).id), result: JSON.parse(body).method });

  it('reads a response whose id is our id as a string, in a batch too, and refuses any other id', async () => {
    const asText = transport([
      await endpoint((_, body, response) =>
        response.end(
          body.startsWith('[')
            ? JSON.stringify(
                JSON.parse(body).map(({ id, method }: { id: number; method: string }) => ({
                  id: String(id),
                  result: method,
                })),
              )
            : echoed(body, String),
        ),
      ),
    ]);
    expect(await asText('a', [], scopeOf(scope()))).toBe('a');
    const calls = [
      { method: 'a', params: [] },
      { method: 'b', params: [] },
    ];
    expect(await asText.batch(calls, scopeOf(scope()))).toEqual([{ result: 'a' }, { result: 'b' }]);
    for (const other of [(id: number) => `${id}0`, (id: number) => ` ${id}`, (id: number) => [id]]) {
      const url = await endpoint((_, body, response) => response.end(echoed(body, other)));
      await expect(transport([url], { maxAttempts: 1 })('a', [], scopeOf(scope()))).rejects.toMatchObject({
        reason: 'upstream-unavailable',
      });
    }
  });

  it('reads a response that starts with a byte order mark', async () => {
    const url = await endpoint((_, body, response) => response.end(`\ufeff${echoed(body)}`));
    expect(await transport([url])('a', [], scopeOf(scope()))).toBe('a');
    expect(await transport([url])('b', [], scopeOf(scope()), { roundIntegers: true })).toBe('b');
  });

  it.each([307, 308])(
    'follows a redirect with status %i to the same origin, with the same body',
    async (status) => {
      const seen: string[] = [];
      const url = await endpoint((path, body, response) => {
        seen.push(path);
        if (path === '/rpc?key=1') response.writeHead(status, { location: '/rpc/?key=1' }).end('moved');
        else response.end(echoed(body));
      });
      expect(await transport([`${url}/rpc?key=1`])('a', [], scopeOf(scope()))).toBe('a');
      expect(seen).toEqual(['/rpc?key=1', '/rpc/?key=1']);
    },
  );

  it('follows no redirect to another origin, without a location, in a circle, or that changes the method', async () => {
    let visits = 0;
    const other = await endpoint((_, body, response) => {
      visits += 1;
      response.end(echoed(body));
    });
    const cases: [number, Record<string, string>][] = [
      [308, { location: `${other}/` }],
      [308, { location: '//127.0.0.1:1/' }],
      [308, { location: 'http://[' }],
      [307, {}],
      [308, { location: '/' }],
      [301, { location: '/other' }],
    ];
    for (const [status, headers] of cases) {
      let requests = 0;
      const url = await endpoint((_path, _body, response) => {
        requests += 1;
        response.writeHead(status, headers).end();
      });
      await expect(transport([url])('a', [], scopeOf(scope()))).rejects.toMatchObject({
        reason: 'upstream-unavailable',
      });
      expect(requests).toBeLessThanOrEqual(4);
    }
    expect(visits).toBe(0);
  });

  it('reads integers of any length in responses without losing digits, unless the call allows rounding', async () => {
    const one = await testNode(async () => ({
      lamports: 9_007_199_254_740_993n,
      padding: 'x'.repeat(50_000),
    }));
    servers.push({ close: () => void one.close() });
    const ask = transport([one.url]);
    expect(await ask('a', [], scopeOf(scope()))).toMatchObject({ lamports: 9_007_199_254_740_993n });
    expect(await ask('a', [], scopeOf(scope()), { roundIntegers: true })).toMatchObject({
      lamports: 9_007_199_254_740_992,
    });
  });
});

describe('an attempt', () => {
  it('an upstream call closes its connection at its timeout, even in the middle of the response', async () => {
    const one = await node();
    const outcomes: string[] = [];
    for (const fault of ['hang', 'slow-body'] as const) {
      one.fault = () => fault;
      const ask = transport([one.url], {
        timeoutMs: 50,
        maxAttempts: 2,
        onCall: ({ outcome }) => outcomes.push(outcome),
      });
      await expect(ask('a', [], scopeOf(scope()))).rejects.toMatchObject({ reason: 'upstream-unavailable' });
      await until('the node has no open request', () => one.inFlight() === 0);
    }
    expect(outcomes).toEqual(['timeout', 'timeout', 'timeout', 'timeout']);
  });

  it('reads the final response after an interim response', async () => {
    const server = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => {
        const { id } = JSON.parse(chunk.toString()) as { id: number };
        response.writeEarlyHints({ link: '</a>; rel=preload' }, () =>
          response.end(JSON.stringify({ jsonrpc: '2.0', id, result: 'final' })),
        );
      });
    });
    const url = await listenOnLoopback(server);
    open.push({ close: () => closeAtOnce(server) });
    expect(await transport([`http://${url}/`])('a', [], scopeOf(scope()))).toBe('final');
  });
});

describe('an endpoint that keeps failing', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Creates a node whose calls fail until its circuit breaker stays open for more than 5 s. */
  async function pausedNode(fault: NodeFault) {
    const one = await node();
    one.fault = () => ({ status: 502 });
    vi.useFakeTimers({ toFake: ['performance'] });
    let onFault = () => {};
    const ask = transport([one.url], { maxAttempts: 12, backoffMs: 0, onCall: () => onFault() });
    // Ten faults open the breaker for 1 s; each failed probe doubles the pause. The fake clock is stopped in between,
    // so each call is aborted instead of waiting forever.
    for (const faults of [10, 1, 1]) {
      const gone = new AbortController();
      let left = faults;
      onFault = () => {
        if (--left === 0) setImmediate(() => gone.abort());
      };
      await expect(ask('a', [], scopeOf(gone.signal))).rejects.toMatchObject({ reason: 'deadline-exceeded' });
      vi.advanceTimersByTime(5_000);
    }
    onFault = () => {};
    one.fault = () => fault;
    return { one, ask };
  }

  it('a call to an endpoint that keeps failing rejects after one probe', async () => {
    const { one, ask } = await pausedNode({ status: 502 });
    const before = one.calls.length;
    await expect(ask('a', [], scopeOf(scope()))).rejects.toMatchObject({ reason: 'upstream-unavailable' });
    expect(one.calls.length - before).toBe(1);
  });

  it('probes the only endpoint once a second, so that it serves calls within a second of its recovery', async () => {
    const { one, ask } = await pausedNode({ status: 502 });
    const before = one.calls.length;
    // Each failed probe doubles the pause: 8 s, 16 s, 30 s.
    for (let probes = 1; probes <= 3; probes++) {
      await expect(ask('a', [], scopeOf(scope()))).rejects.toMatchObject({ reason: 'upstream-unavailable' });
      await expect(ask('a', [], scopeOf(scope()))).rejects.toMatchObject({ reason: 'upstream-unavailable' });
      expect(one.calls.length - before).toBe(probes);
      vi.advanceTimersByTime(1_000);
    }
    one.fault = undefined;
    expect(await ask('a', [], scopeOf(scope()))).toBe('result of a');
    expect(await ask('a', [], scopeOf(scope()))).toBe('result of a');
  });

  it('a call to an endpoint that keeps failing makes one probe, then waits for the Retry-After of the response', async () => {
    const { one, ask } = await pausedNode({ status: 503, headers: { 'retry-after': '9' } });
    const before = one.calls.length;
    const gone = new AbortController();
    const waiting = expect(ask('a', [], scopeOf(gone.signal))).rejects.toMatchObject({
      reason: 'deadline-exceeded',
    });
    await until('it was called', () => one.calls.length > before && one.inFlight() === 0);
    await sleep(100);
    gone.abort();
    await waiting;
    expect(one.calls.length - before).toBe(1);
  });
});

describe('circuitBreaker', () => {
  it('the circuit breaker opens after ten consecutive faults, allows one probe, and doubles its pause if the probe fails', () => {
    let now = 0;
    const breaker = circuitBreaker(10, 30_000, () => now);
    for (let i = 0; i < 9; i++) breaker.fault();
    expect(breaker.waitMs()).toBe(0);
    breaker.fault();
    expect(breaker.waitMs()).toBe(1_000);
    now = 1_000;
    expect(breaker.waitMs()).toBe(0);
    breaker.start();
    expect(breaker.waitMs()).toBeGreaterThan(0);
    breaker.fault();
    expect(breaker.waitMs()).toBe(2_000);
    now = 3_000;
    breaker.start();
    breaker.success();
    expect(breaker.waitMs()).toBe(0);
  });
});

describe('the memory budget', () => {
  const MIB = 1024 * 1024;

  it('a long upstream response reserves memory until it is parsed, and is rejected if the budget is too small', async () => {
    const rest = gate();
    const server = createServer((request, response) => {
      request.on('data', async (chunk: Buffer) => {
        const { id, method } = JSON.parse(chunk.toString()) as { id: number; method: string };
        if (method === 'short') return response.end(`{"id":${id},"result":"short"}`);
        response.write(`{"id":${id},"result":"${'a'.repeat(MIB)}`);
        await rest.opened;
        return response.end('"}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const memory = new ByteBudget(2 * MIB, 5);
    const outcomes: string[] = [];
    const ask = transport([url, url], {
      memory,
      onCall: ({ outcome }) => outcomes.push(outcome),
    });
    const first = ask('long', [], scopeOf(scope()));
    await until('it is reserved', () => memory.held >= MIB);
    // There is only one attempt: neither another endpoint nor a retry would help.
    await expect(ask('long', [], scopeOf(scope()))).rejects.toMatchObject({ name: 'OverloadedError' });
    expect(outcomes).toEqual(['aborted']);
    expect(await ask('short', [], scopeOf(scope()))).toBe('short');
    rest.open();
    expect(await first).toHaveLength(MIB);
    expect(memory.held).toBe(0);
    expect(await ask('long', [], scopeOf(scope()))).toHaveLength(MIB);
    expect(memory.held).toBe(0);
    server.closeAllConnections();
    server.close();
  });
});
