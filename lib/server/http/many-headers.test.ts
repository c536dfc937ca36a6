import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAtOnce, listenOnLoopback } from '@/lib/testing/servers/loopback';
import { sendRaw } from '@/lib/testing/servers/raw-http';
import { TEST_AUTHORIZATION, testServiceParts } from '@/lib/testing/servers/service-parts';
import { isSameOrigin } from '../auth/same-origin';
import { createService } from '../service';
import { createHttpServer } from './http-server';

// Tests requests with too many headers. Node omits some of them from `request.headers`, but its parser acts on them.

let server: Server;
let port: number;
let pagesServed = 0;

beforeAll(async () => {
  const parts = testServiceParts({ env: { METRICS_TOKEN: 'metrics-token-of-tests' } });
  server = createHttpServer(createService(parts), ({ headers }, response) => {
    pagesServed++;
    const header = (name: string) => headers[name]?.toString();
    response.writeHead(header('origin') && !isSameOrigin(header, undefined) ? 403 : 200).end();
  });
  port = Number(new URL(`http://${await listenOnLoopback(server)}`).port);
});
afterAll(() => closeAtOnce(server));

const CALL = '{"id":1,"method":"rpc.discover"}';

/** A request header that the server checks: its line, a request without it, and the status if the line is added. */
type Guard = { line: string; head: string[]; body?: string; status: number };

const PAGE = ['POST /find HTTP/1.1', 'Host: localhost'];
const METRICS = ['GET /metrics HTTP/1.1', 'Host: localhost'];
const RPC = ['POST /evm-chain HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
const GUARDS: Guard[] = [
  { line: 'Transfer-Encoding: chunked', head: PAGE, body: '0\r\n\r\n', status: 411 },
  { line: 'Content-Length: 1000000', head: PAGE, status: 413 },
  { line: 'Origin: http://evil.example', head: PAGE, status: 403 },
  { line: 'Host: evil.example', head: PAGE, status: 400 },
  { line: 'Host: evil.example', head: ['GET / HTTP/1.1'], status: 421 },
  { line: 'X-Forwarded-For: 192.0.2.1', head: METRICS, status: 403 },
  { line: 'Forwarded: for=192.0.2.1', head: METRICS, status: 403 },
  { line: 'Authorization: Bearer wrong', head: METRICS, status: 403 },
  { line: 'Authorization: Basic eDp5', head: RPC, status: 401 },
  {
    line: `Authorization: ${TEST_AUTHORIZATION}`,
    head: [...RPC, `Content-Length: ${CALL.length}`],
    body: CALL,
    status: 200,
  },
  {
    line: 'Content-Encoding: gzip',
    head: [...RPC, `Authorization: ${TEST_AUTHORIZATION}`],
    status: 415,
  },
  {
    line: 'Content-Length: 1000000',
    head: [...RPC, `Authorization: ${TEST_AUTHORIZATION}`],
    status: 413,
  },
  { line: 'Expect: the-impossible', head: PAGE, status: 417 },
  { line: 'Upgrade: h2c\r\nConnection: Upgrade', head: ['GET / HTTP/1.1', 'Host: localhost'], status: 200 },
];

const send = (head: string[], body = '') => sendRaw(port, `${head.join('\r\n')}\r\n\r\n${body}`);
const others = (count: number): string[] => Array(count).fill('a:');

describe.each(GUARDS)('$line ($status)', ({ line, head: [first = '', ...rest], body, status }) => {
  it.each([0, 200])('checks a request header that comes before or after %i other headers', async (count) => {
    const more = [...rest, ...others(count)];
    expect((await send([first, line, ...more], body)).status).toBe(status);
    expect((await send([first, ...more, line], body)).status).toBe(status);
  });

  it.each([256, 257])('checks the last of 256 headers, and rejects 257: %i headers', async (total) => {
    const more = [...rest, ...others(total - rest.length - line.split('\r\n').length)];
    for (const request of [
      [first, line, ...more],
      [first, ...more, line],
    ])
      expect((await send(request, body)).status).toBe(total > 256 ? 431 : status);
  });

  it.each([300, 1_000, 2_000, 5_000])(
    'rejects a request with %i other headers before or after a checked header',
    async (count) => {
      const served = pagesServed;
      const more = [...rest, ...others(count)];
      for (const request of [
        [first, line, ...more],
        [first, ...more, line],
      ]) {
        const answer = await send(request, body);
        // Node 20 itself rejects a request if it has omitted the Host header.
        expect(status === 421 && request[1] !== line ? [400, 431] : [431]).toContain(answer.status);
        expect(answer.headers.connection).toBe('close');
      }
      expect(pagesServed).toBe(served);
    },
  );
});
