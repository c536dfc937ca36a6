import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metricOf } from '@/lib/testing/servers/metrics';
import {
  BENCH_AUTHORIZATION,
  type Running,
  residentMegabytes,
  startService,
} from '@/lib/testing/servers/processes';
import { sendRaw } from '@/lib/testing/servers/raw-http';
import { until } from '@/lib/testing/until';

// Runs hostile callers against a real process. It must bound its memory, return clear errors and keep serving other
// callers.

let service: Running;
const head = (over: string) =>
  `POST /evm-chain HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: ${BENCH_AUTHORIZATION}\r\n${over}`;
const good = JSON.stringify({
  id: 1,
  method: 'svc_aa_getBTCAccount',
  chainId: 31337,
  params: [
    {
      name: 'BTC',
      version: '1.0.0',
      btcPublicKey: '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c',
    },
  ],
});
const isServed = async () =>
  (await sendRaw(service.port, `${head(`Content-Length: ${good.length}`)}\r\n\r\n${good}`)).body.includes(
    '0xB1dC48F7',
  );

beforeAll(async () => {
  service = await startService();
  await isServed();
});
afterAll(() => service?.stop());

describe('hostile callers', () => {
  it('returns 413 for a body of 1 GB without reading the body', async () => {
    const answer = await sendRaw(service.port, head('Content-Length: 1073741824\r\n\r\n'));
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body).error.data.reason).toBe('body-too-large');
  });

  it('returns 413 for an endless chunked body and uses little memory for it', async () => {
    const before = residentMegabytes(service.pid);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(service.port, '127.0.0.1');
      const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
      let sent = 0;
      let received = '';
      const more = () => {
        while (sent < 400 && socket.write(chunk)) sent++;
        if (sent >= 400) socket.end();
      };
      socket.on('connect', () => {
        socket.write(head('Transfer-Encoding: chunked\r\n\r\n'));
        more();
      });
      socket.on('drain', more);
      socket.on('data', (data) => {
        received += data;
      });
      socket.on('error', () => resolve(received));
      socket.on('close', () => resolve(received));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413/);
    expect(residentMegabytes(service.pid) - before).toBeLessThan(60);
    expect(await isServed()).toBe(true);
  });

  it.each([413, 401])('a caller can read a %i response while still sending the body', async (status) => {
    const body = Buffer.alloc(8 * 1024 * 1024, 0x20);
    const authorization = status === 413 ? BENCH_AUTHORIZATION : 'Basic eDp5';
    const headers = { 'Content-Type': 'application/json', Authorization: authorization };
    for (let i = 0; i < 3; i++) {
      const answer = await fetch(`${service.base}/evm-chain`, { method: 'POST', headers, body });
      expect(answer.status).toBe(status);
      expect((await answer.json()).error.data.reason).toMatch(/^(body-too-large|authentication-failed)$/);
    }
  });

  it('a gzip bomb is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024));
    const before = residentMegabytes(service.pid);
    const answer = await sendRaw(service.port, [
      head(`Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`),
      bomb,
    ]);
    expect(answer.status).toBe(415);
    expect(residentMegabytes(service.pid) - before).toBeLessThan(30);
  });

  it('rejects requests whose JSON is nested 3,000 to 100,000 levels deep with a JSON-RPC error', async () => {
    for (const depth of [3_000, 10_000, 100_000]) {
      const body = '['.repeat(depth) + ']'.repeat(depth);
      const answer = await sendRaw(service.port, `${head(`Content-Length: ${body.length}`)}\r\n\r\n${body}`);
      expect(JSON.parse(answer.body).error.data.reason).toBe('too-deep');
    }
  });

  it('a hundred slow connections (Slowloris) do not delay other callers', async () => {
    const sockets = Array.from({ length: 100 }, (_, i) => {
      const socket = connect(service.port, '127.0.0.1');
      socket.on('error', () => {});
      socket.resume();
      // Half of the connections send a slow head, the others a slow body.
      socket.write(
        i % 2 ? 'POST /evm-chain HTTP/1.1\r\nHost: x\r\nX-A: ' : head('Content-Length: 1000\r\n\r\n{'),
      );
      return socket;
    });
    const drip = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write(' ');
    }, 500);
    for (let i = 0; i < 20; i++) expect(await isServed()).toBe(true);
    // The server closes connections whose request head is incomplete after 10 s.
    const heads = sockets.filter((_, i) => i % 2);
    await until('the slow heads are disconnected', () => heads.every((socket) => socket.destroyed));
    clearInterval(drip);
    for (const socket of sockets) socket.destroy();
  });

  it('callers that disconnect in the middle of a request leak no connections', async () => {
    const openFiles = () => readdirSync(`/proc/${service.pid}/fd`).length;
    // Without connections, the process has about fifty open files.
    // The service keeps an idle connection for 65 s.
    await until('the connections of earlier tests are closed', () => openFiles() < 100, 150_000);
    const sockets = Array.from({ length: 200 }, () => {
      const socket = connect(service.port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(head('Content-Length: 500\r\n\r\n{"id"'));
      return socket;
    });
    await until('most are connected', () => openFiles() > 200);
    for (const socket of sockets) socket.destroy();
    await until('their connections are closed', () => openFiles() < 100);
    expect(await isServed()).toBe(true);
    const metrics = await (await fetch(`${service.base}/metrics`)).text();
    expect(metricOf(metrics, 'satchel_work_units_under_way')).toBe(0);
  });
});
