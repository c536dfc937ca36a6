import { afterAll, describe, expect, it } from 'vitest';
import { isErrorReason } from '@/lib/error-reasons';
import { hasHaproxy, startBalancer } from '@/lib/testing/servers/debian/haproxy';
import { freePort } from '@/lib/testing/servers/free-port';
import { post } from '@/lib/testing/servers/processes';
import { type StaticHost, staticHost } from '@/lib/testing/servers/static-host';

// Tests the load balancer of `compose.yaml` in front of failing hosts. Skipped if HAProxy is not installed; `.ci/run`
// installs HAProxy.

describe.skipIf(!hasHaproxy())('the load balancer in front of failing instances', () => {
  const open: { close?: () => Promise<void>; stop?: () => Promise<void> }[] = [];
  afterAll(() => Promise.all(open.map(({ close, stop }) => (close ?? stop)?.())));

  /** Starts the load balancer in front of two hosts, both with the given handler. */
  async function before(answer: Parameters<typeof staticHost>[0], ...changes: [string, string][]) {
    const hosts = await Promise.all([staticHost(answer), staticHost(answer)]);
    const portOf = (host: StaticHost) => Number(new URL(host.origin).port);
    const balancer = await startBalancer([portOf(hosts[0]), portOf(hosts[1])], ...changes);
    open.push(balancer, ...hosts);
    return { balancer, asked: () => hosts.map((host) => host.countOf('/evm-chain')) };
  }

  it('the load balancer retries a POST on the other instance after a 503', async () => {
    let refusals = 1;
    const { balancer, asked } = await before((path, response) =>
      response.writeHead(path === '/evm-chain' && refusals-- > 0 ? 503 : 200).end('{}'),
    );
    expect((await post(balancer, '/evm-chain', {})).status).toBe(200);
    expect(asked()).toEqual([1, 1]);
  });

  it('the load balancer returns 503 if both instances reject a call, and forwards the next call without delay', async () => {
    let refusals = 2;
    const { balancer, asked } = await before((path, response) => {
      const refuses = path === '/evm-chain' && refusals-- > 0;
      response.writeHead(refuses ? 503 : 200, refuses ? { 'Retry-After': '1' } : {}).end('{}');
    });
    const refused = await post(balancer, '/evm-chain', {});
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await post(balancer, '/evm-chain', {})).status).toBe(200);
    expect(asked().reduce((sum, count) => sum + count)).toBe(3);
  });

  it.each(['sendTransaction', 'requestAirdrop'])(
    'the load balancer sends %s once, although its answer was lost or it was refused at the deadline',
    async (method) => {
      const losses = [
        (response: Parameters<Parameters<typeof staticHost>[0]>[1]) => response.destroy(),
        (response: Parameters<Parameters<typeof staticHost>[0]>[1]) => response.writeHead(503).end('{}'),
      ];
      for (const lose of losses) {
        const { balancer, asked } = await before((path, response) =>
          path === '/evm-chain' ? lose(response) : response.end('{}'),
        );
        await post(balancer, '/evm-chain', { jsonrpc: '2.0', id: 1, method, params: ['x'] });
        expect(asked().reduce((sum, count) => sum + count)).toBe(1);
      }
    },
  );

  it('the load balancer does not retry a POST that times out', async () => {
    const { balancer, asked } = await before(
      (path, response) => void (path === '/health' && response.end('{}')),
      ['timeout server 60s', 'timeout server 1s'],
    );
    const answer = await post(balancer, '/evm-chain', {});
    expect([answer.status, (await answer.json()).error.data.reason]).toEqual([504, 'deadline-exceeded']);
    expect(asked().reduce((sum, count) => sum + count)).toBe(1);
  });

  it('the load balancer forwards the 503 of an instance unchanged and keeps the instance in use', async () => {
    const body =
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"x","data":{"reason":"store-unavailable"}}}';
    const { balancer, asked } = await before((path, response) =>
      path === '/evm-chain'
        ? response.writeHead(503, { 'Retry-After': '7', 'Content-Type': 'application/json' }).end(body)
        : response.end('{}'),
    );
    for (let i = 1; i <= 20; i++) {
      const answer = await post(balancer, '/evm-chain', {});
      expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
        503,
        '7',
        body,
      ]);
    }
    // Every call was sent to both instances.
    expect(asked()).toEqual([20, 20]);
  });

  it.each(['/solana', '/solana/101', '/evm-chain', '/mcp'])(
    'without an instance, the load balancer responds to POST %s with a JSON-RPC error and Retry-After',
    async (path) => {
      const balancer = await startBalancer([await freePort(), await freePort()]);
      open.push(balancer);
      const answer = await post(balancer, path, {});
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      expect(answer.headers.get('content-type')).toBe('application/json');
      const { jsonrpc, id, error } = await answer.json();
      expect({ jsonrpc, id, code: error.code }).toEqual({ jsonrpc: '2.0', id: null, code: -32002 });
      expect(isErrorReason(error.data.reason)).toBe(true);
    },
  );

  it('without an instance, the load balancer responds to a page request with plain text', async () => {
    const balancer = await startBalancer([await freePort(), await freePort()]);
    open.push(balancer);
    const answer = await fetch(balancer.base);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/plain']);
  });
});
