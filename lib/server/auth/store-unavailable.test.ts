import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAMPLE_TINY_WALLET } from '@/lib/solana/sample-addresses';
import { publicKeys } from '@/lib/testing/keys';
import { startTestPostgres, type TestPostgres } from '@/lib/testing/servers/postgres';
import { post } from '@/lib/testing/servers/processes';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_AUTHORIZATION } from '@/lib/testing/servers/service-parts';
import { type TcpRelay, tcpRelay } from '@/lib/testing/servers/tcp-relay';
import { until } from '@/lib/testing/until';

// Tests calls while the database, and therefore the check of keys, is unavailable.

let database: TestPostgres;
let relay: TcpRelay;
let databaseUrl: string;
let service: RunningService;
beforeEach(async () => {
  database = await startTestPostgres();
  const url = new URL(await database.createDatabase());
  relay = await tcpRelay(Number(url.port));
  url.port = String(relay.port);
  databaseUrl = url.href;
  service = await runService({ DATABASE_URL: databaseUrl, REQUEST_DEADLINE_MS: '2000' });
});
afterEach(async () => {
  await relay?.close();
  await service?.stop();
  await database?.stop();
});

const DISCOVER = { jsonrpc: '2.0', id: 1, method: 'rpc.discover', params: [] };
const ask = (headers?: Record<string, string>) => post(service, '/solana', DISCOVER, headers);
const OWN = { Authorization: TEST_AUTHORIZATION };

it('if the store is unavailable, returns 503 with Retry-After instead of 401 or an internal error', async () => {
  expect((await ask(OWN)).status).toBe(200);
  await relay.close();
  const stranger = await ask({ Authorization: `Basic ${btoa('somebody:else')}` });
  // Wait until the cached credentials expire, after a few seconds.
  let known = stranger;
  await until('the known caller is looked up again', async () => {
    known = await ask(OWN);
    return known.status !== 200;
  });
  for (const answer of [stranger, known]) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({
      id: null,
      error: { code: -32002, data: { reason: 'store-unavailable' } },
    });
    expect(text).not.toMatch(/127\.0\.0\.1|CONNECT|postgres/i);
  }
});

it('while the database hangs, lookups return 503, and succeed again when it recovers', async () => {
  const keys = publicKeys(20, 7000);
  const lookUp = (n: number) =>
    post(
      service,
      '/evm-chain',
      {
        jsonrpc: '2.0',
        id: 1,
        chainId: 31337,
        method: 'svc_aa_getBTCAccount',
        params: [{ name: 'BTC', version: '2.0.0', btcPublicKey: keys[n] }],
      },
      OWN,
    );
  expect((await lookUp(0)).status).toBe(200);
  relay.isHanging = true;
  // The first call fails when it is recorded, because its credentials are still cached. Later calls fail to
  // authenticate.
  for (let n = 1; n < 20; n++) {
    const answer = await lookUp(n);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toMatchObject({
      error: { code: -32002, data: { reason: 'store-unavailable' } },
    });
  }

  const ready = await fetch(`${service.base}/ready`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ store: 'unavailable' });

  relay.isHanging = false;
  await until('the service recovers', async () => (await lookUp(1)).status === 200);
});

it('with AUTH_GRACE_SECONDS, a verified caller still reads the chain while the store is unavailable', async () => {
  await service.stop();
  service = await runService({
    DATABASE_URL: databaseUrl,
    REQUEST_DEADLINE_MS: '2000',
    AUTH_GRACE_SECONDS: '600',
    SOLANA_CACHE_MS: '0',
  });
  const listing = { id: 1, chainId: 104, method: 'enhancedGetTokensAndNFTs', params: [SAMPLE_TINY_WALLET] };
  const pairing = {
    id: 1,
    chainId: 31337,
    method: 'svc_aa_getBTCAccount',
    params: [{ name: 'BTC', version: '2.0.0', btcPublicKey: publicKeys(1, 8000)[0] }],
  };
  expect((await post(service, '/solana', listing, OWN)).status).toBe(200);
  await relay.close();
  // Make calls for longer than accepted headers are cached (a few seconds).
  const end = performance.now() + 5_000;
  while (performance.now() < end) {
    const answer = await post(service, '/solana', listing, OWN);
    expect([answer.status, (await answer.json()).result.nfts.length]).toEqual([200, 1]);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const stranger = await ask({ Authorization: `Basic ${btoa('somebody:else')}` });
  expect(stranger.status).toBe(503);
  const recorded = await post(service, '/evm-chain', pairing, OWN);
  expect(await recorded.json()).toMatchObject({ error: { data: { reason: 'store-unavailable' } } });
});
