import { existsSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BENCH_AUTHORIZATION, type Running, startService } from '@/lib/testing/servers/processes';
import { sendRaw } from '@/lib/testing/servers/raw-http';

// Tests requests with an Upgrade to another protocol (RFC 9110 §7.8). The server must ignore the Upgrade and serve the
// request. Requires built pages; `npm test` builds them first.

const OFFERS = {
  h2c: {
    Connection: 'Upgrade, HTTP2-Settings',
    Upgrade: 'h2c',
    'HTTP2-Settings': 'AAEAAEAAAAIAAAAAAAMAAAAAAAQBAAAAAAUAAEAAAAYABgAA',
  },
  websocket: {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  },
};
const offers = Object.entries(OFFERS);
const written = (offer: Record<string, string>) =>
  Object.entries(offer)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

const body = JSON.stringify({
  id: 7,
  chainId: 104,
  method: 'enhancedGetTokensAndNFTs',
  params: ['11111111111111111111111111111111'],
});
const rpcHead = `POST /solana HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: ${BENCH_AUTHORIZATION}\r\n`;

describe.skipIf(!existsSync('.next/BUILD_ID'))('an unsupported Upgrade', () => {
  let service: Running;
  beforeAll(async () => {
    service = await startService({ DASHBOARD: 'on', NEXT_TELEMETRY_DISABLED: '1' });
  });
  afterAll(() => service?.stop('SIGKILL'));

  async function checkRpc(offer: Record<string, string>): Promise<void> {
    const head = `${rpcHead}${written(offer)}`;
    const length = `Content-Length: ${body.length}\r\n\r\n`;
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    for (const bytes of [
      `${head}${length}${body}`,
      [`${head}${length}`, body.slice(0, 9), body.slice(9)],
      `${head}Transfer-Encoding: chunked\r\n\r\n${chunk}`,
    ]) {
      const answer = await sendRaw(service.port, bytes);
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.body)).toMatchObject({ id: 7, chainId: 104, result: { nfts: [] } });
    }
  }

  /** Requests a page over a new connection. */
  function page(path: string, headers: Record<string, string>) {
    return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; text: string }>(
      (resolve, reject) => {
        const sent = request(service.base + path, { headers, agent: false }, async (response) => {
          let text = '';
          for await (const part of response) text += part;
          resolve({ status: response.statusCode, headers: response.headers, text });
        });
        sent.on('upgrade', () => reject(new Error('upgraded')));
        sent.on('error', reject);
        sent.end();
      },
    );
  }

  // The order matters: serving a page may change how the server handles an Upgrade.
  it.each(offers)('ignores %s in a call before the first page is served', (_name, offer) => checkRpc(offer));

  it.each(offers)('ignores %s in repeated page requests', async (_name, offer) => {
    for (let round = 0; round < 3; round++) {
      const { status, headers, text } = await page('/', offer);
      expect(status).toBe(200);
      expect(headers.upgrade).toBeUndefined();
      expect(text).toContain('Satchel');
    }
    expect((await page('/_next/webpack-hmr', offer)).status).toBe(404);
  });

  it.each(offers)('ignores %s in a call after pages were served', (_name, offer) => checkRpc(offer));

  it('an unsupported Upgrade header leaves the connection open for the next request', async () => {
    const ask = `GET /health HTTP/1.1\r\nHost: localhost\r\n${written(OFFERS.h2c)}\r\n`;
    const answers = await new Promise<string[]>((resolve, reject) => {
      const socket = connect(service.port, '127.0.0.1', () => socket.write(ask));
      const found: string[] = [];
      socket.on('error', reject);
      socket.on('close', () => resolve(found));
      socket.on('data', (chunk) => {
        found.push(chunk.toString().slice(0, 12));
        if (found.length === 3) socket.destroy();
        else socket.write(ask);
      });
    });
    expect(answers).toEqual(Array(3).fill('HTTP/1.1 200'));
  });
});
