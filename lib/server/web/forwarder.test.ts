import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { CALLER_HEADER } from '@/lib/server/http/forwarded-headers';
import { gate } from '@/lib/testing/gate';
import { closeAtOnce, listenOnLoopback } from '@/lib/testing/servers/loopback';
import { exchangeRaw, sendRaw } from '@/lib/testing/servers/raw-http';
import { testServiceParts } from '@/lib/testing/servers/service-parts';
import { until } from '@/lib/testing/until';
import { createHttpServer } from '../http/http-server';
import { createService } from '../service';
import { Forwarder } from './forwarder';
import type { WebProcess } from './web-process';

// Tests the forwarder behind the HTTP server of the API process, with a scripted server as the web process.

const SECRET = 'secret-of-this-start';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of cleanUp.splice(0).reverse()) await each();
});

type Options = {
  env?: Record<string, string>;
  idleMs?: number;
  port?: WebProcess['port'];
};

/** Starts an API server whose web process responds with `answer`. */
async function start(answer: RequestListener, { env = {}, idleMs, port }: Options = {}) {
  const received: IncomingMessage[] = [];
  const backend = createServer({ requireHostHeader: false }, (request, response) => {
    received.push(request);
    answer(request, response);
  });
  const backendPort = portOf(await listenOnLoopback(backend));
  cleanUp.push(() => closeAtOnce(backend));
  const parts = testServiceParts({ env });
  const service = createService(parts);
  const web = { secret: SECRET, port: port ?? (async () => backendPort) };
  const forwarder = new Forwarder(web, service.log, idleMs);
  const server = createHttpServer(service, (...args) => forwarder.forward(...args));
  const host = await listenOnLoopback(server);
  cleanUp.push(
    () => closeAtOnce(server),
    () => forwarder.close(),
  );
  return {
    service,
    server,
    backend,
    received,
    logged: parts.logged,
    port: portOf(host),
    base: `http://${host}`,
    /** Returns the headers of the only forwarded request. */
    forwarded: (): IncomingHttpHeaders => {
      expect(received).toHaveLength(1);
      return received[0]?.headers ?? {};
    },
  };
}

const portOf = (host: string) => Number(host.split(':')[1]);
const get = (path: string, lines: string[] = []) =>
  `${[`GET ${path} HTTP/1.1`, 'Host: localhost', ...lines].join('\r\n')}\r\n\r\n`;
const ok: RequestListener = (_request, response) => void response.end('page');
const TEXT = { 'Content-Type': 'text/html; charset=utf-8' };
const LONG = 'a page that is long enough to be compressed. '.repeat(100);

/** Sends a request and waits for the head of its response. */
async function open(base: string, path: string, headers: Record<string, string> = {}) {
  const sent = httpRequest(base + path, { headers, agent: false });
  sent.on('error', () => undefined);
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { sent, answer };
}

describe('a forwarded request', () => {
  it('forwards a request with its method, target and body, framed by the API process', async () => {
    let body = '';
    const api = await start(async (request, response) => {
      for await (const chunk of request) body += chunk;
      response.end('done');
    });
    const answer = await sendRaw(
      api.port,
      'POST /api/rpc/solana?a=%20b&a=2 HTTP/1.1\r\nhOsT: localhost\r\nContent-Length: 005\r\n\r\nhello',
    );
    expect(answer.body).toBe('done');
    expect(body).toBe('hello');
    expect(api.received[0]?.method).toBe('POST');
    expect(api.received[0]?.url).toBe('/api/rpc/solana?a=%20b&a=2');
    expect(api.forwarded()['content-length']).toBe('5');
    expect(api.received[0]?.rawHeaders).not.toContain('hOsT');
  });

  it('forwards a request without hop-by-hop headers', async () => {
    const api = await start(ok);
    await sendRaw(
      api.port,
      get('/', [
        'Connection: close, X-Named, cookie',
        'Keep-Alive: timeout=5',
        'Proxy-Connection: keep-alive',
        'Proxy-Authorization: Basic eDp5',
        'TE: trailers',
        'Trailer: X-Later',
        'Upgrade: websocket',
        'X-Named: secret',
        'Cookie: a=1',
        'Accept-Language: de',
      ]),
    );
    const headers = api.forwarded();
    for (const name of [
      'keep-alive',
      'proxy-connection',
      'proxy-authorization',
      'te',
      'trailer',
      'upgrade',
      'x-named',
      'cookie',
    ])
      expect(headers[name], name).toBeUndefined();
    expect(headers.connection).toBe('keep-alive');
    expect(headers['accept-language']).toBe('de');
  });

  it('strips headers that only the API process may set before forwarding a request', async () => {
    const api = await start(ok);
    const forged = [
      'Forwarded: for=192.0.2.1',
      'X-Forwarded-For: 192.0.2.1',
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: https',
      'X-Forwarded-Anything: x',
      'X-Middleware-Subrequest: proxy',
      'X-Middleware-Override-Headers: host',
      'X-Nonce: chosen',
      "Content-Security-Policy: script-src 'unsafe-inline'",
      'X-Request-Id: chosen',
      `X-Satchel-Caller: ${SECRET} 192.0.2.1 chosen`,
    ];
    await sendRaw(api.port, get('/', forged));
    const values = Object.entries(api.forwarded())
      .filter(([name]) => name !== CALLER_HEADER)
      .map(([name, value]) => `${name}: ${value}`);
    expect(values.sort()).toEqual(['connection: keep-alive', 'host: localhost']);
    expect(api.forwarded()[CALLER_HEADER]).not.toContain('192.0.2.1');
    expect(api.forwarded()[CALLER_HEADER]).not.toContain('chosen');
  });

  it.each(['localhost:3000', '127.0.0.1:1', '[::1]:8080', 'satchel.example', 'LOCALHOST'])(
    'forwards the Host header %s, even when Connection names it',
    async (host) => {
      const api = await start(ok, { env: { ALLOWED_HOSTS: 'satchel.example' } });
      const answer = await sendRaw(api.port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: host\r\n\r\n`);
      expect(answer.status).toBe(200);
      expect(api.forwarded().host).toBe(host);
    },
  );

  it('forwards the authority of an absolute request target as the Host header', async () => {
    const api = await start(ok);
    await sendRaw(api.port, 'GET http://127.0.0.1:5/docs?x=1 HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(api.forwarded().host).toBe('127.0.0.1:5');
    expect(api.received[0]?.url).toBe('/docs?x=1');
  });

  it.each([
    '/api/../docs',
    '/api/..',
    '/./docs',
    '/api/%2E%2e/docs',
    '/api/.%2e/docs',
    '/api\\..\\docs',
    '/x/..?y',
  ])('rejects a path with a dot segment: %s', async (path) => {
    const api = await start(ok);
    for (const method of ['GET', 'POST']) {
      const answer = await sendRaw(api.port, `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      expect(answer.status).toBe(404);
    }
    expect(api.received).toHaveLength(0);
  });

  it.each(['/docs/...', '/docs/.x', '/docs/x..', '/docs?x=/../y'])(
    'forwards a path with dots that form no dot segment: %s',
    async (path) => {
      const api = await start(ok);
      expect((await sendRaw(api.port, get(path))).status).toBe(200);
      expect(api.received[0]?.url).toBe(path);
    },
  );

  it.each([
    '/_global-error',
    '/_global-error/',
    '/%5Fglobal-error',
    '/_not-found',
    '/_next',
    '/_global-error.rsc',
  ])('returns 404 for a path of Next’s internal pages: %s', async (path) => {
    const api = await start(ok);
    expect((await sendRaw(api.port, get(path))).status).toBe(404);
    expect((await sendRaw(api.port, get('/_next/static/chunks/x.js'))).status).toBe(200);
    expect(api.received).toHaveLength(1);
  });

  it('rejects a request with an unknown Host header without forwarding the request', async () => {
    const api = await start(ok);
    for (const target of ['/', 'http://evil.example/'])
      expect(
        (await sendRaw(api.port, `GET ${target} HTTP/1.1\r\nHost: evil.example\r\n\r\n`)).status,
        target,
      ).toBe(421);
    expect(api.received).toHaveLength(0);
  });

  it.each([
    ['0', '127.0.0.1'],
    ['1', '192.0.2.7'],
    ['2', '198.51.100.1'],
  ])('forwards the client address determined by TRUST_PROXY=%s: %s', async (trustProxy, address) => {
    const api = await start(ok, { env: { TRUST_PROXY: trustProxy } });
    const answer = await sendRaw(
      api.port,
      get('/', ['X-Forwarded-For: 203.0.113.9, 198.51.100.1, 192.0.2.7']),
    );
    expect(api.forwarded()[CALLER_HEADER]).toBe(`${SECRET} ${address} ${answer.headers['x-request-id']}`);
  });

  it('a forwarded request has the same request id in the web process and in the response', async () => {
    const api = await start((_request, response) => {
      response.writeHead(200, { 'X-Request-Id': 'of-the-web-process' }).end();
    });
    const answer = await sendRaw(api.port, get('/api/x', ['X-Request-Id: of-the-client']));
    const id = answer.headers['x-request-id'] ?? '';
    expect(id).toMatch(/^[\w-]{10,}$/);
    expect(id).not.toMatch(/^of-the/);
    expect(api.forwarded()[CALLER_HEADER]?.toString().split(' ')[2]).toBe(id);
  });

  it('the API process itself sends 100 Continue for a forwarded request', async () => {
    const api = await start(async (request, response) => {
      for await (const _ of request);
      response.end('page');
    });
    const answers = await exchangeRaw(
      api.port,
      'POST /find HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\na=b',
    );
    expect(answers.map(({ status }) => status)).toEqual([100, 200]);
    expect(api.forwarded().expect).toBeUndefined();
  });

  it('handles a forwarded request as if it had no Upgrade header', async () => {
    const api = await start(ok);
    const answer = await sendRaw(api.port, get('/', ['Connection: Upgrade', 'Upgrade: websocket']));
    expect([answer.status, answer.body]).toEqual([200, 'page']);
  });
});

describe('the connections to the web process', () => {
  it('reuses connections from the API process to the web process', async () => {
    const api = await start(ok);
    let connections = 0;
    api.backend.on('connection', () => {
      connections += 1;
    });
    for (let i = 0; i < 5; i++) expect(await (await fetch(`${api.base}/${i}`)).text()).toBe('page');
    expect(connections).toBe(1);
  });

  /** Sends a request on a connection that the web process closes as soon as it has read the request. */
  async function sendOnClosedConnection(init: RequestInit) {
    let closing = false;
    const api = await start((request, response) => {
      if (closing) {
        closing = false;
        request.socket.destroy();
      } else response.end('page');
    });
    expect((await fetch(`${api.base}/api/x`)).status).toBe(200);
    closing = true;
    const answer = await fetch(`${api.base}/api/x`, init);
    return { api, answer };
  }

  it('retries a GET once if the web process closed the connection just as the request was sent', async () => {
    const { api, answer } = await sendOnClosedConnection({});
    expect(answer.status).toBe(200);
    expect(api.received).toHaveLength(3);
  });

  it('returns 502 for a POST on a connection that the web process closed, without a retry', async () => {
    const { api, answer } = await sendOnClosedConnection({ method: 'POST', body: 'x' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([502, '2']);
    expect(api.received).toHaveLength(2);
  });

  it('does not use a connection to the web process for a second request before the first response is complete', async () => {
    const hold = gate();
    const api = await start(async (request, response) => {
      response.write(' ');
      if (request.url === '/first') await hold.opened;
      response.end(request.url);
    });
    const first = await open(api.base, '/first');
    expect(await (await fetch(`${api.base}/second`)).text()).toBe(' /second');
    hold.open();
    let text = '';
    for await (const chunk of first.answer) text += chunk;
    expect(text).toBe(' /first');
  });
});

describe('a response of the web process', () => {
  it('forwards the status, headers and body of the web process’s response', async () => {
    const api = await start((_request, response) => {
      response.writeHead(404, { 'Set-Cookie': ['a=1', 'b=2'], 'X-Own': 'x', ETag: '"t"' }).end('none');
    });
    const answer = await fetch(`${api.base}/x`);
    expect([answer.status, await answer.text()]).toEqual([404, 'none']);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(answer.headers.get('x-own')).toBe('x');
    expect(answer.headers.get('etag')).toBe('"t"');
  });

  it('forwards the web process’s response without hop-by-hop headers', async () => {
    const api = await start((_request, response) => {
      response.writeHead(200, {
        Connection: 'close, X-Named',
        'X-Named': 'x',
        'Keep-Alive': 'timeout=1',
        'Proxy-Authenticate': 'Basic',
        'X-Middleware-Next': '1',
        Trailer: 'X-Later',
      });
      response.addTrailers({ 'X-Later': 'x' });
      response.end('page');
    });
    const { headers } = await sendRaw(api.port, get('/'));
    for (const name of ['x-named', 'proxy-authenticate', 'x-middleware-next', 'trailer', 'x-later'])
      expect(headers[name], name).toBeUndefined();
    expect(headers.connection).toBe('keep-alive');
  });

  const POLICY_HEADERS = [
    'content-security-policy',
    'x-content-type-options',
    'x-frame-options',
    'referrer-policy',
  ];
  const OWN_POLICY = {
    'Content-Security-Policy': "default-src 'self'",
    'X-Frame-Options': 'SAMEORIGIN',
    'Referrer-Policy': 'same-origin',
  };

  it.each([
    ['sets none', '/api/nothing', {}],
    ['is a prefetched page', '/account/x', { 'Next-Router-Prefetch': '1' }],
    ['is a rejection by the API process', '/%ff', {}],
  ])('sends the strictest content security policy with a response that %s', async (_what, path, headers) => {
    const api = await start(ok);
    const answer = await fetch(api.base + path, { headers });
    expect(POLICY_HEADERS.map((name) => answer.headers.get(name))).toEqual([
      "default-src 'none'; frame-ancestors 'none'",
      'nosniff',
      'DENY',
      'no-referrer',
    ]);
  });

  it('keeps the content security policy of a response that sets one', async () => {
    const api = await start((_request, response) => void response.writeHead(200, OWN_POLICY).end('page'));
    const answer = await fetch(api.base);
    expect(POLICY_HEADERS.map((name) => answer.headers.get(name))).toEqual([
      "default-src 'self'",
      'nosniff',
      'SAMEORIGIN',
      'same-origin',
    ]);
  });

  it('forwards the Content-Length of a response to a HEAD request, without a body', async () => {
    const api = await start((_request, response) => {
      response.writeHead(200, { ...TEXT, 'Content-Length': LONG.length }).end();
    });
    const [answer, next] = await exchangeHead(api.port);
    expect(answer).toMatchObject({ status: 200, length: String(LONG.length), encoding: undefined });
    expect(next?.status).toBe(200);
    expect(api.received.map(({ method }) => method)).toEqual(['HEAD', 'HEAD']);
  });

  /** Sends two HEAD requests on one connection. The second gets a response only if the first response had no body. */
  async function exchangeHead(port: number) {
    const socket = connect(port, '127.0.0.1');
    const head = `HEAD / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n`;
    socket.write(head + head);
    let text = '';
    for await (const chunk of socket) {
      text += chunk;
      if (text.split('\r\n\r\n').length === 3) break;
    }
    socket.destroy();
    return text
      .split('\r\n\r\n')
      .slice(0, 2)
      .map((each) => ({
        status: Number(each.split(' ')[1]),
        length: /content-length: (\d+)/i.exec(each)?.[1],
        encoding: /content-encoding: (\S+)/i.exec(each)?.[1],
      }));
  }

  it('forwards a 206 response with its Content-Range for a Range request', async () => {
    const api = await start((request, response) => {
      expect(request.headers.range).toBe('bytes=0-1999');
      response
        .writeHead(206, { ...TEXT, 'Content-Range': 'bytes 0-1999/9000', 'Content-Length': 2000 })
        .end('x'.repeat(2000));
    });
    const answer = await fetch(api.base, { headers: { Range: 'bytes=0-1999', 'Accept-Encoding': 'gzip' } });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe('bytes 0-1999/9000');
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('content-length')).toBe('2000');
  });

  it('forwards a 304 response without a body', async () => {
    const api = await start((request, response) => {
      expect(request.headers['if-none-match']).toBe('W/"t"');
      response.writeHead(304, { ETag: '"t"' }).end();
    });
    const raw = get('/x', ['If-None-Match: W/"t"', 'Accept-Encoding: gzip']);
    const socket = connect(api.port, '127.0.0.1');
    socket.write(raw);
    const [chunk] = await once(socket, 'data');
    socket.destroy();
    expect(String(chunk)).toMatch(/^HTTP\/1\.1 304 /);
    expect(String(chunk)).toMatch(/\r\netag: "t"\r\n/i);
    expect(String(chunk)).not.toMatch(/content-encoding|transfer-encoding/i);
  });
});

describe('a coded response', () => {
  it('forwards Accept-Encoding, and the coded bytes and their headers unchanged', async () => {
    const coded = gzipSync(LONG);
    const codedHeaders = {
      'content-encoding': 'gzip',
      'content-length': String(coded.length),
      etag: 'W/"t"',
      vary: 'RSC, Accept-Encoding',
    };
    const api = await start(
      (_request, response) => void response.writeHead(200, { ...TEXT, ...codedHeaders }).end(coded),
    );
    const { raw, headers } = await sendRaw(api.port, get('/', ['Accept-Encoding: br;q=0.5, gzip']));
    expect(api.forwarded()['accept-encoding']).toBe('br;q=0.5, gzip');
    expect(headers).toMatchObject(codedHeaders);
    expect(Buffer.from(raw.slice(raw.indexOf('\r\n\r\n') + 4), 'latin1').equals(coded)).toBe(true);
  });

  it('does not code a response itself', async () => {
    const api = await start((_request, response) => void response.writeHead(200, TEXT).end(LONG));
    const { headers, body } = await sendRaw(api.port, get('/', ['Accept-Encoding: gzip']));
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined]);
    expect(body).toBe(LONG);
  });
});

describe('a streamed response', () => {
  const LINES = ['{"a":1}\n', '{"b":2}\n', '{"c":3}\n'];

  it('a forwarded stream arrives line by line', async () => {
    // Write each line only after the previous one has arrived.
    const arrived = LINES.map(gate);
    const api = await start(async (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
      for (const [i, line] of LINES.entries()) {
        response.write(line);
        await arrived[i]?.opened;
      }
      response.end();
    });
    const { answer } = await open(api.base, '/api/x');
    let text = '';
    for await (const chunk of answer) {
      text += chunk;
      arrived[text.split('\n').length - 2]?.open();
    }
    expect(text).toBe(LINES.join(''));
  });

  it('a forwarded stream can pause for longer than the idle timeout', async () => {
    const api = await start(
      async (_request, response) => {
        response.write('first ');
        await sleep(500);
        response.end('last');
      },
      { idleMs: 50 },
    );
    expect(await (await fetch(api.base)).text()).toBe('first last');
  });

  it('aborts a stream in the web process when its client disconnects', async () => {
    const gone = gate();
    const api = await start((_request, response) => {
      response.once('close', gone.open);
      response.write('first ');
    });
    const { sent } = await open(api.base, '/');
    sent.destroy();
    await gone.opened;
  });

  it.each<[string, RequestListener]>([
    ['with a length', (_request, response) => void response.writeHead(200, { 'Content-Length': 10_000 })],
    ['in chunks', (_request, response) => void response.writeHead(200, TEXT)],
  ])(
    'an interrupted response sent %s closes the client’s connection instead of ending normally',
    async (_what, begin) => {
      const api = await start((request, response) => {
        begin(request, response);
        response.write('half', () => setImmediate(() => request.socket.destroy()));
      });
      const answer = await sendRaw(api.port, get('/'));
      expect(answer.raw).not.toMatch(/\r\n0\r\n\r\n$/);
      const fetched = fetch(api.base);
      await expect(fetched.then((response) => response.text())).rejects.toThrow();
    },
  );

  it('stops reading a forwarded stream while the client does not read', async () => {
    let written = 0;
    const piece = Buffer.alloc(64 * 1024, 'x');
    const api = await start((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
      const write = () => {
        while (!response.destroyed && written < 512 * 2 ** 20) {
          written += piece.length;
          if (!response.write(piece)) return void response.once('drain', write);
        }
      };
      write();
    });
    const socket = connect(api.port, '127.0.0.1');
    socket.pause();
    socket.write(get('/'));
    for (let before = -1; written === 0 || written !== before; ) {
      before = written;
      await sleep(500);
    }
    // The operating system buffers some megabytes for each of the two connections.
    expect(written).toBeLessThan(64 * 2 ** 20);
    socket.destroy();
  });
});

describe('a request that the web process cannot answer', () => {
  it('returns 503 with Retry-After for a page while there is no web process', async () => {
    const api = await start(ok, {
      port: async () => {
        throw new Error('none');
      },
    });
    const answer = await fetch(api.base);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect(answer.headers.get('refresh')).toBe('2');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('returns 502 for a page when the web process fails, and logs the failure with the request id', async () => {
    const api = await start((request) => void request.socket.destroy());
    const answer = await fetch(api.base);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([502, '2']);
    const lines = api.logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error');
    expect(lines.map(({ requestId }) => requestId)).toEqual([answer.headers.get('x-request-id')]);
  });

  it('the forwarder returns 503 and closes the connection once the service shuts down', async () => {
    const api = await start(ok);
    api.service.refuseNewWork();
    const answer = await sendRaw(api.port, get('/'));
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2']);
    expect(answer.headers.connection).toBe('close');
    expect(api.received).toHaveLength(0);
  });

  it('drops a waiting request when its client disconnects before the web process is ready', async () => {
    const listening = gate();
    const api = await start(ok, { port: async () => listening.opened.then(() => portOf(address)) });
    const address = `:${(api.backend.address() as { port: number }).port}`;
    const left = gate();
    api.server.once('request', (_request, response: ServerResponse) => response.once('close', left.open));
    const socket = connect(api.port, '127.0.0.1');
    socket.write(get('/left'));
    const stays = fetch(`${api.base}/stays`);
    await until('both requests have arrived', () => connectionsOf(api.server).then((count) => count === 2));
    socket.destroy();
    await left.opened;
    listening.open();
    expect((await stays).status).toBe(200);
    expect(api.received.map(({ url }) => url)).toEqual(['/stays']);
  });

  it('aborts a forwarded request when its client disconnects while sending the body', async () => {
    const gone = gate();
    const api = await start((request) => {
      request.once('close', gone.open);
      request.resume();
    });
    const socket = connect(api.port, '127.0.0.1');
    socket.write('POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf');
    await until('the request is forwarded', () => api.received.length === 1);
    socket.destroy();
    await gone.opened;
    expect(api.received[0]?.complete).toBe(false);
  });

  it('closes the connection to the web process when it rejects a request whose body is incomplete', async () => {
    const api = await start((_request, response) => void response.writeHead(403).end('refused'));
    const post = 'POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf';
    const client = connect(api.port, '127.0.0.1');
    client.write(post);
    expect(String((await once(client, 'data'))[0])).toMatch(/^HTTP\/1\.1 403 /);
    await until('the connection of the connected client is closed', () => openIn(api.backend, 0));
    client.destroy();
    // Many more than the 32 requests that a visitor may have in flight.
    for (let i = 0; i < 100; i++) expect((await sendRaw(api.port, post)).status).toBe(403);
    await until('the connections of 100 disconnected clients are closed', () => openIn(api.backend, 0));
    expect(api.received).toHaveLength(101);
  });

  it('keeps the connection open if the web process responds before it has read the request’s body', async () => {
    const api = await start((request, response) => {
      response.writeHead(request.url === '/find' ? 403 : 200).end('answer');
    });
    const body = 'x'.repeat(200_000);
    const post = `POST /find HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const answers = await exchangeRaw(api.port, post + get('/'), 2);
    expect(answers.map(({ status }) => status)).toEqual([403, 200]);
  });
});

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

const openIn = async (server: Server, count: number) => (await connectionsOf(server)) === count;

describe('admission', () => {
  it('serves another visitor while 30 pages of one visitor wait for their responses', async () => {
    const waiting: ServerResponse[] = [];
    const api = await start((_request, response) => void waiting.push(response), {
      env: { TRUST_PROXY: '1' },
    });
    const ask = (address: string) =>
      fetch(`${api.base}/account/x`, { headers: { 'X-Forwarded-For': address } }).then(
        ({ status }) => status,
      );
    const answers = Array.from({ length: 30 }, () => ask('192.0.2.1'));
    await until('all are forwarded', () => waiting.length === 30);
    const other = ask('192.0.2.2');
    await until('that of the other visitor is forwarded', () => waiting.length === 31);
    for (const response of waiting.reverse()) response.end();
    expect(await other).toBe(200);
    expect(await Promise.all(answers)).toEqual(Array(30).fill(200));
  });

  it('charges a visitor one unit for each forwarded request, and returns 429 beyond the burst', async () => {
    const api = await start(ok, { env: { RATE_LIMIT_PER_SECOND: '1', TRUST_PROXY: '1' } });
    const ask = async (address: string) =>
      (await fetch(`${api.base}/_next/static/none.js`, { headers: { 'X-Forwarded-For': address } })).status;
    const statuses = [];
    for (let i = 0; i < 100; i++) statuses.push(await ask('192.0.2.1'));
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(200));
    expect(statuses).toContain(429);
    expect(await ask('192.0.2.2')).toBe(200);
  });

  it('returns 429 for a visitor’s 33rd concurrent request', async () => {
    const api = await start(() => undefined);
    const held = Array.from({ length: 32 }, () => {
      const socket = connect(api.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(get('/picture/a/b'));
      return socket;
    });
    await until('all are forwarded', () => api.received.length === 32);
    const answer = await fetch(api.base);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
    for (const socket of held) socket.destroy();
    // Wait until the server has noticed the destroyed connections and admits another request.
    await until('they are dropped', async () => {
      const sent = httpRequest(`${api.base}/picture/next`, { agent: false });
      sent.on('error', () => undefined);
      sent.end();
      const before = api.received.length;
      await Promise.race([
        once(sent, 'response'),
        until('it is forwarded', () => api.received.length > before),
      ]);
      sent.destroy();
      return api.received.length > before;
    });
  });
});
