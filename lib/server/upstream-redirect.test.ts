import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { hasOpenssl, makeCertificates, type TestCertificates } from '@/lib/testing/servers/certificates';
import { closeAtOnce, listenOnLoopback } from '@/lib/testing/servers/loopback';
import { post, type Running, startService } from '@/lib/testing/servers/processes';
import { addressOf } from '@/lib/testing/solana/solana-wallet';

// Tests a node that redirects from http to https, with a certificate from `NODE_EXTRA_CA_CERTS`.

describe.skipIf(!hasOpenssl())('a node that redirects from http to https', () => {
  let certificates: TestCertificates;
  let node: TestNode;
  let secured: Server;
  let plain: Server;
  let service: Running | undefined;
  /** Requests that arrived over TLS: the host that was called and the credentials. */
  let received: (string | undefined)[][];
  /** Where the http server redirects a request, given the port of the https server. */
  let location: (port: string, request: IncomingMessage) => string;
  let nodeUrl: string;

  beforeAll(() => {
    certificates = makeCertificates();
  });
  afterAll(() => certificates?.remove());

  beforeEach(async () => {
    received = [];
    node = await testNode(sampleNode(snapshotOf(1, [])));
    const names = 'IP:127.0.0.1,DNS:localhost';
    secured = createTlsServer(certificates.certificate('node', names, 1, true), (request, response) => {
      received.push([request.headers.host?.split(':')[0], request.headers.authorization]);
      request.pipe(
        httpRequest(node.url, { method: 'POST' }, (answer) => {
          response.writeHead(answer.statusCode ?? 502);
          answer.pipe(response);
        }),
      );
    });
    const [, port = ''] = (await listenOnLoopback(secured)).split(':');
    plain = createServer((request, response) => {
      request.resume();
      response.writeHead(308, { location: location(port, request) }).end();
    });
    nodeUrl = `http://user:pass@${await listenOnLoopback(plain)}/rpc`;
  });
  afterEach(async () => {
    await service?.stop();
    await closeAtOnce(plain);
    await closeAtOnce(secured);
    await node.close();
  });

  /** Lists an account with a service that uses the node. Returns the reason of the error, if there is one. */
  async function list() {
    service = await startService({
      SOLANA_RPC_URL_101: nodeUrl,
      NODE_EXTRA_CA_CERTS: certificates.ca,
    });
    const body = {
      id: 1,
      chainId: 101,
      method: 'enhancedGetTokensAndNFTs',
      params: [addressOf('redirected')],
    };
    const { error } = (await (await post(service, '/solana', body)).json()) as {
      error?: { data: { reason: string } };
    };
    return error?.data.reason;
  }

  it('is called over https on the same host, with its credentials', async () => {
    location = (port, request) => `https://127.0.0.1:${port}${request.url}`;
    expect(await list()).toBeUndefined();
    expect(node.calls.length).toBeGreaterThan(0);
    const credentials = `Basic ${Buffer.from('user:pass').toString('base64')}`;
    expect(new Set(received.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify(['127.0.0.1', credentials])]),
    );
  });

  it('is not called on another host', async () => {
    location = (port, request) => `https://localhost:${port}${request.url}`;
    expect(await list()).toBe('upstream-unavailable');
    expect(received).toEqual([]);
  });

  it('is not called over http again after https', async () => {
    location = (port) => `https://127.0.0.1:${port}/down`;
    secured.removeAllListeners('request');
    let requests = 0;
    secured.on('request', (request, response) => {
      requests += 1;
      request.resume();
      response.writeHead(308, { location: node.url }).end();
    });
    expect(await list()).toBe('upstream-unavailable');
    expect(requests).toBeGreaterThan(0);
    expect(node.calls).toEqual([]);
  });
});
