import { existsSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_BIG_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { publicKeys } from '@/lib/testing/keys';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { hasHaproxy, startBalancer, type TestBalancer } from '@/lib/testing/servers/debian/haproxy';
import { startTestPostgres, type TestPostgres } from '@/lib/testing/servers/postgres';
import { post, type Running, startService } from '@/lib/testing/servers/processes';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { until } from '@/lib/testing/until';

// Tests two instances behind HAProxy with the configuration of `compose.yaml`. Skipped if HAProxy is not installed;
// `.ci/run` installs HAProxy.

const OWNER = addressOf('behind the load balancer');
const lookUp = (btcPublicKey: string) => ({
  id: 1,
  chainId: 31337,
  method: 'svc_aa_getBTCAccount',
  params: [{ name: 'BTC', version: '2.0.0', btcPublicKey }],
});
const listing = (owner: string) => ({
  id: 1,
  chainId: 104,
  method: 'enhancedGetTokensAndNFTs',
  params: [owner],
});

describe.skipIf(!hasHaproxy() || !existsSync('.next/BUILD_ID'))(
  'two instances behind the load balancer',
  () => {
    let postgres: TestPostgres;
    let node: TestNode;
    let instances: Running[] = [];
    let balancer: TestBalancer;
    let env: Record<string, string> = {};
    let releaseAssets: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      releaseAssets = resolve;
    });

    beforeAll(async () => {
      const chain = sampleNode(snapshotOf(1, nftWallet(OWNER, 2)));
      node = await testNode(async (method, ...more) => {
        if (method === 'getMultipleAccounts') await released;
        return chain(method, ...more);
      });
      postgres = await startTestPostgres();
      env = {
        DATABASE_URL: await postgres.createDatabase(),
        DASHBOARD: 'on',
        NEXT_TELEMETRY_DISABLED: '1',
        TRUST_PROXY: '1',
        RATE_LIMIT_PER_SECOND: '100',
        PUBLIC_URL: 'http://satchel.example',
        SOLANA_RPC_URL_101: node.url,
      };
      instances = await Promise.all([1, 2].map(() => startService(env)));
      balancer = await startBalancer([instances[0]?.port ?? 0, instances[1]?.port ?? 0]);
    });
    afterAll(async () => {
      await balancer?.stop();
      await Promise.all(instances.map((instance) => instance.stop('SIGKILL')));
      await Promise.all([node?.close(), postgres?.stop()]);
    });

    /** Sends a request from a loopback address that stands in for another machine. Returns the status. */
    const statusFrom = (
      localAddress: string,
      path: string,
      headers: Record<string, string>,
      { base } = balancer,
    ) =>
      new Promise<number | undefined>((resolve, reject) => {
        const options = { localAddress, headers, agent: false };
        const sent = httpRequest(base + path, options, (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        });
        sent.on('error', reject).end();
      });

    it('two instances behind the load balancer serve API calls and pages under the public name', async () => {
      const answer = await post(balancer, '/solana', listing(SAMPLE_WALLET));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('satchel-coverage')).toContain('spl-token');
      expect(await answer.json()).toMatchObject({
        id: 1,
        chainId: 104,
        result: { lamports: expect.anything() },
      });
      expect(await statusFrom('127.0.0.1', '/', { Host: 'satchel.example' })).toBe(200);
      expect(await statusFrom('127.0.0.1', '/', { Host: 'other.example' })).toBe(421);
      expect((await post(balancer, '/solana', '{}', { Authorization: 'Basic eDp5' })).status).toBe(401);
      const upgrade = {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        // HAProxy rejects a WebSocket handshake without a key.
        'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'Sec-WebSocket-Version': '13',
        Host: 'localhost',
      };
      expect(await statusFrom('127.0.0.1', '/', upgrade)).toBe(200);
      expect(await statusFrom('127.0.0.1', '/health', upgrade)).toBe(200);
      // The proxy connects from loopback, which must not give its clients access to the metrics.
      expect(await statusFrom('127.0.0.1', '/metrics', { Host: 'localhost' })).toBe(403);
    });

    it('the load balancer returns large responses completely and accepts bodies up to the service’s size limit', async () => {
      const [direct, balanced] = await Promise.all(
        [instances[0] as Running, balancer].map((at) => post(at, '/solana', listing(SAMPLE_BIG_WALLET))),
      );
      const text = (await balanced?.text()) ?? '';
      expect(text.length).toBeGreaterThan(2_000_000);
      expect(text).toBe(await direct?.text());
      const tooLarge = await post(balancer, '/solana', ' '.repeat(300 * 1024));
      expect([tooLarge.status, (await tooLarge.json()).error.code]).toEqual([413, -32600]);
    });

    it('the load balancer forwards each line of a stream immediately', async () => {
      const stream = await fetch(`${balancer.base}/api/holdings/${OWNER}?chain=101`, {
        headers: { 'Sec-Fetch-Site': 'same-origin' },
      });
      expect(stream.status).toBe(200);
      let text = '';
      const read = (async () => {
        const decoder = new TextDecoder();
        for await (const part of stream.body ?? []) text += decoder.decode(part, { stream: true });
      })();
      // Let the node send the assets only after the progress has arrived at the client.
      await until('the progress arrives', () => text.includes('"step":"assets"'));
      expect(text).not.toContain('NFT #1');
      releaseAssets();
      await read;
      expect(text).toContain('NFT #1');
      expect(text.trimEnd().split('\n').at(-1)).toBe('{"type":"done"}');
    });

    it.skipIf(process.platform !== 'linux')(
      'the instances identify visitors by the client address that the load balancer saw',
      async () => {
        // One unit per second allows one listing (10 units) every ten seconds.
        const scarce = await startService({ ...env, RATE_LIMIT_PER_SECOND: '1' });
        const limited = await startBalancer([scarce.port, scarce.port]);
        const visit = (from: string, forged: number) =>
          statusFrom(
            from,
            `/api/holdings/${OWNER}?chain=101`,
            { 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': `192.0.2.${forged}` },
            limited,
          );
        const visits = await Promise.all(Array.from({ length: 8 }, (_, i) => visit('127.0.0.2', i)));
        expect(visits).toContain(200);
        expect(visits).toContain(429);
        expect(await visit('127.0.0.3', 1)).toBe(200);
        await limited.stop();
        await scarce.stop('SIGKILL');
      },
    );

    it.each([
      ['stops', 'SIGTERM'],
      ['is killed', 'SIGKILL'],
    ] as const)(
      'no call is lost when one instance behind the load balancer %s and the other keeps running',
      async (_what, signal) => {
        await instances[0]?.stop();
        const leaving = await startService({ ...env, PORT: String(instances[0]?.port) });
        const keys = publicKeys(400, signal === 'SIGTERM' ? 5000 : 6000);
        const statuses: number[] = [];
        let gone: Promise<void> | undefined;
        await Promise.all(
          Array.from({ length: 8 }, async (_, lane) => {
            for (let i = lane; i < keys.length; i += 8) {
              statuses.push((await post(balancer, '/evm-chain', lookUp(keys[i] ?? ''))).status);
              if (statuses.length === 100) gone = leaving.stop(signal);
            }
          }),
        );
        await gone;
        expect(statuses).toEqual(Array(400).fill(200));
      },
    );
  },
);
