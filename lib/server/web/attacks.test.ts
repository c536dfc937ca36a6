import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectOwnAnswers, startAttackedService } from '@/lib/testing/servers/attacked-service';
import type { Running } from '@/lib/testing/servers/processes';
import { exchangeRaw, sendRaw } from '@/lib/testing/servers/raw-http';

// Sends hostile requests to the built service. The requests must neither reach the web process nor crash any process.
// Requires built pages; `npm test` builds them first.

const SMUGGLED = 'GET /docs HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe.skipIf(!existsSync('.next/BUILD_ID'))('an attack on the forwarder', () => {
  let service: Running;
  beforeAll(async () => {
    service = await startAttackedService();
  });
  afterAll(() => service.stop('SIGKILL'));

  /** Returns the statuses of all responses until the server closes the connection. */
  const statusesOf = async (bytes: string) =>
    (await exchangeRaw(service.port, bytes, 100)).map(({ status }) => status);

  const post = (path: string, lines: string, body: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nSec-Fetch-Site: same-origin\r\n${lines}\r\n\r\n${body}`;

  describe.each(['/find', '/api/rpc/evm-chain', '/', '/health'])('POST %s', (path) => {
    it.each([
      ['Content-Length and Transfer-Encoding', 'Content-Length: 5\r\nTransfer-Encoding: chunked'],
      ['Transfer-Encoding and Content-Length', 'Transfer-Encoding: chunked\r\nContent-Length: 5'],
      ['an unknown coding', 'Transfer-Encoding: xchunked'],
      ['a coding after chunked', 'Transfer-Encoding: chunked, identity'],
      ['two Transfer-Encoding headers', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity'],
      ['a quoted coding', 'Transfer-Encoding: "chunked"'],
      ['a space before the colon', 'Content-Length: 0\r\nTransfer-Encoding : chunked'],
      ['a folded header', 'Content-Length: 0\r\nX: x\r\n Transfer-Encoding: chunked'],
      ['a bare LF before the header', 'Content-Length: 0\r\nX: x\nTransfer-Encoding: chunked'],
      ['a bare CR before the header', 'Content-Length: 0\r\nX: x\rTransfer-Encoding: chunked'],
      ['a NUL in the coding', 'Transfer-Encoding: chunk\0ed'],
      ['a tab before the coding', 'Transfer-Encoding:\tchunked'],
      ['a coding in capitals', 'Transfer-Encoding: CHUNKED'],
      ['a chunked body', 'Transfer-Encoding: chunked'],
    ])('returns one error and closes the connection for %s', async (_what, lines) => {
      const statuses = await statusesOf(post(path, lines, `0\r\n\r\n${SMUGGLED}`));
      expect(statuses).toHaveLength(1);
      expect([400, 411]).toContain(statuses[0]);
      await expectOwnAnswers(service);
    });

    it.each([
      '5\r\nContent-Length: 6',
      '5\r\nContent-Length: 5',
      '5, 5',
      '+5',
      '0x5',
      '5 5',
      '-1',
      '5.0',
      '',
    ])('returns 400 and closes the connection for the header Content-Length: %j', async (length) => {
      expect(await statusesOf(post(path, `Content-Length: ${length}`, `hello${SMUGGLED}`))).toEqual([400]);
    });

    it('a body that looks like a request is treated as a body, and the next request gets its own response', async () => {
      const body = `${SMUGGLED}${SMUGGLED}`;
      const end = 'GET /ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
      const answers = await exchangeRaw(
        service.port,
        post(path, `Content-Length: ${body.length}`, body) + end,
        100,
      );
      expect(answers).toHaveLength(2);
      expect(answers[1]?.body).toContain('"status":"ready"');
      await expectOwnAnswers(service);
    });

    it('returns 413 for a body of 1 GB before reading the body', async () => {
      const answers = await exchangeRaw(service.port, post(path, 'Content-Length: 1073741824', 'x'), 1);
      expect(answers.map(({ status, headers }) => [status, headers.connection])).toEqual([[413, 'close']]);
    });
  });

  it('does not treat the body of a GET as a request', async () => {
    const get = `GET /docs HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`;
    const end = 'GET /ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    for (let i = 0; i < 5; i++) {
      const answers = await exchangeRaw(service.port, get + end, 100);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers[1]?.body).toContain('"status":"ready"');
      await expectOwnAnswers(service);
    }
  });

  it('responds to all complete pipelined requests in order, and rejects an incomplete last request', async () => {
    const paths = ['/docs', '/api/nothing', '/ready', '/nothing', '/health', '/docs'];
    const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join('');
    expect(await statusesOf(`${requests}GET / HTTP/1.1\r\nBroken\r\n\r\n`)).toEqual([
      200, 404, 200, 404, 200, 200, 400,
    ]);
  });

  it.each([
    ['a line break in a value', 'X: a\r\n\tb'],
    ['a bare CR in a value', 'X: a\rX-Nonce: b'],
    ['a NUL in a value', 'X: a\0b'],
    ['a space in a name', 'X Y: a'],
    ['a name without a value', 'X-Forwarded-For'],
  ])('returns 400 for a malformed request header: %s', async (_what, line) => {
    expect(await statusesOf(`GET /docs HTTP/1.1\r\nHost: localhost\r\n${line}\r\n\r\n${SMUGGLED}`)).toEqual([
      400,
    ]);
  });

  it('line breaks in a request target cannot add a header to the response', async () => {
    const injected = '%0d%0aX-Injected:%201%0d%0a%0d%0a';
    for (const path of [`/find?q=${injected}`, `/docs?${injected}`, `/${injected}`, `/account/${injected}`]) {
      const answer = await sendRaw(service.port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      expect(answer.status, path).not.toBe(0);
      expect(answer.headers['x-injected'], path).toBeUndefined();
    }
  });

  it.each([
    ['GET http://user@localhost/ HTTP/1.1', 400],
    ['GET http:/// HTTP/1.1', 400],
    ['GET http://evil.example/ HTTP/1.1', 421],
    ['GET http://localhost/docs HTTP/1.1', 200],
    ['GET file:///etc/passwd HTTP/1.1', 404],
    ['GET docs HTTP/1.1', 400],
    ['OPTIONS * HTTP/1.1', 404],
    ['TRACE / HTTP/1.1', 405],
    ['GET /%ff HTTP/1.1', 400],
    ['GET /..%2f..%2fetc%2fpasswd HTTP/1.1', 404],
    ['GET /sample/%2e%2e%2f%2e%2e%2fpackage.json HTTP/1.1', 404],
  ])('responds to the request line %j with status %i', async (line, status) => {
    const answer = await sendRaw(service.port, `${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(answer.status).toBe(status);
  });

  it.each(['//evil.example', '///evil.example/x', '//evil.example/..%2f', '/\\evil.example'])(
    'does not redirect the path %s to another host',
    async (path) => {
      const { status, headers } = await sendRaw(
        service.port,
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      );
      expect(status).not.toBe(0);
      const location = new URL(headers.location ?? '/', service.base);
      expect(['localhost', '127.0.0.1']).toContain(location.hostname);
    },
  );

  it('opens no tunnel for CONNECT', async () => {
    const answers = await exchangeRaw(
      service.port,
      `CONNECT 127.0.0.1:${service.port} HTTP/1.1\r\nHost: localhost\r\n\r\n${SMUGGLED}`,
      100,
    );
    expect(answers.filter(({ status }) => status < 400)).toEqual([]);
  });

  it.each([
    'Transfer-Encoding: chunked',
    'Content-Length: 5',
    'Host: evil.example',
    'X-Forwarded-For: 192.0.2.1',
    'Origin: http://evil.example',
    'X-Satchel-Caller: x 192.0.2.1 y',
  ])('returns 431 if the header %s is hidden among 2,000 others', async (line) => {
    const others = 'a:\r\n'.repeat(2_000);
    const answer = await sendRaw(
      service.port,
      `GET /docs HTTP/1.1\r\nHost: localhost\r\n${others}${line}\r\n\r\n`,
    );
    expect([answer.status, answer.headers.connection]).toEqual([431, 'close']);
  });

  it('a header that sets a nonce, sets a policy or bypasses Next.js’s proxy does not affect pages', async () => {
    const lines = [
      'X-Nonce: bm9uY2Utb2YtdGhlLWF0dGFja2Vy',
      "Content-Security-Policy: script-src 'nonce-bm9uY2Utb2YtdGhlLWF0dGFja2Vy'",
      'X-Middleware-Subrequest: proxy:proxy:proxy:proxy:proxy',
      'X-Middleware-Subrequest-Id: x',
      'X-Middleware-Rewrite: /health',
      'X-Middleware-Next: 1',
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: https',
      'X-Satchel-Caller: x 192.0.2.1 y',
    ].join('\r\n');
    const { status, headers, body } = await sendRaw(
      service.port,
      `GET /docs HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n\r\n`,
    );
    expect(status).toBe(200);
    const nonce = /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1];
    expect(nonce).toBeDefined();
    expect(body).toContain(`nonce="${nonce}"`);
    expect(body).not.toContain('bm9uY2Utb2YtdGhlLWF0dGFja2Vy');
    expect(body).not.toContain('evil.example');
  });
});
