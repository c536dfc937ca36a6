import { afterAll, describe, expect, it } from 'vitest';
import { hasNginx, startBalancer } from '@/lib/testing/servers/debian/nginx';
import { post } from '@/lib/testing/servers/processes';
import { type StaticHost, staticHost } from '@/lib/testing/servers/static-host';

// The load balancer of `compose.yaml` in front of failing hosts. Skipped if nginx is not installed; `.ci/run` installs
// it.

describe.skipIf(!hasNginx())('the load balancer in front of failing instances', () => {
  const open: { close?: () => Promise<void>; stop?: () => Promise<void> }[] = [];
  afterAll(() => Promise.all(open.map(({ close, stop }) => (close ?? stop)?.())));

  /** Starts nginx in front of two hosts that answer with `answer`. */
  async function before(answer: Parameters<typeof staticHost>[0], ...changes: [string, string][]) {
    const hosts = await Promise.all([staticHost(answer), staticHost(answer)]);
    const portOf = (host: StaticHost) => Number(new URL(host.origin).port);
    const nginx = await startBalancer([portOf(hosts[0]), portOf(hosts[1])], ...changes);
    open.push(nginx, ...hosts);
    return { nginx, asked: () => hosts.map((host) => host.countOf('/evm-chain')) };
  }

  it('the load balancer retries a POST on the other instance after a 503', async () => {
    let refusals = 1;
    const { nginx, asked } = await before((path, response) =>
      response.writeHead(path === '/evm-chain' && refusals-- > 0 ? 503 : 200).end('{}'),
    );
    expect((await post(nginx, '/evm-chain', {})).status).toBe(200);
    expect(asked()).toEqual([1, 1]);
  });

  it('the load balancer returns 503 if both instances refuse a call, and forwards the next call without delay', async () => {
    let refusals = 2;
    const { nginx, asked } = await before((path, response) => {
      const refuses = path === '/evm-chain' && refusals-- > 0;
      response.writeHead(refuses ? 503 : 200, refuses ? { 'Retry-After': '1' } : {}).end('{}');
    });
    const refused = await post(nginx, '/evm-chain', {});
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await post(nginx, '/evm-chain', {})).status).toBe(200);
    expect(asked().reduce((sum, count) => sum + count)).toBe(3);
  });

  it('the load balancer does not retry a POST that times out', async () => {
    const { nginx, asked } = await before(
      (path, response) => void (path === '/health' && response.end()),
      ['proxy_read_timeout 60s', 'proxy_read_timeout 1s'],
    );
    expect((await post(nginx, '/evm-chain', {})).status).toBe(504);
    expect(asked().reduce((sum, count) => sum + count)).toBe(1);
  });
});
