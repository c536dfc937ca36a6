import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_BIG_WALLET } from '@/lib/solana/sample-addresses';
import { expectOwnAnswers, startAttackedService } from '@/lib/testing/servers/attacked-service';
import { establishedConnections } from '@/lib/testing/servers/process-tree';
import { post, type Running, residentMegabytes } from '@/lib/testing/servers/processes';
import { until } from '@/lib/testing/until';

describe.skipIf(!existsSync('.next/BUILD_ID'))('unread responses', () => {
  let service: Running;
  beforeAll(async () => {
    service = await startAttackedService();
  });
  afterAll(() => service.stop('SIGKILL'));

  it('clients that never read are disconnected, and take little memory in the API process', async () => {
    const path = `/api/holdings/${SAMPLE_BIG_WALLET}?chain=104`;
    const one = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n\r\n`;
    const before = residentMegabytes(service.pid);
    // The responses to 8 × 30 requests exceed the capacity of the socket buffers.
    const sockets = Array.from({ length: 8 }, () => {
      const socket = connect(service.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.pause();
      socket.write(one.repeat(30));
      return socket;
    });
    await until('all are connected', () => sockets.every(({ localPort }) => localPort !== undefined));
    const clientPorts = new Set(sockets.map(({ localPort = 0 }) => localPort));
    let most = 0;
    const areClosed = () => {
      most = Math.max(most, residentMegabytes(service.pid) - before);
      return establishedConnections(service.port, clientPorts) < 4;
    };
    // The service closes a connection that is not read for 20 s.
    await until('they are closed', areClosed, 150_000);
    expect(most).toBeLessThan(150);
    for (const socket of sockets) socket.destroy();
    expect((await post(service, '/evm-chain', { id: 1, method: 'rpc.discover' })).status).toBe(200);
    await expectOwnAnswers(service);
  });
});
