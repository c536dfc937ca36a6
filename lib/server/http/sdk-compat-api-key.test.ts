import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBasicCredentials } from '@/lib/server/auth/basic-auth';
import { BENCH_AUTHORIZATION, type Running, startService } from '@/lib/testing/servers/processes';
import { apiKeyAuthorization } from './sdk-compat';

const credentials = readBasicCredentials(BENCH_AUTHORIZATION);
const KEY = `${credentials?.projectId}:${credentials?.serverKey}`;
const body = { jsonrpc: '2.0', id: 1, chainId: 104, method: 'getAsset', params: { id: 'wrong' } };

/** Posts `body` to a path without an Authorization header. */
const ask = ({ base }: Running, path: string) =>
  fetch(base + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('credentials in ?api-key=', () => {
  it.each([
    ['api-key=id:key', 'id', 'key'],
    ['chainId=1&api-key=id:a:b', 'id', 'a:b'],
    // The same base64 key, unescaped and escaped.
    ['api-key=id:a+b/c=', 'id', 'a+b/c='],
    ['api-key=id%3Aa%2Bb%2Fc%3D', 'id', 'a+b/c='],
  ])('reads the credentials from the query string %s', (query, projectId, serverKey) => {
    expect(readBasicCredentials(apiKeyAuthorization(query))).toEqual({ projectId, serverKey });
  });

  it.each([
    '',
    'api-key=',
    'api-key=id',
    'api-key=:key',
    'api-key=id:',
    'api-key=%',
    'apikey=id:key',
    'api-key=id:a%0Ab',
  ])('ignores invalid credentials in the query string "%s"', (query) => {
    expect(apiKeyAuthorization(query)).toBeUndefined();
  });
});

describe('a service with SDK_COMPAT', () => {
  let service: Running;
  beforeAll(async () => {
    service = await startService({ SDK_COMPAT: 'true', LOG_LEVEL: 'trace' });
  });
  afterAll(() => service?.stop());

  it('with SDK_COMPAT, /solana and its paths with a chain accept a key in the query', async () => {
    for (const path of ['/solana', '/solana/rpc', '/solana/104']) {
      const answer = await ask(service, `${path}?api-key=${KEY}`);
      expect([path, answer.status, (await answer.json()).error.code]).toEqual([path, 200, -32602]);
    }
  });

  it('with SDK_COMPAT, /evm-chain rejects any key in the query, and /solana rejects a wrong key', async () => {
    expect((await ask(service, `/evm-chain?api-key=${KEY}`)).status).toBe(401);
    expect((await ask(service, `/solana?api-key=${KEY}x`)).status).toBe(401);
  });

  it('logs neither accepted nor rejected keys from the query', () => {
    expect(service.output()).not.toBe('');
    expect(service.output()).not.toContain(credentials?.serverKey);
    expect(service.output()).not.toContain('api-key');
  });
});

it('without SDK_COMPAT, a service accepts no key in the query', async () => {
  const service = await startService();
  expect((await ask(service, `/solana?api-key=${KEY}`)).status).toBe(401);
  await service.stop();
});
