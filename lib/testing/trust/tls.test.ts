import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardedFetch } from '@/lib/sources/documents/guarded-fetch';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { hasOpenssl, makeCertificates, type TestCertificates } from '@/lib/testing/servers/certificates';
import { post, type Running, startService } from '@/lib/testing/servers/processes';
import { type StaticHost, staticHost } from '@/lib/testing/servers/static-host';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';

// Hosts with invalid certificates must get no requests, whether they are upstreams or hosts of documents. The
// certificates are created with openssl.

const owner = addressOf('tls owner');
const key = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';

describe.skipIf(!hasOpenssl())('TLS', () => {
  let certificates: TestCertificates;
  const hosts: StaticHost[] = [];
  let node: TestNode;
  let service: Running;
  let good: StaticHost;
  let selfSigned: StaticHost;
  let expired: StaticHost;
  let otherName: StaticHost;

  /** Starts an HTTPS host that forwards every request to the node. */
  async function host(credentials: { key: Buffer; cert: Buffer }): Promise<StaticHost> {
    const passOn = async (_: string, response: ServerResponse, request: IncomingMessage) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const answer = await fetch(node.url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: Buffer.concat(chunks),
      });
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(await answer.text());
    };
    const made = await staticHost(passOn, 0, credentials);
    hosts.push(made);
    return made;
  }

  beforeAll(async () => {
    certificates = makeCertificates();
    const { certificate } = certificates;
    node = await testNode(sampleNode(snapshotOf(1000, nftWallet(owner, 2))));
    good = await host(certificate('good', 'IP:127.0.0.1', 1, true));
    selfSigned = await host(certificate('self', 'IP:127.0.0.1', 1, false));
    expired = await host(certificate('expired', 'IP:127.0.0.1', -1, true));
    otherName = await host(certificate('other', 'DNS:other.example', 1, true));
    service = await startService({
      NODE_EXTRA_CA_CERTS: certificates.ca,
      SOLANA_RPC_URL_101: good.origin,
      SOLANA_RPC_URL_102: selfSigned.origin,
      SOLANA_RPC_URL_103: expired.origin,
      EVM_CHAINS: '1',
      EVM_RPC_URL_1: otherName.origin,
    });
  });
  afterAll(async () => {
    await service?.stop();
    await Promise.all(hosts.map((each) => each.close()));
    await node?.close();
    certificates?.remove();
  });

  const call = async (path: string, chainId: number, method: string, params: unknown[]) =>
    (await post(service, path, { id: 1, chainId, method, params })).json();

  it('sends requests to an upstream whose certificate is valid', async () => {
    const { result } = await call('/solana', 101, 'enhancedGetTokensAndNFTs', [owner]);
    expect(result.nfts).toHaveLength(2);
    expect(good.requests.length).toBeGreaterThan(0);
  });

  it('sends nothing to an upstream whose certificate is self-signed, expired or for another name, and answers -32002', async () => {
    const config = { name: 'BTC', version: '2.0.0', btcPublicKey: key };
    const answers = await Promise.all([
      call('/solana', 102, 'enhancedGetTokensAndNFTs', [owner]),
      call('/solana', 103, 'enhancedGetTokensAndNFTs', [owner]),
      call('/evm-chain', 1, 'svc_aa_getBTCAccount', [config]),
    ]);
    for (const { error, result } of answers) {
      expect(result).toBeUndefined();
      expect(error.code).toBe(-32002);
      expect(JSON.stringify(error)).not.toMatch(/127\.0\.0\.1|certificate key|https:/);
    }
    expect([selfSigned, expired, otherName].map((each) => each.requests.length)).toEqual([0, 0, 0]);
  });

  it('fetches no document from a host whose certificate is invalid', async () => {
    const bad = [selfSigned, expired, otherName];
    const fetchDocument = guardedFetch({ allowHosts: bad.map((each) => each.host), totalMs: 3000 });
    const request = { signal: AbortSignal.timeout(120_000), maxBytes: 1000, accept: 'application/json' };
    for (const { origin } of bad)
      await expect(fetchDocument(`${origin}/document.json`, request)).rejects.toMatchObject({
        name: 'GuardedFetchError',
      });
    expect(bad.map((each) => each.requests.length)).toEqual([0, 0, 0]);
    await fetchDocument.close();
  });
});
