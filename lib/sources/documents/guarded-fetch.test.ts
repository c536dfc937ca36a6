import type { ServerResponse } from 'node:http';
import { createConnection } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gate } from '@/lib/testing/gate';
import { type StaticHost, staticHost } from '@/lib/testing/servers/static-host';
import { until } from '@/lib/testing/until';
import { isPublicAddress } from './check-target';
import { type GuardedFetch, guardedFetch } from './guarded-fetch';

const request = (maxBytes = 100_000) => ({
  signal: AbortSignal.timeout(120_000),
  maxBytes,
  accept: 'application/json',
});
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fetched',
    (error: { reason?: string }) => error.reason,
  );

const GZIP_BOMB = gzipSync(Buffer.alloc(50_000_000));
const BROTLI_BOMB = brotliCompressSync(Buffer.alloc(50_000_000), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 2 },
});

let host: StaticHost;
/** A fetcher with long timeouts. */
let fetch: GuardedFetch;
/** A fetcher with short timeouts, for responses that never arrive. */
let hasty: GuardedFetch;

beforeAll(async () => {
  host = await staticHost((path, response) => {
    const send = (body: Buffer | string, headers: Record<string, string> = {}) =>
      response.writeHead(200, headers).end(body);
    if (path === '/ok') send('{"ok":true}', { 'content-type': 'application/json', 'set-cookie': 'a=b' });
    else if (path === '/gzip') send(gzipSync('{"zipped":true}'), { 'content-encoding': 'gzip' });
    else if (path === '/bomb-gzip') send(GZIP_BOMB, { 'content-encoding': 'gzip' });
    else if (path === '/bomb-br') send(BROTLI_BOMB, { 'content-encoding': 'br' });
    else if (path === '/nested') send(gzipSync(gzipSync('{}')), { 'content-encoding': 'gzip, gzip' });
    else if (path === '/zstd') send('x', { 'content-encoding': 'zstd' });
    else if (path === '/not-gzip') send('plain', { 'content-encoding': 'gzip' });
    else if (path === '/announced') response.writeHead(200, { 'content-length': '1000000000' }).write('x');
    else if (path === '/endless') {
      response.writeHead(200);
      const timer = setInterval(() => response.write(Buffer.alloc(64_000)), 1);
      response.on('close', () => clearInterval(timer));
    } else if (path === '/drip') {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 100);
      response.on('close', () => clearInterval(timer));
    } else if (path === '/few-chunks' || path === '/tiny-chunks') {
      response.writeHead(200);
      for (let i = 0; i < (path === '/few-chunks' ? 1_000 : 60_000); i++) response.write(' ');
      response.end();
    } else if (path === '/tiny-chunks-after-long' || path === '/tiny-chunks-between-long') {
      response.writeHead(200);
      const isBetween = path === '/tiny-chunks-between-long';
      if (!isBetween) response.write('x'.repeat(5_000_000));
      for (let i = 0; i < 5_000; i++) response.write(isBetween && i % 2 === 0 ? 'x'.repeat(1_000) : ' ');
      response.end();
    } else if (path === '/headers') response.writeHead(200, { junk: 'x'.repeat(30_000) }).end();
    else if (path === '/404') response.writeHead(404).end();
    else if (path === '/to-ok') response.writeHead(302, { location: '/ok' }).end();
    else if (path === '/loop') response.writeHead(302, { location: '/loop' }).end();
    else if (path === '/nowhere') response.writeHead(302).end();
    else if (path.startsWith('/to/'))
      response.writeHead(302, { location: decodeURIComponent(path.slice(4)) }).end();
    // Any other path hangs.
  });
  fetch = guardedFetch({ allowHosts: [host.host], totalMs: 120_000, firstByteMs: 60_000 });
  hasty = guardedFetch({ allowHosts: [host.host], totalMs: 1_000, firstByteMs: 500 });
});
afterAll(async () => {
  await Promise.all([fetch.close(), hasty.close()]);
  await host.close();
});

describe('guardedFetch', () => {
  it('fetches a document, follows redirects and returns the final URL', async () => {
    const { url, contentType, body } = await fetch(`${host.origin}/to-ok`, request());
    expect([url, contentType, body.toString()]).toEqual([
      `${host.origin}/ok`,
      'application/json',
      '{"ok":true}',
    ]);
  });

  it('fetches documents without sending cookies, a referer or credentials', async () => {
    await fetch(`${host.origin}/to-ok`, request());
    const { headers } = host.requests.at(-1) ?? {};
    expect(Object.keys(headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  it('decodes a document with a single content encoding', async () => {
    expect((await fetch(`${host.origin}/gzip`, request())).body.toString()).toBe('{"zipped":true}');
  });

  it.each([
    ['/bomb-gzip', 'too-large'],
    ['/bomb-br', 'too-large'],
    ['/nested', 'encoding-not-allowed'],
    ['/zstd', 'encoding-not-allowed'],
    ['/not-gzip', 'encoding-invalid'],
    ['/announced', 'too-large'],
    ['/endless', 'too-large'],
    ['/few-chunks', 'fetched'],
    ['/tiny-chunks', 'too-large'],
    ['/drip', 'timeout'],
    ['/hang', 'timeout'],
    ['/headers', 'headers-too-large'],
    ['/404', 'http-404'],
    ['/loop', 'too-many-redirects'],
    ['/nowhere', 'redirect-without-location'],
    ['/to/file:%2F%2F%2Fetc%2Fpasswd', 'scheme-not-allowed'],
    ['/to/http:%2F%2F169.254.169.254%2Flatest', 'address-not-allowed'],
    ['/to/http:%2F%2F127.0.0.1%2F', 'address-not-allowed'],
  ])('fetching the document %s fails with the reason %s', async (path, reason) => {
    const fetcher = reason === 'timeout' ? hasty : fetch;
    expect(await reasonOf(fetcher(host.origin + path, request()))).toBe(reason);
  });

  it.each([
    ['/tiny-chunks-after-long', 'too-large'],
    ['/tiny-chunks-between-long', 'fetched'],
  ])('fetching the long document %s ends with the result %s', async (path, reason) => {
    expect(await reasonOf(fetch(host.origin + path, request(20_000_000)))).toBe(reason);
  });

  it('rejects a fetch that the caller aborts', async () => {
    const gone = new AbortController();
    const fetching = reasonOf(fetch(`${host.origin}/hang`, { ...request(), signal: gone.signal }));
    setTimeout(() => gone.abort(), 50);
    expect(await fetching).toBe('aborted');
  });

  it('a fetch that waited too long for this server is not one whose host did not respond', async () => {
    const held = gate();
    const busy = await staticHost((_, response) => void held.opened.then(() => response.end('{}')));
    const bounded = guardedFetch({ allowHosts: [busy.host], overall: 1, totalMs: 120_000 });
    const first = bounded(busy.origin, request());
    await until('the first fetch is in flight', () => busy.inFlight() === 1);
    const late = { ...request(), signal: AbortSignal.timeout(50) };
    expect(await reasonOf(bounded(busy.origin, late))).toBe('no-room');
    held.open();
    await first;
    await bounded.close();
    await busy.close();
  });

  it.each([
    [1, 3],
    [3, 5],
  ])('with %d document hosts, at most %d fetches are in flight', async (count, most) => {
    const held = gate();
    const hosts = await Promise.all(
      Array.from({ length: count }, () =>
        staticHost((_, response) => void held.opened.then(() => response.end('{}'))),
      ),
    );
    const bounded = guardedFetch({
      allowHosts: hosts.map((each) => each.host),
      perHost: 3,
      overall: 5,
      totalMs: 120_000,
      firstByteMs: 60_000,
    });
    const inFlight = () => hosts.reduce((sum, each) => sum + each.inFlight(), 0);
    let seen = 0;
    const fetched = Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        await bounded(`${hosts[i % count]?.origin}/${i}`, request());
        seen = Math.max(seen, inFlight());
      }),
    );
    await until('the limit is reached', () => inFlight() === most);
    held.open();
    await fetched;
    expect(seen).toBeLessThanOrEqual(most);
    for (const each of hosts) expect(each.maxInFlight()).toBeLessThanOrEqual(3);
    await bounded.close();
    await Promise.all(hosts.map((each) => each.close()));
  });
});

describe('fetches from one host', () => {
  /**
   * Makes fetches in rounds. Each round waits until `count` fetches are in flight, then responds to them with `status`.
   * Returns the peak number of fetches in flight.
   */
  async function mostInFlight(rounds: readonly { count: number; status: number }[]): Promise<number> {
    const waiting: ServerResponse[] = [];
    const busy = await staticHost((_, response) => void waiting.push(response));
    const fetcher = guardedFetch({ allowHosts: [busy.host], totalMs: 120_000, firstByteMs: 60_000 });
    const done = Array.from({ length: 300 }, (_, i) =>
      fetcher(`${busy.origin}/${i}`, request()).catch(() => undefined),
    );
    for (const { count, status } of rounds) {
      await until(`${count} are in flight`, () => waiting.length >= count);
      for (const response of waiting.splice(0, count)) response.writeHead(status).end('{}');
    }
    await fetcher.close();
    await busy.close();
    await Promise.all(done);
    return busy.maxInFlight();
  }

  it('the limit for concurrent fetches from one host starts at 32 and grows to 64 while fetches succeed', async () => {
    const rounds = [32, 64, 64, 64].map((count) => ({ count, status: 200 }));
    expect(await mostInFlight(rounds)).toBe(64);
  });

  it('the limit for concurrent fetches from an overloaded host does not grow', async () => {
    const rounds = [
      { count: 32, status: 429 },
      { count: 16, status: 503 },
      { count: 8, status: 503 },
      { count: 4, status: 429 },
    ];
    expect(await mostInFlight(rounds)).toBe(32);
  });
});

describe('guardedFetch to private addresses', () => {
  const port = () => host.host.split(':')[1];
  const strict = guardedFetch({ resolve: async () => ['127.0.0.1'] });

  const literals = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '127.255.255.254',
    '0.0.0.0',
    '0',
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.255.255',
    '169.254.169.254',
    '168.63.129.16',
    '169.254.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '192.0.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '0xa9fea9fe',
    '2852039166',
    '0251.0376.0251.0376',
    '１２７.０.０.１',
    '127。0。0。1',
    '①②⑦.0.0.1',
    '[::]',
    '[::1]',
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:1]',
    '[::ffff:a9fe:a9fe]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::169.254.169.254]',
    '[64:ff9b:1::1]',
    '[2002:7f00:1::]',
    '[2002:a9fe:a9fe::]',
    '[2001::1]',
    '[2001:0:7f00:1::]',
    '[2001:db8::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[100::1]',
    '[2001:10::1]',
    '[3fff::1]',
    '[5f00::1]',
  ];
  const forms = literals.flatMap((literal) => [
    `http://${literal}/`,
    `https://${literal}/x`,
    `http://${literal}:${'80'}/`,
    `http://${literal}:443/?a=b`,
  ]);

  it(`rejects ${forms.length} URLs with literal private addresses`, async () => {
    for (const form of forms) {
      const reason = await reasonOf(strict(form, request()));
      expect([form, reason], form).toEqual([
        form,
        expect.stringMatching(/^(address-not-allowed|url-invalid|dns-failed)$/),
      ]);
    }
  });

  it('rejects URLs with private names, mixed DNS answers, credentials, other ports or other schemes', async () => {
    const before = host.connections();
    const cases: [string, string][] = [
      ['http://localhost/', 'address-not-allowed'],
      ['http://LOCALHOST./', 'address-not-allowed'],
      ['http://anything.example/', 'address-not-allowed'],
      [`http://127.0.0.1:${port()}/ok`, 'port-not-allowed'],
      ['http://anything.example:22/', 'port-not-allowed'],
      ['http://anything.example:6379/', 'port-not-allowed'],
      ['http://user:pass@anything.example/', 'credentials-in-url'],
      ['http://user@anything.example/', 'credentials-in-url'],
      ['file:///etc/passwd', 'scheme-not-allowed'],
      ['ftp://anything.example/', 'scheme-not-allowed'],
      ['gopher://anything.example/', 'scheme-not-allowed'],
      ['javascript:alert(1)', 'scheme-not-allowed'],
      ['data:text/plain,x', 'scheme-not-allowed'],
      ['blob:http://anything.example/1', 'scheme-not-allowed'],
      [`http://${'a'.repeat(300)}.example/`, 'host-invalid'],
      [`http://anything.example/${'a'.repeat(5_000)}`, 'url-invalid'],
      ['http://', 'url-invalid'],
      ['not a url', 'url-invalid'],
    ];
    for (const [url, reason] of cases)
      expect([url, await reasonOf(strict(url, request()))]).toEqual([url, reason]);
    const mixed = guardedFetch({ resolve: async () => ['93.184.215.14', '10.0.0.1'] });
    expect(await reasonOf(mixed('http://mixed.example/', request()))).toBe('address-not-allowed');
    const nothing = guardedFetch({ resolve: async () => [] });
    expect(await reasonOf(nothing('http://nothing.example/', request()))).toBe('dns-failed');
    expect(host.connections()).toBe(before);
  });

  it('connects to the checked address when DNS answers change (rebinding)', async () => {
    const answers = [['93.184.215.14'], ['127.0.0.1']];
    const connectedTo: unknown[] = [];
    const rebinding = guardedFetch({
      resolve: async () => answers.shift() ?? [],
      // Records the target without connecting to it.
      connect: ({ hostname, servername }, callback) => {
        connectedTo.push([hostname, servername]);
        callback(new Error('refused'), null);
      },
    });
    expect(await reasonOf(rebinding('https://rebinding.example/', request()))).toBe('network');
    expect(connectedTo).toEqual([['93.184.215.14', 'rebinding.example']]);
    expect(await reasonOf(rebinding('https://rebinding.example/', request()))).toBe('address-not-allowed');
    expect(connectedTo).toHaveLength(1);
  });

  it('rejects a connection to a peer other than the checked address', async () => {
    const astray = guardedFetch({
      resolve: async () => ['93.184.215.14'],
      connect: (_, callback) => {
        const socket = createConnection(Number(port()), '127.0.0.1', () => callback(null, socket));
      },
    });
    const before = host.requests.length;
    expect(await reasonOf(astray('http://astray.example/', request()))).toBe('address-not-allowed');
    expect(host.requests).toHaveLength(before);
  });

  it('a fetch times out if DNS never answers', async () => {
    const silent = guardedFetch({ resolve: () => new Promise(() => undefined), totalMs: 200 });
    expect(await reasonOf(silent('http://silent.example/', request()))).toBe('timeout');
  });
});

describe('isPublicAddress', () => {
  it.each(['93.184.215.14', '1.1.1.1', '8.8.8.8', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e'])(
    'accepts the IP address %s as public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
  it.each(['', 'example.com', '127.1', '::ffff:8.8.8.8', 'fe80::1%eth0', '2002:808:808::1'])(
    'rejects the IP address %j as not public',
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );
});
