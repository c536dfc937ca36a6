import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAtOnce, listenOnLoopback } from '@/lib/testing/servers/loopback';
import { sendRaw } from '@/lib/testing/servers/raw-http';
import { TEST_AUTHORIZATION, testServiceParts } from '@/lib/testing/servers/service-parts';
import { createService } from '../service';
import { createHttpServer } from './http-server';

// Tests request targets in absolute form, as sent by proxies (RFC 9112 §3.2.2). Their authority overrides `Host`.

let server: Server;
let port: number;

beforeAll(async () => {
  server = createHttpServer(createService(testServiceParts()), ({ url, headers }, response) => {
    response.end(`${headers.host} ${url}`);
  });
  port = Number(new URL(`http://${await listenOnLoopback(server)}`).port);
});
afterAll(() => closeAtOnce(server));

const get = (target: string, ...hosts: string[]) =>
  sendRaw(port, `GET ${target} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}\r\n`);

describe('a request target in absolute form', () => {
  it.each(['http://satchel.example', 'HTTPS://satchel.example:443'])(
    'a call with an absolute request target on %s reaches its method',
    async (at) => {
      const body = '{"id":1,"method":"rpc.discover"}';
      const answer = await sendRaw(
        port,
        `POST ${at}/solana/?chainId=104 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: ${TEST_AUTHORIZATION}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.body).result).toMatchObject({ openrpc: '1.3.2' });
    },
  );

  it('an absolute request target reaches pages only if it names one of the service’s hosts', async () => {
    expect((await get('http://localhost:80/docs?a=b', 'evil.example')).body).toBe('localhost:80 /docs?a=b');
    expect((await get('http://localhost', 'evil.example')).body).toBe('localhost /');
    expect((await get('http://localhost?a=b', 'evil.example')).body).toBe('localhost /?a=b');
    for (const path of ['/docs', '', '/api/holdings/x'])
      expect((await get(`http://evil.example${path}`, 'localhost')).status, path).toBe(421);
  });

  it('an absolute request target reaches the metrics only if it names one of the service’s hosts', async () => {
    expect((await get('http://localhost/metrics', 'evil.example')).status).toBe(200);
    expect((await get('http://evil.example/metrics', 'localhost')).status).toBe(403);
  });

  it.each(['http://', 'http:///health', 'http://a:b@localhost/health', 'http://a@localhost/health'])(
    'returns 400 for the absolute request target %s',
    async (target) => {
      expect((await get(target, 'localhost')).status).toBe(400);
    },
  );

  it.each(['/docs#x', '/api/..#x', '/solana#', 'http://localhost/#x'])(
    'returns 400 for the request target %s, which has a fragment',
    async (target) => {
      expect((await get(target, 'localhost')).status).toBe(400);
    },
  );

  it('returns 404 for an absolute request target whose scheme is not http or https', async () => {
    expect((await get('ftp://localhost/health', 'localhost')).status).toBe(404);
  });
});

it('rejects a page request with two Host headers with 400', async () => {
  for (const hosts of [
    ['localhost', 'evil.example'],
    ['localhost', 'localhost'],
  ])
    expect((await get('/docs', ...hosts)).status).toBe(400);
});

it('rejects an unknown Expect header with 417 and closes the connection', async () => {
  const text = `POST /solana HTTP/1.1\r\nHost: localhost\r\nExpect: foo\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n`;
  const { status, headers } = await sendRaw(port, text);
  expect([status, headers.connection]).toEqual([417, 'close']);
});
