import diagnosticsChannel from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAtOnce, listenOnLoopback } from '@/lib/testing/servers/loopback';
import { exchangeRaw } from '@/lib/testing/servers/raw-http';
import { testServiceParts } from '@/lib/testing/servers/service-parts';
import { createService } from '../service';
import { createHttpServer } from './http-server';

// Sends more pipelined requests than a connection may have waiting.

let server: Server;
let port: number;

/** Number of requests for which Node has built objects, with or without a `request` event. */
let builtCount = 0;
const count = () => {
  builtCount += 1;
};

beforeAll(async () => {
  server = createHttpServer(createService(testServiceParts()), (_request, response) => {
    response.end('page');
  });
  port = Number(new URL(`http://${await listenOnLoopback(server)}`).port);
  diagnosticsChannel.subscribe('http.server.request.start', count);
});
afterAll(() => {
  diagnosticsChannel.unsubscribe('http.server.request.start', count);
  return closeAtOnce(server);
});

/** Sends the same request many times in one write of at most 64 KiB, and waits until the server closes. */
async function flood(request: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'connect');
  socket.write(request.repeat(Math.floor(65_536 / request.length)));
  await once(socket, 'close');
}

const HOST = 'Host: localhost\r\n';

describe('pipelined requests', () => {
  it.each([
    ['of a document', `GET /health HTTP/1.1\r\n${HOST}\r\n`],
    ['of a page', `GET / HTTP/1.1\r\n${HOST}\r\n`],
    ['without credentials', `POST /solana HTTP/1.1\r\n${HOST}Content-Length: 0\r\n\r\n`],
    ['without a host', 'GET / HTTP/1.1\r\n\r\n'],
    ['of HTTP/1.0', 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'],
    ['with an unknown expectation', `GET / HTTP/1.1\r\n${HOST}Expect: x\r\n\r\n`],
    ['that expect 100 Continue', `GET / HTTP/1.1\r\n${HOST}Expect: 100-continue\r\n\r\n`],
  ])('64 KiB of requests %s close the connection after 66 requests', async (_what, request) => {
    const before = builtCount;
    await flood(request);
    expect(builtCount - before).toBeGreaterThan(0);
    // One in progress, 64 waiting, and the one that closes the connection.
    expect(builtCount - before).toBeLessThanOrEqual(66);
  });

  it('250 connections with 64 KiB each take no more than 66 requests each', async () => {
    const before = builtCount;
    await Promise.all(Array.from({ length: 250 }, () => flood(`GET / HTTP/1.1\r\n${HOST}\r\n`)));
    expect(builtCount - before).toBeLessThanOrEqual(250 * 66);
  });

  it('65 requests in one write get their responses in order', async () => {
    const requests = Array.from(
      { length: 65 },
      (_, i) => `GET ${i % 2 ? '/health' : '/'} HTTP/1.1\r\n${HOST}\r\n`,
    );
    const answers = await exchangeRaw(port, requests.join(''), 65);
    expect(answers.map(({ body }) => body === 'page')).toEqual(requests.map((_, i) => i % 2 === 0));
  });
});
