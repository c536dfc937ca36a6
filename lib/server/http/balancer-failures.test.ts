import { afterAll, describe, expect, it } from 'vitest';
import { hasNginx, startBalancer } from '@/lib/testing/servers/debian/nginx';
import { post } from '@/lib/testing/servers/processes';
import { type StaticHost, staticHost } from '@/lib/testing/servers/static-host';

// The balancer of `compose.yaml` before hosts that fail as they are told. Where nginx is not installed this is counted
// as not run; `.ci/run` installs it.

describe.skipIf(!hasNginx())('the balancer before instances that fail', () => {
  const open: { close?: () => Promise<void>; stop?: () => Promise<void> }[] = [];
  afterAll(() => Promise.all(open.map(({ close, stop }) => (close ?? stop)?.())));

  /** nginx before two hosts that answer as they are told. */
  async function before(answer: Parameters<typeof staticHost>[0], ...changes: [string, string][]) {
    const hosts = await Promise.all([staticHost(answer), staticHost(answer)]);
    const portOf = (host: StaticHost) => Number(new URL(host.origin).port);
    const nginx = await startBalancer([portOf(hosts[0]), portOf(hosts[1])], ...changes);
    open.push(nginx, ...hosts);
    return { nginx, asked: () => hosts.map((host) => host.countOf('/evm-chain')) };
  }

  it('one that refuses for now (503) is given way to, a POST too', async () => {
    let refusals = 1;
    const { nginx, asked } = await before((path, response) =>
      response.writeHead(path === '/evm-chain' && refusals-- > 0 ? 503 : 200).end('{}'),
    );
    expect((await post(nginx, '/evm-chain', {})).status).toBe(200);
    expect(asked()).toEqual([1, 1]);
  });

  it('when both refuse, their 503 is told, and the next call is sent on at once', async () => {
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

  it('a POST that takes too long is not sent again', async () => {
    const { nginx, asked } = await before(
      (path, response) => void (path === '/health' && response.end()),
      ['proxy_read_timeout 60s', 'proxy_read_timeout 1s'],
    );
    expect((await post(nginx, '/evm-chain', {})).status).toBe(504);
    expect(asked().reduce((sum, count) => sum + count)).toBe(1);
  });
});
