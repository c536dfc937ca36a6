import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '@/lib/testing/servers/free-port';
import { BENCH_AUTHORIZATION, post, type Running, startNode } from '@/lib/testing/servers/processes';
import { sendRaw } from '@/lib/testing/servers/raw-http';

// Tests `next start`, where route handlers serve all paths, as on a serverless host. Requires built pages; `npm test`
// builds them first.

const body = JSON.stringify({
  id: 9007199254740991,
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

describe.skipIf(!existsSync('.next/BUILD_ID'))('next start', () => {
  const data = mkdtempSync(join(tmpdir(), 'satchel-next-'));
  let next: Running;

  beforeAll(async () => {
    const port = String(await freePort());
    next = await startNode(
      ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', port],
      {
        PORT: port,
        DATA_DIR: data,
        LOG_LEVEL: 'warn',
        NEXT_TELEMETRY_DISABLED: '1',
        PUBLIC_URL: ' https://satchel.example/ ',
        EVM_CHAINS: '111,1',
        EVM_RPC_URL_1: 'http://127.0.0.1:9',
      },
      '/health',
    );
  });
  afterAll(async () => {
    await next?.stop('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  });

  const send = (path: string, headers: Record<string, string> = {}) => post(next, path, body, headers);

  it.each(['/evm-chain', '/evm-chain/'])(
    'a POST to %s is served without a redirect under `next start`',
    async (path) => {
      const response = await send(path);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({
        id: 9007199254740991,
        result: { smartAccountAddress: '0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc' },
      });
    },
  );

  it.each(['/solana/104', '/solana/104/', '/solana/rpc?chainId=104', '/solana/rpc/?chainId=104'])(
    'a POST to %s is handled like /solana?chainId=104 under `next start`',
    async (path) => {
      const params = ['1'.repeat(32)];
      const listing = JSON.stringify({ id: 1, method: 'enhancedGetTokensAndNFTs', params });
      const response = await post(next, path, listing);
      expect([response.status, await response.json()]).toMatchObject([200, { chainId: 104, result: {} }]);
      expect((await post(next, '/solana/mainnet', listing)).status).toBe(404);
    },
  );

  it.each(['/_global-error', '/_global-error/', '/%5Fglobal-error', '/_global-error.rsc', '/_not-found'])(
    'returns 404 for a path of Next’s internal pages under `next start`: %s',
    async (path) => {
      for (const headers of [{}, { RSC: '1' }])
        expect((await fetch(next.base + path, { headers, redirect: 'manual' })).status).toBe(404);
    },
  );

  it('the API returns the documented HTTP statuses under `next start`', async () => {
    expect((await send('/evm-chain', { Authorization: '' })).status).toBe(401);
    expect((await send('/evm-chain', { 'Content-Type': 'text/plain' })).status).toBe(415);
    const get = await fetch(`${next.base}/solana`);
    expect(get.status).toBe(405);
    expect(get.headers.get('allow')).toBe('POST');
    const large = await sendRaw(
      next.port,
      `POST /evm-chain HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: ${BENCH_AUTHORIZATION}\r\nContent-Length: 300000\r\n\r\n${' '.repeat(300_000)}`,
    );
    expect(large.status).toBe(413);
  });

  it('`next start` prints the first project and where its key is stored, once', async () => {
    await fetch(`${next.base}/ready`);
    await fetch(`${next.base}/ready`);
    expect(next.output().split(/project id {3}bench-project\n {2}stored in {4}the environment/)).toHaveLength(
      2,
    );
  });

  it('the operator endpoints, the documents and the pages are served under `next start`', async () => {
    expect(await (await fetch(`${next.base}/ready`)).json()).toMatchObject({ status: 'ready' });
    expect(await (await fetch(`${next.base}/openrpc.json`)).json()).toMatchObject({ openrpc: '1.3.2' });
    for (const [path, part] of [
      ['/client.js', 'createClient'],
      ['/client.d.ts', 'SatchelError'],
      ['/llms.txt', '## Methods'],
    ] as const) {
      const { status, body } = await sendRaw(
        next.port,
        `GET ${path} HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n`,
      );
      expect([path, status, body.includes(part)]).toEqual([path, 200, true]);
    }
    // Route handlers do not know the peer's address, so metrics always require the token.
    expect((await fetch(`${next.base}/metrics`)).status).toBe(403);
    const page = await fetch(next.base);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(await page.text()).toContain('Satchel');
  });

  it('returns 304 for a share image with a matching ETag', async () => {
    const path = '/og/account?address=4UAQRrXpn6dwBucduiaCsfXfbx6BoRnuXQ9nohYPkyby&chain=104';
    const first = await fetch(next.base + path);
    const tag = first.headers.get('etag') ?? '';
    expect((await first.arrayBuffer()).byteLength).toBeGreaterThan(1000);
    const ask = (known: string) => fetch(next.base + path, { headers: { 'If-None-Match': known } });
    const again = await ask(tag);
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    expect((await ask('"other"')).status).toBe(200);
  });

  it('pages, their data and images are served only under the service’s host names', async () => {
    const status = async (path: string, host: string, method = 'GET') => {
      const head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`;
      const body =
        method === 'POST' ? 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}' : '\r\n';
      return (await sendRaw(next.port, head + body)).status;
    };
    const paths: [string, string?][] = [
      ['/'],
      ['/api/holdings/4UAQRrXpn6dwBucduiaCsfXfbx6BoRnuXQ9nohYPkyby?chain=104'],
      ['/api/rpc/solana', 'POST'],
      ['/og/account?address=4UAQRrXpn6dwBucduiaCsfXfbx6BoRnuXQ9nohYPkyby&chain=104'],
      ['/picture/x/y'],
      ['/media/x/y'],
    ];
    for (const [path, method] of paths) {
      expect(await status(path, 'evil.example', method), path).toBe(421);
      expect(await status(path, 'localhost', method), path).not.toBe(421);
    }
    expect(await status('/health', 'evil.example')).toBe(200);
    const prefetch = 'GET /docs HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n';
    const { status: prefetched } = await sendRaw(next.port, `${prefetch}Next-Router-Prefetch: 1\r\n\r\n`);
    expect(prefetched).toBe(421);
  });

  it.each(['/solana-guide', '/evm-chains', '/icons', '/favicons'])(
    'a page whose path looks like an API path gets the content security policy of pages: %s',
    async (path) => {
      const response = await fetch(next.base + path);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-security-policy')).toContain("'nonce-");
    },
  );

  it('the image endpoint of Next.js is off, so that the web process decodes no image', async () => {
    for (const url of ['/og/bitcoin', '/sample/tidepool-1.webp', '/favicon.ico']) {
      const answer = await fetch(`${next.base}/_next/image?url=${encodeURIComponent(url)}&w=640&q=75`);
      expect([url, answer.status]).toEqual([url, 404]);
    }
  });

  it('titles, links and share images do not repeat text that is not an address', async () => {
    const [secret, words] = ['KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617', 'Send it to me'];
    const wallet = '4UAQRrXpn6dwBucduiaCsfXfbx6BoRnuXQ9nohYPkyby';
    // Search the complete document: Next may append metadata tags at the end.
    const headOf = async (path: string) =>
      (await (await fetch(`${next.base}${path}?chain=104`)).text())
        .match(/<(?:title>[^<]*|meta [^>]*|link [^>]*)/g)
        ?.join('\n') ?? '';
    for (const path of [secret, `${secret}/${wallet}`, `${wallet}/${secret}`]) {
      const head = await headOf(`/account/${path}`);
      expect(head).toContain('og:title');
      for (const part of [secret.slice(0, 6), secret.slice(-6)]) expect(head).not.toContain(part);
    }
    expect(await headOf(`/account/${wallet}`)).toContain(wallet);
    const tagOf = async (query: string) => {
      const { status, headers } = await fetch(`${next.base}/og/${query}&chain=104`);
      expect([query, status]).toEqual([query, 200]);
      return headers.get('etag');
    };
    const noAddress = await tagOf('account?address=');
    expect(noAddress).not.toBeNull();
    expect(await tagOf(`account?address=${words}`)).toBe(noAddress);
    expect(await tagOf(`item?address=${words}&item=${words}`)).toBe(await tagOf('item?address=&item='));
    expect(await tagOf(`item?address=${wallet}&item=${words}`)).toBe(
      await tagOf(`item?address=${wallet}&item=x`),
    );
  });

  it('renders pages with the configured host name and the configured default chain', async () => {
    const key = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';
    const html = await (await fetch(`${next.base}/bitcoin/${key}`)).text();
    expect(html).toContain('content="https://satchel.example/og/bitcoin?input=');
    expect(html).toMatch(/BOB Testnet(?:<!-- -->)? can’t be checked here/);
    expect(html).toContain('<input type="hidden" name="chain" value="111"/>');
    expect(html).not.toContain(`/bitcoin/${key}?chain=111`);
  });
});
