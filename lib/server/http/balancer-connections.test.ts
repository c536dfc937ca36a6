import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasHaproxy, startBalancer, type TestBalancer } from '@/lib/testing/servers/debian/haproxy';
import { closeAtOnce, listenOnLoopback } from '@/lib/testing/servers/loopback';
import { until } from '@/lib/testing/until';

// Opens more connections to HAProxy, with the configuration of `compose.yaml`, than one address may have. Skipped if
// HAProxy is not installed; `.ci/run` installs HAProxy.

const instance = createServer((_request, response) => void response.end('page'));

describe.skipIf(!hasHaproxy())('connections to the balancer', () => {
  let balancer: TestBalancer;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    const port = Number((await listenOnLoopback(instance)).split(':')[1]);
    balancer = await startBalancer([port, port]);
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await balancer?.stop();
    await closeAtOnce(instance);
  });

  it('one address may have 512, and others are still served', async () => {
    for (let i = 0; i < 600; i++) {
      const socket = connect({ port: balancer.port, host: '127.0.0.1', localAddress: '127.0.0.9' });
      socket.on('error', () => undefined).resume();
      sockets.push(socket);
    }
    const openCount = () => sockets.filter(({ destroyed }) => !destroyed).length;
    await until('the excess connections are closed', () => openCount() === 512);
    const other = httpRequest(`${balancer.base}/`, { localAddress: '127.0.0.10', agent: false }).end();
    const [answer] = await once(other, 'response');
    expect(answer.statusCode).toBe(200);
    answer.resume();
    expect(openCount()).toBe(512);
  });
});
