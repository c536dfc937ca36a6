import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { type NodeFault, type TestNode, testNode } from '@/lib/testing/servers/solana-node';
import { circuitBreaker } from './circuit-breaker';
import type { UpstreamCall } from './http-endpoint';
import { type HttpTransport, type HttpTransportOptions, httpTransport } from './transport';
import { UpstreamCallError } from './upstream-errors';

const open: { close: () => Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(open.map((each) => each.close()));
});
const signal = (ms = 10_000) => AbortSignal.timeout(ms);

async function node(latencyMs = 0): Promise<TestNode> {
  const made = await testNode(async (method) => {
    if (method === 'fails') throw new UpstreamCallError(-32602, 'Invalid params');
    return `result of ${method}`;
  }, latencyMs);
  open.push(made);
  return made;
}
function transport(urls: string[], over: Partial<HttpTransportOptions> = {}): HttpTransport {
  const made = httpTransport({ urls, backoffMs: 5, timeoutMs: 500, hedgeMs: 0, ...over });
  open.push(made);
  return made;
}

describe('failover', () => {
  it('goes to the second endpoint at once, and stays in order otherwise', async () => {
    const [one, two] = [await node(), await node()];
    const ask = transport([one.url, two.url]);
    await ask('a', [], signal());
    expect([one.calls.length, two.calls.length]).toEqual([1, 0]);
    one.fault = () => ({ status: 502 });
    const started = performance.now();
    expect(await ask('a', [], signal())).toBe('result of a');
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(two.calls).toHaveLength(1);
  });

  it('gives what the upstream itself says, with its code', async () => {
    const one = await node();
    await expect(transport([one.url])('fails', [], signal())).rejects.toMatchObject({
      name: 'UpstreamCallError',
      code: -32602,
    });
    expect(one.calls).toHaveLength(1);
  });

  it('ends as unavailable when nothing answers, naming no endpoint', async () => {
    const one = await node();
    one.fault = () => 'reset';
    const thrown = await transport([one.url], { maxAttempts: 3 })('a', [], signal()).catch(
      (error: Error) => error,
    );
    expect(thrown).toMatchObject({ name: 'UpstreamUnavailableError', reason: 'upstream-unavailable' });
    expect((thrown as Error).message).not.toContain('127.0.0.1');
    expect(one.calls).toHaveLength(3);
  });

  it('refuses a port that nobody listens on in the same words', async () => {
    await expect(
      transport(['http://127.0.0.1:9/'], { maxAttempts: 2 })('a', [], signal()),
    ).rejects.toMatchObject({ reason: 'upstream-unavailable' });
  });
});

describe('waiting', () => {
  it('honours Retry-After, in seconds and as a date', async () => {
    for (const inDate of [false, true]) {
      const after = inDate ? new Date(Date.now() + 2_000).toUTCString() : '1';
      const one = await node();
      let left = 1;
      one.fault = () => (left-- > 0 ? { status: 429, headers: { 'retry-after': after } } : undefined);
      const started = performance.now();
      await transport([one.url])('a', [], signal());
      expect(performance.now() - started).toBeGreaterThan(950);
    }
  });

  it('ends with the signal, whatever it waits for', async () => {
    const one = await node();
    for (const fault of [
      'hang',
      { status: 429, headers: { 'retry-after': '30' } },
      { status: 500 },
    ] as const) {
      one.fault = () => fault;
      const started = performance.now();
      await expect(
        transport([one.url], { maxAttempts: 99, timeoutMs: 60_000 })('a', [], signal(150)),
      ).rejects.toMatchObject({ reason: 'deadline-exceeded' });
      expect(performance.now() - started).toBeLessThan(5_000);
    }
    await expect(transport([one.url])('a', [], AbortSignal.abort())).rejects.toMatchObject({
      reason: 'deadline-exceeded',
    });
  });

  it('sends a second call beside one that is much slower than usual', async () => {
    const one = await node();
    const ask = transport([one.url], { hedgeMs: 40, timeoutMs: 5_000 });
    for (let i = 0; i < 20; i++) await ask('a', [], signal());
    let left = 1;
    one.fault = () => (left-- > 0 ? 'hang' : undefined);
    const started = performance.now();
    expect(await ask('a', [], signal())).toBe('result of a');
    expect(performance.now() - started).toBeLessThan(4_000);
    expect(one.calls).toHaveLength(22);
  });
});

describe('bounds', () => {
  it('keeps no more calls in flight than allowed', async () => {
    const one = await node(10);
    const ask = transport([one.url], { concurrency: 4 });
    await Promise.all(Array.from({ length: 40 }, () => ask('a', [], signal())));
    expect(one.maxInFlight()).toBeLessThanOrEqual(4);
  });

  it('keeps the pace of an endpoint', async () => {
    const one = await node();
    const ask = transport([one.url], { pace: () => ({ calls: 5, perMs: 300 }) });
    const started = performance.now();
    await Promise.all(Array.from({ length: 12 }, () => ask('a', [], signal())));
    expect(performance.now() - started).toBeGreaterThan(590);
  });

  it('reads no answer beyond its limit', async () => {
    const one = await node();
    one.fault = () => ({ status: 200, body: ' '.repeat(10_000) });
    await expect(
      transport([one.url], { maxBytes: 1_000, maxAttempts: 2 })('a', [], signal()),
    ).rejects.toMatchObject({ reason: 'upstream-unavailable' });
  });

  it('leaves an endpoint alone that keeps failing, then tries it again', async () => {
    const one = await node();
    one.fault = () => ({ status: 500 });
    const ask = transport([one.url], { maxAttempts: 10, backoffMs: 1 });
    await ask('a', [], signal()).catch(() => undefined);
    const before = one.calls.length;
    one.fault = undefined;
    expect(await ask('a', [], signal())).toBe('result of a');
    expect(one.calls.length).toBe(before + 1);
  });

  it('tells the metrics each attempt, by label', async () => {
    const one = await node();
    const heard: UpstreamCall[] = [];
    let left = 1;
    one.fault = () => (left-- > 0 ? { status: 503 } : undefined);
    await transport([one.url], { label: 'solana-101', onCall: (call) => heard.push(call) })(
      'a',
      [],
      signal(),
    );
    expect(heard.map(({ endpoint, method, outcome }) => [endpoint, method, outcome])).toEqual([
      ['solana-101#1', 'a', 'http-503'],
      ['solana-101#1', 'a', 'ok'],
    ]);
  });
});

describe('what is sent and read', () => {
  const servers: { close: () => void }[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  it('sends credentials of the URL as Basic, its path and query; reads gzip', async () => {
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
    expect(await transport([`http://user:p%40ss@127.0.0.1:${port}/path?key=1`])('a', [], signal())).toBe(
      'zipped',
    );
    expect(seen).toEqual(['/path?key=1', `Basic ${Buffer.from('user:p@ss').toString('base64')}`]);
  });
});

describe('an endpoint that keeps failing', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A node that has failed until it is left alone for longer than 5 s at a time. */
  async function leftAlone(fault: NodeFault) {
    const one = await node();
    one.fault = () => ({ status: 502 });
    vi.useFakeTimers({ toFake: ['Date'] });
    const ask = transport([one.url], { maxAttempts: 12, backoffMs: 0 });
    // Ten faults open the breaker for 1 s; each probe that fails doubles that.
    for (let probes = 0; probes < 3; probes++) {
      await expect(ask('a', [], signal(300))).rejects.toMatchObject({ name: 'UpstreamUnavailableError' });
      vi.setSystemTime(Date.now() + 5_000);
    }
    one.fault = () => fault;
    return { one, ask };
  }

  it('is not waited for: the call ends with its own probe', async () => {
    const { one, ask } = await leftAlone({ status: 502 });
    const before = one.calls.length;
    const started = performance.now();
    await expect(ask('a', [], signal(3_000))).rejects.toMatchObject({ reason: 'upstream-unavailable' });
    expect(performance.now() - started).toBeLessThan(1_500);
    expect(one.calls.length - before).toBe(1);
  });

  it('is waited for when it says when to come back', async () => {
    const { ask } = await leftAlone({ status: 503, headers: { 'retry-after': '9' } });
    await expect(ask('a', [], signal(400))).rejects.toMatchObject({ reason: 'deadline-exceeded' });
  });
});

describe('circuitBreaker', () => {
  it('opens after ten faults in a row, lets one call try, and doubles its pause', () => {
    let now = 0;
    const breaker = circuitBreaker(() => now);
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
