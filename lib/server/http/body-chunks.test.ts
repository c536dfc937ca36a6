import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { closeAtOnce, listenOnLoopback } from '@/lib/testing/servers/loopback';
import { sendRaw } from '@/lib/testing/servers/raw-http';
import { until } from '@/lib/testing/until';
import { CHUNK_BYTES, endInChunks, unwrittenBytes } from './connections';

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
const BODY = `${'ä'.repeat(100_000)}end`;
const LENGTH = 200_003;

it('writes a response body in chunks of at most 64 KiB', async () => {
  let largest = 0;
  const server = createServer((_request, response) => {
    const write = response.write.bind(response);
    response.write = ((piece: Uint8Array) => {
      largest = Math.max(largest, piece.length);
      return write(piece);
    }) as typeof response.write;
    response.writeHead(200, { 'Content-Length': LENGTH });
    endInChunks(response, BODY, LENGTH);
  });
  const port = Number((await listenOnLoopback(server)).split(':')[1]);
  const { body } = await sendRaw(port, GET);
  expect(body).toBe(BODY);
  expect(largest).toBe(CHUNK_BYTES);
  await closeAtOnce(server);
});

it('stops writing a response body while the client does not read, and reports the unwritten bytes', async () => {
  const length = 256 * 2 ** 20;
  let left = () => length;
  const server = createServer((_request, response) => {
    endInChunks(response, [Buffer.alloc(length)], length);
    left = () => unwrittenBytes(response);
    expect(response.writableLength).toBeLessThan(2 * CHUNK_BYTES);
  });
  const port = Number((await listenOnLoopback(server)).split(':')[1]);
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.write(GET);
  await until('the first pieces are written', () => left() < length);
  expect(left()).toBeGreaterThan(length / 2);
  socket.destroy();
  await closeAtOnce(server);
});
