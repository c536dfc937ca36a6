import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAINNET_CHAIN_ID } from '@/lib/solana/programs';
import { downloadClient, type Failure } from '@/lib/testing/clients/served-client';
import { sendRaw } from '@/lib/testing/servers/raw-http';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_PROJECT } from '@/lib/testing/servers/service-parts';

// Tests the client downloaded from a running service against that service.

type Downloaded = Awaited<ReturnType<typeof downloadClient>>;
type Entry = {
  name: string;
  params: { name: string }[];
  'x-request': { chainId: number; params: unknown[] | Record<string, unknown> };
  examples: { result: { value: unknown } }[];
};

const KEY = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';
const config = { name: 'BTC', version: '1.0.0', btcPublicKey: KEY };
let service: RunningService;
let served: Downloaded;
beforeAll(async () => {
  service = await runService();
  served = await downloadClient(service.base);
});
afterAll(async () => {
  served.remove();
  await service.stop();
});
const client = () => served.createClient({ baseUrl: `${service.base}/`, ...TEST_PROJECT });
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (thrown: unknown) => thrown as Failure,
  );

describe('the documents for programs', () => {
  it.each([
    ['/client.js', 'text/javascript; charset=utf-8', 'createClient'],
    ['/client.d.ts', 'application/typescript; charset=utf-8', 'svc_aa_getBTCAccount'],
    ['/llms.txt', 'text/plain; charset=utf-8', '### svc_aa_getBTCAccountsByAddress'],
  ])('serves the file %s without credentials, on any host name, with an ETag', async (path, type, part) => {
    const answer = await fetch(service.base + path);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await answer.text()).toContain(part);
    const tag = answer.headers.get('etag') ?? '';
    const again = await fetch(service.base + path, { headers: { 'If-None-Match': tag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const other = `GET ${path} HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n`;
    expect((await sendRaw(service.port, other)).status).toBe(200);
  });

  it('llms.txt lists every method, parameter, error code and error reason', async () => {
    const text = await (await fetch(`${service.base}/llms.txt`)).text();
    const document = await (await fetch(`${service.base}/openrpc.json`)).json();
    const names = document.methods.flatMap(({ name, params }: Entry) => [
      `### ${name}`,
      ...params.map((param) => `- \`${param.name}\``),
    ]);
    const reasons = Object.keys(document['x-reasons']).map((reason) => `- \`${reason}\`: `);
    const codes = Object.values(document.components.errors as Record<string, { code: number }>).map(
      ({ code }) => `| ${code} |`,
    );
    for (const part of [...names, ...reasons, ...codes, '/openrpc.json', '/client.js'])
      expect(text).toContain(part);
    expect(text).not.toContain('undefined');
  });
});

describe('the client', () => {
  it('on the sample network, the client returns every documented example with exact integers', async () => {
    const document = await (await fetch(`${service.base}/openrpc.json`)).json();
    for (const { name, params, 'x-request': request, examples } of document.methods as Entry[]) {
      // Examples on mainnet are skipped, because they need real data or a DAS endpoint.
      if (request.chainId === MAINNET_CHAIN_ID) continue;
      const named = Array.isArray(request.params)
        ? Object.fromEntries(params.map((param, at) => [param.name, (request.params as unknown[])[at]]))
        : request.params;
      const method = name.replace(/^svc_/, '');
      const answer = await client()[method]?.({ chainId: request.chainId, ...named });
      // Replaces the times of records, which depend on when the test runs.
      const timeless = (value: unknown) =>
        JSON.parse(
          JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? Number(one) : one)).replace(
            /"\d{4}-\d\d-\d\dT[\d:.]+Z"/g,
            '"time"',
          ),
        );
      expect(timeless(answer)).toEqual(timeless(examples[0]?.result.value));
    }
    expect(document.methods.length).toBeGreaterThan(0);
  });

  it('the client returns integers up to 2^53 - 1 as numbers, and larger ones as bigints', async () => {
    const of = (accountAddress: string) =>
      client().enhancedGetTokensAndNFTs?.({ chainId: 104, accountAddress });
    expect(await of('GgaN6qzXquicew2a7zwrW2akFdEJrVycXaraiYJxsP3A')).toMatchObject({
      lamports: 1_500_000_000,
      tokens: [{ amount: 18_446_744_073_709_551_615n }],
    });
    expect(await of('4UAQRrXpn6dwBucduiaCsfXfbx6BoRnuXQ9nohYPkyby')).toMatchObject({
      lamports: 9_007_199_254_740_993n,
    });
  });

  it('a call that lacks its options or parameters fails like the call that the service refuses', async () => {
    const { aa_getBTCAccount, batch, rpc } = client();
    expect(await failureOf(rpc('getBalance', []))).toMatchObject({ reason: 'missing-chain-id' });
    expect(await failureOf(aa_getBTCAccount?.(null) as Promise<unknown>)).toMatchObject({
      code: -32602,
    });
    const [outcome] = await batch([{ method: 'aa_getBTCAccount', params: null }]);
    expect(outcome).toMatchObject({ ok: false, error: { code: -32602 } });
    expect(await failureOf(batch([null]))).toMatchObject({ reason: 'method-not-found' });
  });

  it('rpc calls the node of a chain, and has its error', async () => {
    const rpc = (method: string, params: unknown[], chainId = 104) =>
      client().rpc(method, params, { chainId });
    expect(await rpc('getBalance', ['GgaN6qzXquicew2a7zwrW2akFdEJrVycXaraiYJxsP3A'])).toMatchObject({
      value: 1_500_000_000,
    });
    expect(await failureOf(rpc('getNothing', []))).toMatchObject({ reason: 'node-error', code: -32601 });
    expect(await failureOf(rpc('sendTransaction', ['']))).toMatchObject({ reason: 'method-not-forwarded' });
  });

  it('the client splits a batch between /evm-chain and /solana, and returns the outcomes in the order of the calls', async () => {
    const outcomes = await client().batch([
      { method: 'aa_getBTCAccount', params: { chainId: 31337, accountConfig: config } },
      { method: 'enhancedGetTokensAndNFTs', params: { chainId: 104, accountAddress: 'no address' } },
      {
        method: 'aa_getBTCAccount',
        params: { chainId: 31337, accountConfig: { ...config, extended: true } },
      },
      {
        method: 'enhancedGetTokensAndNFTs',
        params: { chainId: 104, accountAddress: 'GgaN6qzXquicew2a7zwrW2akFdEJrVycXaraiYJxsP3A' },
      },
    ]);
    expect(outcomes).toMatchObject([
      { ok: true, result: { smartAccountAddress: '0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc' } },
      {
        ok: false,
        error: { code: -32602, reason: 'invalid-base58-character', data: { path: 'params.accountAddress' } },
      },
      { ok: true, result: { factory: 'present' } },
      { ok: true, result: { tokens: [{ amount: 18_446_744_073_709_551_615n }] } },
    ]);
    expect(outcomes[1]?.error).toBeInstanceOf(served.SatchelError);
  });

  it('the client rejects a batch of 0 or 101 calls, or with an unknown method, without sending a request', async () => {
    const item = { method: 'aa_getBTCAccount', params: { accountConfig: config } };
    for (const items of [[], Array(101).fill(item)])
      expect((await failureOf(client().batch(items))).reason).toBe('batch-size');
    const unknown = client().batch([{ method: 'constructor', params: {} }]);
    expect((await failureOf(unknown)).reason).toBe('method-not-found');
    expect(await client().batch(Array(100).fill(item))).toHaveLength(100);
  });

  it('the error for a method name of the wire protocol contains the client’s name for the method', async () => {
    const called = await failureOf(
      client().svc_aa_getBTCAccount?.({ accountConfig: config }) ?? Promise.resolve(),
    );
    expect(called.reason).toBe('method-not-found');
    expect(called.message).toContain('in this client, its name is aa_getBTCAccount');
    const inBatch = client().batch([{ method: 'svc_aa_getBTCAccount', params: { accountConfig: config } }]);
    expect((await failureOf(inBatch)).message).toContain('in this client, its name is aa_getBTCAccount');
  });

  it('with a wrong key, the client’s error has a code and status but does not contain the key', async () => {
    const wrong = served.createClient({
      baseUrl: service.base,
      projectId: TEST_PROJECT.projectId,
      serverKey: 'wrong-kéy-of-nobody',
    });
    const failure = await failureOf(wrong.aa_getBTCAccount?.({ accountConfig: config }) ?? Promise.reject());
    expect(failure).toMatchObject({ reason: 'authentication-failed', code: 40102, httpStatus: 401 });
    const [inBatch] = await wrong.batch([{ method: 'aa_getBTCAccount', params: { accountConfig: config } }]);
    expect(inBatch?.error?.reason).toBe('authentication-failed');
    expect(JSON.stringify([failure, failure.message, failure.stack, wrong])).not.toContain('wrong-k');
  });
});
