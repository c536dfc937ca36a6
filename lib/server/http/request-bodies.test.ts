import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ByteBudget } from '@/lib/promises/byte-budget';
import { closeAtOnce, listenOnLoopback } from '@/lib/testing/servers/loopback';
import { sendRaw } from '@/lib/testing/servers/raw-http';
import { TEST_AUTHORIZATION, testServiceParts } from '@/lib/testing/servers/service-parts';
import { until } from '@/lib/testing/until';
import { createService } from '../service';
import { createHttpServer } from './http-server';

// Tests that endless bodies from projects use at most the memory budget, and those from visitors at most half of it.

const KB = 1024;
const MOST = 256 * KB;
const memory = new ByteBudget(1024 * KB);
let server: Server;
let port: number;
let pages = 0;

beforeAll(async () => {
  const service = createService(testServiceParts({ parts: { memory } }));
  server = createHttpServer(service, () => {
    pages += 1; // A real page handler would wait for the body.
  });
  port = Number(new URL(`http://${await listenOnLoopback(server)}`).port);
});
afterAll(() => closeAtOnce(server));

const head = (path: string, end: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: ${TEST_AUTHORIZATION}\r\n${end}\r\n\r\n`;
const announced = (path: string, bytes: number) => head(path, `Content-Length: ${bytes}`);

/** Starts requests whose last byte is never sent. */
function begin(count: number, text: string): Socket[] {
  return Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    socket.write(text);
    return socket;
  });
}

async function end(sockets: Socket[]): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await until('all memory is released', () => memory.held === 0);
}

describe('a call', () => {
  const LONG = announced('/solana', MOST) + ' '.repeat(MOST - 1);
  it('a call is rejected with 503 if there is not enough memory for its body', async () => {
    const sockets = begin(4, LONG);
    await until('four bodies are held', () => memory.held === 4 * MOST);
    const refused = await sendRaw(port, LONG);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    expect(JSON.parse(refused.body)).toMatchObject({
      id: null,
      error: { code: -32002, data: { reason: 'overloaded' } },
    });
    const chunk = `${(20 * KB).toString(16)}\r\n${' '.repeat(20 * KB)}\r\n`;
    const chunked = await sendRaw(port, head('/solana', 'Transfer-Encoding: chunked') + chunk);
    expect(chunked.status).toBe(503);
    const small = '{"id":1,"method":"rpc.discover"}';
    expect((await sendRaw(port, announced('/solana', small.length) + small)).status).toBe(200);
    await end(sockets);
  });

  it('a call releases the memory of its body after the response', async () => {
    const body = '{"id":1,"method":"rpc.discover"}'.padEnd(MOST, ' ');
    expect((await sendRaw(port, announced('/solana', MOST) + body)).status).toBe(200);
    await until('all memory is released', () => memory.held === 0);
  });
});

describe('a form or a call of the dashboard', () => {
  it('a form or dashboard call is rejected with 503 before it reaches the pages if there is not enough memory for its body', async () => {
    const sockets = begin(4, announced('/api/rpc/solana', MOST));
    await until('four bodies are held', () => memory.held === 4 * MOST && pages === 4);
    expect((await sendRaw(port, announced('/find', MOST))).status).toBe(503);
    expect(pages).toBe(4);
    await end(sockets);
  });

  it.each(['/find', '/api/rpc/solana', '/', '/health'])(
    'returns 413 if the body sent to %s is too large',
    async (path) => {
      const before = pages;
      const answer = await sendRaw(port, announced(path, MOST + 1));
      expect([answer.status, answer.headers.connection]).toEqual([413, 'close']);
      expect(JSON.parse(answer.body).error.data.reason).toBe('body-too-large');
      expect(pages).toBe(before);
    },
  );
});

describe('endless one-byte chunks', () => {
  /** Maximum bytes that Node reads from a connection at once. */
  const READ = 64 * KB;

  it.each([
    ['/solana', 413],
    ['/find', 411],
  ])('endless one-byte chunks sent to %s are not read beyond the size limit', async (path, status) => {
    let peer: Socket | undefined;
    server.once('connection', (socket: Socket) => {
      peer = socket;
    });
    const text = head(path, 'Transfer-Encoding: chunked') + '1\r\n \r\n'.repeat(700_000);
    expect((await sendRaw(port, text)).status).toBe(status);
    expect(peer?.bytesRead).toBeGreaterThan(1_024);
    // With Node 24, a few more reads happen before a pause takes effect.
    expect(peer?.bytesRead).toBeLessThanOrEqual(8 * READ);
  });
});
