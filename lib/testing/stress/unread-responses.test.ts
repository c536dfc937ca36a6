import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_BIG_WALLET } from '@/lib/solana/sample-addresses';
import { establishedConnections, webProcessOf } from '@/lib/testing/servers/process-tree';
import {
  BENCH_AUTHORIZATION,
  type Running,
  residentMegabytes,
  startService,
} from '@/lib/testing/servers/processes';
import { sendRaw } from '@/lib/testing/servers/raw-http';
import { until } from '@/lib/testing/until';

describe.skipIf(!existsSync('.next/BUILD_ID'))('unread responses', () => {
  let service: Running;
  let web: number | undefined;
  beforeAll(async () => {
    service = await startService({ DASHBOARD: 'on', NEXT_TELEMETRY_DISABLED: '1' });
    await until('pages are served', async () => (await fetch(`${service.base}/docs`)).status === 200);
    web = webProcessOf(service.pid);
  });
  afterAll(async () => {
    // Neither process may have been restarted.
    expect(service.child.exitCode).toBeNull();
    expect(webProcessOf(service.pid)).toBe(web);
    await service.stop('SIGKILL');
  });

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
    await until('they are closed', () => {
      most = Math.max(most, residentMegabytes(service.pid) - before);
      return establishedConnections(service.port, clientPorts) < 4;
    });
    expect(most).toBeLessThan(150);
    for (const socket of sockets) socket.destroy();
    const body = '{"id":1,"method":"rpc.discover"}';
    const call = `POST /evm-chain HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: ${BENCH_AUTHORIZATION}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    expect((await sendRaw(service.port, call)).status).toBe(200);
    expect((await fetch(`${service.base}/icon.svg`)).status).toBe(200);
  });
});
