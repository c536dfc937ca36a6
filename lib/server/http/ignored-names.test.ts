import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_TINY_WALLET } from '@/lib/solana/sample-addresses';
import { sendToRoute } from '@/lib/testing/servers/route-handler';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_AUTHORIZATION, TEST_PROJECT } from '@/lib/testing/servers/service-parts';

// Tests unknown options and config fields, through the HTTP server and the route handlers (contract §1).

const KEY = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';
const config = (more: object = {}) => ({ name: 'BTC', version: '1.0.0', btcPublicKey: KEY, ...more });

let running: RunningService;
beforeAll(async () => {
  running = await runService({ SDK_COMPAT: 'true', SOLANA_CACHE_MS: '60000' });
});
afterAll(() => running?.stop());

const listing = (params: unknown) => ({ id: 1, chainId: 104, method: 'enhancedGetTokensAndNFTs', params });
const lookUp = (params: unknown) => ({ id: 1, chainId: 31337, method: 'svc_aa_getBTCAccount', params });

async function answerOf(response: Response) {
  const header = response.headers.get('satchel-ignored');
  return {
    header,
    json: await response.json(),
    exposed: response.headers.get('access-control-expose-headers'),
  };
}
const request = (path: string, body: unknown) =>
  new Request(running.base + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: TEST_AUTHORIZATION },
    body: JSON.stringify(body),
  });
const ask = async (path: '/solana' | '/evm-chain', body: unknown) =>
  answerOf(await fetch(request(path, body)));

describe('Satchel-Ignored', () => {
  it.each<[string, '/solana' | '/evm-chain', object, string | null]>([
    ['no unknown names', '/solana', listing([SAMPLE_TINY_WALLET, { extended: false }]), null],
    ['a flat option', '/solana', listing([SAMPLE_TINY_WALLET, { limits: 5, kind: 'nft' }]), 'limits'],
    [
      'a nested option',
      '/solana',
      listing([SAMPLE_TINY_WALLET, { options: { parseMetadata: true } }]),
      'parseMetadata',
    ],
    [
      'an option of named params',
      '/solana',
      listing({ accountAddress: SAMPLE_TINY_WALLET, Extended: true }),
      'Extended',
    ],
    [
      'fields in both positions',
      '/solana',
      listing([{ accountAddress: SAMPLE_TINY_WALLET, a: 1 }, { b: 2 }]),
      'a, b',
    ],
    ['no unknown fields', '/evm-chain', lookUp([config({ index: 0 })]), null],
    ['a config field', '/evm-chain', lookUp([config({ ownerAddress: '0x' })]), 'ownerAddress'],
    ['a field next to the config', '/evm-chain', lookUp({ accountConfig: config(), strict: true }), 'strict'],
    ['a field next to params', '/evm-chain', { ...lookUp([config({ a: 1 })]), chainid: 1 }, 'chainid, a'],
    [
      'a field next to the params of a list',
      '/solana',
      { ...listing([SAMPLE_TINY_WALLET]), limit: 1 },
      'limit',
    ],
    ['fields of several configs', '/evm-chain', lookUp([config({ a: 1 }), config({ b: 1, a: 2 })]), 'a, b'],
    ['a field of a refused call', '/evm-chain', lookUp([config({ index: 1, indx: 1 })]), 'indx'],
    [
      'a query field',
      '/evm-chain',
      {
        id: 1,
        method: 'svc_aa_getBTCAccountsByAddress',
        params: [{ btcAddress: '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH', limit: 1 }],
      },
      'limit',
    ],
  ])(
    'the HTTP server and the route handler report %s in the Satchel-Ignored header',
    async (_, path, body, expected) => {
      expect((await ask(path, body)).header).toBe(expected);
      const route = await sendToRoute(request(path, body));
      expect((await answerOf(route)).header).toBe(expected);
    },
  );

  it('the Satchel-Ignored header of a batch lists the names of all items, each only once', async () => {
    const body = [
      lookUp([config({ a: 1 })]),
      lookUp([config()]),
      lookUp([config({ a: 1, b: 1 })]),
      { id: 1, method: 'unknown', params: [{ c: 1 }] },
    ];
    expect((await ask('/evm-chain', body)).header).toBe('a, b');
  });

  it('the Satchel-Ignored header lists at most 10 percent-encoded names of up to 64 characters', async () => {
    const names = ['line\r\nX-Injected: 1', 'a, b', 'é€😀', '\ud800', 'x'.repeat(100), '😀'.repeat(100)];
    const many = Object.fromEntries([...names, ...'abcdefgh'].map((name) => [name, 1]));
    const { header, json } = await ask('/evm-chain', lookUp([config(many)]));
    expect(json.error).toBeUndefined();
    const received = (header ?? '').split(', ').map(decodeURIComponent);
    expect(header).toMatch(/^[\x21-\x7e ]+$/);
    expect(received).toEqual([
      'line\r\nX-Injected: 1',
      'a, b',
      'é€😀',
      '\ufffd',
      'x'.repeat(64),
      '😀'.repeat(64),
      ...'abcd',
    ]);
  });

  it('pages of other origins can read the Satchel-Ignored header', async () => {
    const { projectId, serverKey } = TEST_PROJECT;
    const response = await fetch(
      `${running.base}/evm-chain?projectUuid=${projectId}&projectKey=${serverKey}`,
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(lookUp([config({ ownerAddress: '0x' })])),
      },
    );
    const { header, exposed, json } = await answerOf(response);
    expect(header).toBe('ownerAddress');
    expect(exposed).toContain('Satchel-Ignored');
    expect(json.result[0].btcPublicKey).toBe(KEY);
  });
});

describe('ignored names in the extended format', () => {
  const extended = (more: object) => listing([SAMPLE_TINY_WALLET, { extended: true, ...more }]);

  it('the extended format lists the ignored names of its own call, but not of other calls', async () => {
    for (const more of [{}, { foo: 1 }, {}, { bar: 1 }, {}]) {
      const { header, json } = await ask('/solana', extended(more));
      const [name] = Object.keys(more);
      expect(header).toBe(name ?? null);
      expect(json.result.ignored).toEqual(name === undefined ? undefined : [name]);
    }
    const together = await Promise.all(
      [{ foo: 2 }, {}, { bar: 2 }, {}].map((more) => ask('/solana', extended(more))),
    );
    expect(together.map(({ json }) => json.result.ignored)).toEqual([['foo'], undefined, ['bar'], undefined]);
  });

  it('the default format does not list ignored names', async () => {
    const { json } = await ask('/solana', listing([SAMPLE_TINY_WALLET, { foo: 1 }]));
    expect(Object.keys(json.result)).toEqual(['lamports', 'nfts', 'tokens']);
  });

  it('each extended account lists the unknown fields of its config', async () => {
    const configs = [config({ extended: true, a: 1 }), config({ b: 1 }), config({ extended: true })];
    const { json } = await ask('/evm-chain', lookUp(configs));
    expect(json.result.map((account: { ignored?: string[] }) => account.ignored)).toEqual([
      ['a'],
      undefined,
      undefined,
    ]);
  });
});

describe('index of an account config', () => {
  it.each([1, -1, 0.5, '0', true, [0]])('rejects %j as the index in an account config', async (index) => {
    const { json } = await ask('/evm-chain', lookUp([config(), config({ index })]));
    expect(json.error).toMatchObject({
      code: -32602,
      data: { reason: 'unsupported-index', path: 'params[1].index' },
    });
  });

  it('accepts 0 and null as the index in an account config', async () => {
    expect((await ask('/evm-chain', lookUp([config({ index: null })]))).json.result).toMatchObject({
      index: 0,
    });
    expect((await ask('/evm-chain', lookUp([config({ index: 0 })]))).json.result).toMatchObject({ index: 0 });
  });
});
