import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { methods } from '@/lib/rpc/methods';
import { closeAtOnce, listenOnLoopback } from '@/lib/testing/servers/loopback';
import { metricOf } from '@/lib/testing/servers/metrics';
import { exchangeRaw, sendRaw } from '@/lib/testing/servers/raw-http';
import { sendToRoute } from '@/lib/testing/servers/route-handler';
import { TEST_AUTHORIZATION, testServiceParts } from '@/lib/testing/servers/service-parts';
import manifest from '../../../package.json';
import { createService, type Service } from '../service';
import { shareService } from '../shared-service';
import { createHttpServer } from './http-server';

type Sent = { path?: string; method?: string; headers?: Record<string, string>; body?: string | Uint8Array };
type Answered = { status: number; headers: Headers; text: string; json: () => ReturnType<typeof JSON.parse> };

const PORT_OF = (server: Server) => (server.address() as { port: number }).port;
const KEY = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';
const request = (over: object = {}) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'svc_aa_getBTCAccount',
    params: [{ name: 'BTC', version: '1.0.0', btcPublicKey: KEY }],
    ...over,
  });

let server: Server;
let service: Service;
let logged: string[];

beforeAll(async () => {
  const parts = testServiceParts();
  logged = parts.logged;
  service = createService(parts);
  shareService(service);
  server = createHttpServer(service, (_request, response) => {
    response.writeHead(404);
    response.end('page');
  });
  await listenOnLoopback(server);
});
afterAll(() => closeAtOnce(server));

/** Functions that send a request: to the server of `npm start`, or to the route handlers of `next start`. */
const servers: Record<string, (sent: Sent) => Promise<Answered>> = {
  'the HTTP server': async (sent) => {
    const response = await fetch(
      `http://127.0.0.1:${PORT_OF(server)}${sent.path ?? '/evm-chain'}`,
      init(sent),
    );
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
  },
  'the route handlers': async (sent) => {
    const url = new URL(`http://satchel.test${sent.path ?? '/evm-chain'}`);
    const response = await sendToRoute(new Request(url, init(sent)));
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
  },
};

function init({ method = 'POST', headers = {}, body }: Sent): RequestInit {
  const sent = method === 'GET' || method === 'HEAD' ? {} : { body: (body ?? request()) as string };
  return {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: TEST_AUTHORIZATION, ...headers },
    ...sent,
  };
}

describe.each(Object.entries(servers))('the RPC endpoint through %s', (_name, send) => {
  const listing = (over: object = {}) =>
    JSON.stringify({ id: 1, method: 'enhancedGetTokensAndNFTs', params: ['1'.repeat(32)], ...over });

  it.each(['/solana', '/solana/rpc'])(
    'serves the path %s with and without a trailing slash',
    async (path) => {
      for (const each of [path, `${path}/`]) {
        const { status, json } = await send({ path: each, body: listing({ chainId: 104 }) });
        expect([each, status, json().chainId, json().result?.lamports !== undefined]).toEqual([
          each,
          200,
          104,
          true,
        ]);
        expect((await send({ path: each, method: 'GET' })).headers.get('allow')).toBe('POST');
        expect((await send({ path: each, headers: { Authorization: '' } })).status).toBe(401);
      }
    },
  );

  it.each(['/solana/104', '/solana/104/'])('uses the chain in the path %s like ?chainId=', async (path) => {
    const reasonOf = async (at: string, over: object = {}) =>
      (await send({ path: at, body: listing(over) })).json().error?.data.reason;
    const { status, json } = await send({ path, body: listing() });
    expect([status, json().chainId]).toEqual([200, 104]);
    expect(await reasonOf(path, { chainId: 104 })).toBeUndefined();
    expect(await reasonOf(`${path}?chainId=104`)).toBeUndefined();
    expect(await reasonOf(path, { chainId: 101 })).toBe('conflicting-chain-id');
    expect(await reasonOf(`${path}?chainId=101`)).toBe('conflicting-chain-id');
    expect((await send({ path, method: 'GET' })).status).toBe(405);
  });

  it('rejects a path with an unsupported or invalid chain id', async () => {
    const reasonOf = async (path: string) => (await send({ path, body: listing() })).json().error.data.reason;
    expect(await reasonOf('/solana/999')).toBe('unsupported-chain');
    expect(await reasonOf('/solana/0')).toBe('invalid-chain-id');
    expect(await reasonOf('/solana/99999999999999999999')).toBe('invalid-chain-id');
  });

  it.each([
    '/solana/mainnet',
    '/solana/-1',
    '/solana/rpc/104',
    '/solana/104/rpc',
    '/evm-chain/rpc',
    '/evm-chain/1',
  ])('does not serve the path %s', async (path) => {
    // The HTTP server returns 405 for a POST to a page, the route handlers return 404.
    expect([404, 405]).toContain((await send({ path, body: listing({ chainId: 104 }) })).status);
  });

  it('returns the result of a method call', async () => {
    const answer = await send({});
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]+$/);
    expect(answer.json().result.smartAccountAddress).toBe('0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc');
  });

  it('returns the integer 18446744073709551615 with all its digits', async () => {
    const answer = await send({
      path: '/solana',
      body: JSON.stringify({
        chainId: 104,
        method: 'enhancedGetTokensAndNFTs',
        params: ['11111111111111111111111111111111'],
      }),
    });
    expect(answer.text).toBe(
      '{"jsonrpc":"2.0","id":1,"chainId":104,"result":{"lamports":18446744073709551615,"nfts":[],"tokens":[]}}',
    );
  });

  it('accepts a path with a trailing slash without a redirect, and the chain in the query', async () => {
    expect((await send({ path: '/evm-chain/?chainId=686868' })).json().result.chainId).toBe(686868);
  });

  it('serves on each route only the methods of that route', async () => {
    expect((await send({ path: '/solana' })).json().error.code).toBe(-32601);
    expect((await send({ body: request({ method: 'enhancedGetTokensAndNFTs' }) })).json().error.code).toBe(
      -32601,
    );
  });

  it.each([
    '',
    'Bearer x',
    'Basic',
    'Basic aWQ6a2V5',
    `Basic ${Buffer.from('test-project-id:wrong').toString('base64')}`,
  ])('returns 401 with a challenge for the Authorization header %j', async (Authorization) => {
    const answer = await send({ headers: { Authorization } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /);
    expect(answer.json()).toMatchObject({
      jsonrpc: '2.0',
      id: null,
      error: { code: 40102, data: { reason: 'authentication-failed' } },
    });
  });

  it('returns the same response for an unknown project and a wrong key', async () => {
    const bodies = await Promise.all(
      ['test-project-id:wrong', 'nobody:test-server-key-of-loopback'].map(
        async (pair) =>
          (await send({ headers: { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` } })).text,
      ),
    );
    expect(bodies[0]).toBe(bodies[1]);
  });

  it('checks the credentials before reading the body', async () => {
    expect((await send({ headers: { Authorization: '' }, body: '{' })).status).toBe(401);
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])(
    'returns 405 with an Allow header for %s',
    async (method) => {
      const answer = await send({ method });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('POST');
      if (method !== 'HEAD')
        expect(answer.json().error).toMatchObject({ code: -32600, data: { reason: 'method-not-allowed' } });
    },
  );

  it.each([
    ['text/plain'],
    ['application/json; charset=utf-16'],
    ['multipart/form-data'],
    ['application/jsonx'],
    ['application/json-rpc2'],
  ])('returns 415 for Content-Type %s', async (type) => {
    const answer = await send({ headers: { 'Content-Type': type } });
    expect(answer.status).toBe(415);
    expect(answer.json().error).toMatchObject({ code: -32600, data: { reason: 'unsupported-media-type' } });
  });

  it.each([
    'application/json;charset=utf-8',
    'Application/JSON; charset="UTF-8"',
    'application/json-rpc+json',
    'application/json-rpc',
    'application/jsonrequest; charset=utf-8',
    'application/vnd.api+json',
  ])('accepts Content-Type %s as JSON', async (type) => {
    expect((await send({ headers: { 'Content-Type': type } })).status).toBe(200);
  });

  it('returns 415 for a compressed body', async () => {
    expect((await send({ headers: { 'Content-Encoding': 'gzip' } })).status).toBe(415);
  });

  it('accepts a body of 256 KiB and returns 413 for one more byte', async () => {
    const pad = (length: number) => request().padEnd(length, ' ');
    expect((await send({ body: pad(256 * 1024) })).status).toBe(200);
    const answer = await send({ body: pad(256 * 1024 + 1) });
    expect(answer.status).toBe(413);
    expect(answer.json().error).toMatchObject({ code: -32600, data: { reason: 'body-too-large' } });
  });

  it.each([
    ['', 'empty-body'],
    ["'f", 'not-json'],
    [new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'not-utf-8'],
    ['['.repeat(200_000), 'too-deep'],
  ])('returns -32700 with status 200 for the body %.12j', async (body, reason) => {
    const answer = await send({ body });
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ id: null, error: { code: -32700, data: { reason } } });
  });

  it('accepts a byte order mark at the start of a body', async () => {
    expect((await send({ body: `\ufeff${request()}` })).json().result).toBeDefined();
  });

  it('serves /openrpc.json with an ETag, and returns 304 if the ETag matches', async () => {
    const ask = (tag?: string) =>
      send({
        path: '/openrpc.json',
        method: 'GET',
        headers: { Authorization: '', ...(tag === undefined ? {} : { 'If-None-Match': tag }) },
      });
    const first = await ask();
    const tag = String(first.headers.get('etag'));
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await ask(known);
      expect(again.status).toBe(304);
      expect(again.text).toBe('');
      expect(again.headers.get('etag')).toBe(tag);
    }
    expect((await ask('"other"')).status).toBe(200);
  });

  it('serves the OpenRPC document without credentials', async () => {
    const answer = await send({ path: '/openrpc.json', method: 'GET', headers: { Authorization: '' } });
    expect(answer.json()).toMatchObject({ openrpc: '1.3.2', info: { title: 'Satchel' } });
    expect(answer.json().methods.map((method: { name: string }) => method.name)).toEqual(
      methods.map(({ name }) => name),
    );
  });

  it('serves /health and /ready', async () => {
    expect((await send({ path: '/health', method: 'GET' })).json()).toEqual({
      status: 'alive',
      version: manifest.version,
    });
    expect((await send({ path: '/ready', method: 'GET' })).json()).toMatchObject({
      status: 'ready',
      store: 'ok',
      upstreams: { solana: { 104: 'embedded' } },
      commitment: { 101: 'confirmed', 104: 'confirmed' },
    });
    expect((await send({ path: '/health', method: 'POST' })).status).toBe(405);
  });
});

describe('the HTTP server', () => {
  const raw = (bytes: string | string[]) => sendRaw(PORT_OF(server), bytes);
  const head = (over = '') =>
    `POST /evm-chain HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: ${TEST_AUTHORIZATION}\r\n${over}`;

  it('serves the path //evm-chain, which results from a base URL with a trailing slash', async () => {
    const body = request();
    const answer = await raw(
      `${head().replace('/evm-chain', '//evm-chain')}Content-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(answer.status).toBe(200);
  });

  it.each(['/Evm-chain', '/%65vm-chain', '/evm-chain/x', '/'])(
    'forwards a request for %s to the pages',
    async (path) => {
      expect(await (await fetch(`http://127.0.0.1:${PORT_OF(server)}${path}`)).text()).toBe('page');
    },
  );

  it.each(['/', '/docs', '/picture/x/y', '/og/account', '/find/x', '/apix'])(
    'rejects methods other than GET and HEAD for %s before the request reaches the pages',
    async (path) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const headers = { 'Next-Action': '00aa' };
        const answer = await fetch(`http://127.0.0.1:${PORT_OF(server)}${path}`, { method, headers });
        expect([answer.status, answer.headers.get('allow')], method).toEqual([405, 'GET, HEAD']);
      }
    },
  );

  it.each(['/find', '/api/rpc/solana'])('forwards POST %s to the web process', async (path) => {
    const answer = await fetch(`http://127.0.0.1:${PORT_OF(server)}${path}`, { method: 'POST' });
    expect(await answer.text()).toBe('page');
  });

  it('stops reading a chunked body at the size limit', async () => {
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const answer = await raw([`${head()}Transfer-Encoding: chunked\r\n\r\n`, chunk.repeat(6)]);
    expect(answer.status).toBe(413);
  });

  const chunks = (count: number) => `Transfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(count)}`;

  it('accepts a body in a thousand chunks, and stops reading a body in many more chunks', async () => {
    const body = request();
    const end = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    expect((await raw(head() + chunks(1_000) + end)).status).toBe(200);
    expect((await raw(head() + chunks(60_000))).status).toBe(413);
  });

  it.each(['/health', '/metrics', '/', '/api/holdings/x'])(
    'returns 411 for a chunked body to %s',
    async (path) => {
      const chunked = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${chunks(60_000)}`;
      expect((await raw(chunked)).status).toBe(411);
    },
  );

  it.each([
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n\r\n'],
    ['length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a header without a name', ': x\r\n\r\n'],
  ])('returns 400 for a request with %s', async (_what, end) => {
    expect((await raw(head() + end)).status).toBe(400);
  });

  it('returns 431 for request headers larger than 16 KiB', async () => {
    expect((await raw(`${head()}X: ${'a'.repeat(20_000)}\r\n\r\n`)).status).toBe(431);
  });

  it('responds to Expect: 100-continue with 100 Continue', async () => {
    const body = request();
    const answers = await exchangeRaw(
      PORT_OF(server),
      `${head()}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(answers.map(({ status }) => status)).toEqual([100, 200]);
  });

  it('does not send 100 Continue for wrong credentials', async () => {
    const answers = await exchangeRaw(
      PORT_OF(server),
      `${head().replace(TEST_AUTHORIZATION, 'Basic bm9ib2R5OmtleQ==')}Expect: 100-continue\r\nContent-Length: 5\r\n\r\n`,
    );
    expect(answers.map(({ status }) => status)).toEqual([401]);
  });

  it('responds to pipelined requests in the order received', async () => {
    const ids = [3, 1, 'x', 2];
    const one = (id: unknown) => {
      const body = request({ id });
      return `${head()}Content-Length: ${body.length}\r\n\r\n${body}`;
    };
    const answers = await exchangeRaw(PORT_OF(server), ids.map(one).join(''), ids.length);
    expect(answers.map(({ body }) => JSON.parse(body))).toEqual(
      ids.map((id) => expect.objectContaining({ id, result: expect.any(Object) })),
    );
  });

  const posted = (end = '') => {
    const body = request();
    return `${head()}Content-Length: ${body.length}\r\n\r\n${body}${end}`;
  };

  it.each([
    ['rubbish', 'rubbish\r\n\r\n', 400],
    ['a header that is too long', `GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['a request with invalid chunks', `${head()}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
  ])('responds to pipelined requests that come before %s', async (_what, rubbish, status) => {
    for (const count of [0, 1, 2, 5]) {
      const answers = await exchangeRaw(PORT_OF(server), posted().repeat(count) + rubbish, count + 1);
      expect(answers.map((answer) => answer.status)).toEqual([...Array(count).fill(200), status]);
      expect(answers.at(-1)?.headers.connection).toBe('close');
    }
  });

  it('sends no second response when a rejected body contains invalid data', async () => {
    const socket = connect(PORT_OF(server), '127.0.0.1');
    const wrong = head().replace(TEST_AUTHORIZATION, 'Basic eDp5');
    socket.write(`${posted()}${wrong}Transfer-Encoding: chunked\r\n\r\n`);
    let text = '';
    socket.on('data', (chunk) => {
      const isRefused = text.includes(' 401 ');
      text += chunk;
      if (!isRefused && text.includes(' 401 ')) socket.write('zz\r\n');
    });
    await once(socket, 'close');
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '401']);
  });

  it('uses the first of two Authorization headers', async () => {
    const body = request();
    const answer = await raw(
      `${head()}Authorization: Basic eDp5\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(answer.status).toBe(200);
  });

  it('serves metrics to loopback, but not through a proxy', async () => {
    const get = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${PORT_OF(server)}/metrics`, { headers });
    const labels = { method: 'svc_aa_getBTCAccount', code: 0 };
    expect(metricOf(await (await get({})).text(), 'satchel_rpc_calls_total', labels)).toBeGreaterThan(0);
    for (const name of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP', 'X-Forwarded-Proto'])
      expect((await get({ [name]: '1.2.3.4' })).status, name).toBe(403);
    expect((await raw('GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n')).status).toBe(403);
  });

  it('serves pages only under the service’s host names, and the API under any name', async () => {
    const get = (path: string, host: string) => raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    for (const path of ['/', '/account/x', '/api/holdings/x', '/og/account', '/find?q=x', '/picture/a/b']) {
      const refused = await get(path, `evil.example:${PORT_OF(server)}`);
      expect(refused.status, path).toBe(421);
      expect(refused.body).toContain('ALLOWED_HOSTS');
      expect((await get(path, 'localhost')).body, path).toBe('page');
    }
    for (const path of ['/health', '/ready', '/openrpc.json'])
      expect((await get(path, 'evil.example')).status, path).toBe(200);
    const body = request();
    expect((await raw(`${head()}Content-Length: ${body.length}\r\n\r\n${body}`)).status).toBe(200);
  });

  it('warns once when a request has X-Forwarded-For although TRUST_PROXY is 0', async () => {
    for (let i = 0; i < 3; i++)
      await servers['the HTTP server']?.({ headers: { 'X-Forwarded-For': '192.0.2.1' } });
    const warnings = logged.filter((line) => line.includes('TRUST_PROXY'));
    expect(warnings).toHaveLength(1);
    expect(JSON.parse(warnings[0] ?? '').level).toBe('warn');
  });

  it('the log contains no credentials and no query', async () => {
    await servers['the HTTP server']?.({ path: '/evm-chain?projectKey=query-secret-1' });
    await servers['the HTTP server']?.({
      headers: { Authorization: `Basic ${Buffer.from('x:header-secret-2').toString('base64')}` },
    });
    const lines = logged.join('');
    expect(lines).toContain('authentication-failed');
    for (const secret of [
      'query-secret-1',
      'header-secret-2',
      Buffer.from('x:header-secret-2').toString('base64'),
      'test-server-key-of-loopback',
      TEST_AUTHORIZATION.slice(6),
    ]) {
      expect(lines).not.toContain(secret);
    }
  });
});
