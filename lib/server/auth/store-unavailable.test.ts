import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestPostgres, type TestPostgres } from '@/lib/testing/servers/postgres';
import { post } from '@/lib/testing/servers/processes';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_AUTHORIZATION } from '@/lib/testing/servers/service-parts';
import { type TcpRelay, tcpRelay } from '@/lib/testing/servers/tcp-relay';
import { until } from '@/lib/testing/until';

// What a caller meets whose key cannot be checked, because the database of projects is away.

let database: TestPostgres;
let relay: TcpRelay;
let service: RunningService;
beforeAll(async () => {
  database = await startTestPostgres();
  const url = new URL(await database.createDatabase());
  relay = await tcpRelay(Number(url.port));
  url.port = String(relay.port);
  service = await runService({ DATABASE_URL: url.href });
});
afterAll(async () => {
  await relay?.close();
  await service?.stop();
  await database?.stop();
});

const DISCOVER = { jsonrpc: '2.0', id: 1, method: 'rpc.discover', params: [] };
const ask = (headers?: Record<string, string>) => post(service, '/solana', DISCOVER, headers);
const OWN = { Authorization: TEST_AUTHORIZATION };

it('is told to come back, and neither that the key is wrong nor of a fault', async () => {
  expect((await ask(OWN)).status).toBe(200);
  await relay.close();
  const stranger = await ask({ Authorization: `Basic ${btoa('somebody:else')}` });
  // Its project is remembered for two seconds.
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
