import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { cacheEntries } from '@/lib/cache-sizes';
import { scopeOf } from '@/lib/promises/request-scope';
import {
  madeSpend,
  publicKeyOf,
  receiving,
  type Spender,
  spentAddressOf,
} from '@/lib/testing/bitcoin/made-spends';
import { later } from '@/lib/testing/later';
import { type EsploraBehavior, testEsplora } from '@/lib/testing/nodes/esplora';
import { closeAtOnce, listenOnLoopback } from '@/lib/testing/servers/loopback';
import { type EsploraNetwork, esploraBitcoinSource } from './esplora';
import { type EsploraServer, httpEsploraServer } from './esplora-server';

const key = (n: number) => Buffer.from(n.toString(16).padStart(64, '0'), 'hex');
const OURS: Spender = { privateKey: key(11), form: 'p2wpkh' };
const ADDRESS = spentAddressOf(OURS);
const TESTNET_ADDRESS = spentAddressOf(OURS, 'testnet');
const SPEND = madeSpend([OURS]);
const PUBLIC_KEY = publicKeyOf(OURS.privateKey);
const txid = (n: number) => n.toString(16).padStart(64, '0');
const receipts = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => receiving(ADDRESS, txid(from + i)));
/** A spend from our address that reveals a key of a different address. */
const LIE = {
  ...SPEND,
  vin: SPEND.vin.map((input) => ({
    ...input,
    witness: madeSpend([{ privateKey: key(12), form: 'p2wpkh' }]).vin[0]?.witness ?? [],
  })),
};
const scope = () => scopeOf(new AbortController().signal);

describe('esploraBitcoinSource', () => {
  let first: Awaited<ReturnType<typeof testEsplora>>;
  let second: Awaited<ReturnType<typeof testEsplora>>;
  const open: EsploraServer[] = [];
  const outcomes: string[] = [];
  const server = (url: string, timeoutMs = 60_000) => {
    const made = httpEsploraServer({
      url,
      label: 'bitcoin-test',
      onCall: ({ outcome }) => outcomes.push(outcome),
      timeoutMs,
    });
    open.push(made);
    return made;
  };
  const sourceOf = (servers: Partial<Record<EsploraNetwork, EsploraServer[]>>) =>
    esploraBitcoinSource({ mainnet: [], testnet: [], signet: [], regtest: [], ...servers });
  const both = (firstTimeoutMs?: number) =>
    sourceOf({ mainnet: [server(first.url, firstTimeoutMs), server(second.url)] });

  beforeAll(async () => {
    first = await testEsplora();
    second = await testEsplora();
  });
  beforeEach(() => {
    for (const each of [first, second])
      Object.assign(each, { behavior: 'honest', histories: { [ADDRESS]: [SPEND] }, requested: [] });
    outcomes.length = 0;
  });
  afterAll(async () => {
    await Promise.all(open.map((each) => each.close()));
    await Promise.all([first.close(), second.close()]);
  });

  it('returns the key with the transaction that revealed it and the server', async () => {
    expect(await both().findKey(ADDRESS, scope())).toEqual({
      publicKey: PUBLIC_KEY,
      txid: SPEND.txid,
      server: new URL(first.url).host,
    });
    expect(first.requested).toEqual([`/api/address/${ADDRESS}/txs`]);
    expect(second.requested).toEqual([]);
    expect(outcomes).toEqual(['ok']);
  });

  it.each([301, 302, 303, 307, 308])(
    'follows a redirect with status %i to another path of the same server, and none to another server',
    async (status) => {
      let target = '';
      const moved = createServer((request, response) => {
        if (!request.url?.startsWith('/old/')) {
          response.end(JSON.stringify([SPEND]));
          return;
        }
        response.writeHead(status, { location: target + request.url.slice('/old'.length) }).end();
      });
      const host = await listenOnLoopback(moved);
      onTestFinished(() => closeAtOnce(moved));
      const find = () => sourceOf({ mainnet: [server(`http://${host}/old/api`)] }).findKey(ADDRESS, scope());
      expect(await find()).toMatchObject({ publicKey: PUBLIC_KEY });
      target = first.url.replace(/\/api$/, '');
      await expect(find()).rejects.toMatchObject({ reason: 'upstream-unavailable' });
      expect(first.requested).toEqual([]);
    },
  );

  it('finds a key on the fourth page of transactions, and reads no more pages', async () => {
    const unconfirmed = { ...receiving(ADDRESS, txid(900)), status: { confirmed: false } };
    first.histories = { [ADDRESS]: [unconfirmed, ...receipts(99), SPEND] };
    expect(await both().findKey(ADDRESS, scope())).toMatchObject({ publicKey: PUBLIC_KEY });
    expect(first.requested.slice(1)).toEqual(
      [24, 49, 74].map((n) => `/api/address/${ADDRESS}/txs/chain/${txid(n)}`),
    );
    first.histories = { [ADDRESS]: [...receipts(100), SPEND] };
    first.requested = [];
    expect(await both().findKey(ADDRESS, scope())).toBeUndefined();
    expect(first.requested).toHaveLength(4);
    expect(second.requested).toEqual([]);
  });

  it('stops after four pages of an endless transaction list', async () => {
    first.histories = { [ADDRESS]: receipts(25) };
    first.behavior = 'endless';
    expect(await both().findKey(ADDRESS, scope())).toBeUndefined();
    expect(first.requested).toHaveLength(4);
  });

  it('finds no key for an address without a spend, and queries only one server', async () => {
    first.histories = { [ADDRESS]: receipts(3) };
    expect(await both().findKey(ADDRESS, scope())).toBeUndefined();
    first.histories = {};
    expect(await both().findKey(ADDRESS, scope())).toBeUndefined();
    expect(second.requested).toEqual([]);
  });

  it.each<[EsploraBehavior, outcome: string]>([
    ['dead', 'reset'],
    ['busy', 'http-429'],
    ['no-json', 'malformed'],
    ['no-list', 'malformed'],
    ['huge', 'too-large'],
    ['silent', 'timeout'],
  ])(
    'queries the next Esplora server when the first one is %s, and reports the outcome %s',
    async (behavior, outcome) => {
      first.behavior = behavior;
      const found = await both(behavior === 'silent' ? 1_000 : undefined).findKey(ADDRESS, scope());
      expect(found).toMatchObject({ publicKey: PUBLIC_KEY, server: new URL(second.url).host });
      expect(first.requested).toHaveLength(1);
      expect(outcomes).toEqual([outcome, 'ok']);
    },
  );

  it('queries the next Esplora server when the first one is unreachable', async () => {
    const source = sourceOf({ mainnet: [server('http://127.0.0.1:9/api'), server(`${second.url}/`)] });
    expect(await source.findKey(ADDRESS, scope())).toMatchObject({ publicKey: PUBLIC_KEY });
    expect(second.requested).toEqual([`/api/address/${ADDRESS}/txs`]);
  });

  it('ignores a key that does not match the address, and queries the next Esplora server', async () => {
    first.histories = { [ADDRESS]: [LIE] };
    expect(await both().findKey(ADDRESS, scope())).toMatchObject({ server: new URL(second.url).host });
    second.histories = { [ADDRESS]: [LIE] };
    expect(await both().findKey(ADDRESS, scope())).toBeUndefined();
  });

  it('rejects when no Esplora server responds', async () => {
    first.behavior = 'busy';
    second.behavior = 'no-json';
    await expect(both().findKey(ADDRESS, scope())).rejects.toMatchObject({
      name: 'UpstreamUnavailableError',
      reason: 'upstream-unavailable',
      message: expect.not.stringContaining('127.0.0.1'),
    });
  });

  it('rejects as rate-limited, with Retry-After, when the only Esplora server answers 429', async () => {
    const limiting = createServer((_, response) => response.writeHead(429, { 'retry-after': '7' }).end());
    const only = server(`http://${await listenOnLoopback(limiting)}`);
    const source = sourceOf({ mainnet: [only] });
    // The second search sends no request, because the Retry-After has not passed.
    for (const _ of [1, 2])
      await expect(source.findKey(ADDRESS, scope())).rejects.toMatchObject({
        reason: 'upstream-rate-limited',
        data: { retryAfterSeconds: 7 },
      });
    expect(outcomes).toEqual(['http-429']);
    await closeAtOnce(limiting);
  });

  it.each(['../../x', 'F'.repeat(64), txid(1).slice(1), 5])(
    'does not request a next page if the last transaction id from the server is invalid: %s',
    async (id) => {
      first.histories = { [ADDRESS]: [receiving(ADDRESS, id as string)] };
      expect(await both().findKey(ADDRESS, scope())).toMatchObject({ server: new URL(second.url).host });
      expect(first.requested).toHaveLength(1);
    },
  );

  it('queries testnet, then signet, and rejects if neither has a key and one of them is down', async () => {
    const history = [madeSpend([OURS], 'testnet')];
    const networks = { testnet: [server(first.url)], signet: [server(second.url)] };
    Object.assign(first, { histories: {} });
    Object.assign(second, { histories: { [TESTNET_ADDRESS]: history } });
    const source = sourceOf(networks);
    expect(await source.findKey(TESTNET_ADDRESS, scope())).toMatchObject({ publicKey: PUBLIC_KEY });
    expect([first.requested.length, second.requested.length]).toEqual([1, 1]);
    first.behavior = 'dead';
    expect(await source.findKey(TESTNET_ADDRESS, scope())).toMatchObject({ publicKey: PUBLIC_KEY });
    second.histories = {};
    await expect(source.findKey(TESTNET_ADDRESS, scope())).rejects.toMatchObject({
      reason: 'upstream-unavailable',
    });
    first.behavior = 'honest';
    expect(await source.findKey(TESTNET_ADDRESS, scope())).toBeUndefined();
    expect(source.serversFor(TESTNET_ADDRESS)).toEqual(
      [first.url, second.url].map((url) => new URL(url).host),
    );
  });

  it('sends no request for taproot addresses, and names the variable to set for a network without servers', async () => {
    const taproot = spentAddressOf({ ...OURS, form: 'p2tr' });
    expect(await both().findKey(taproot, scope())).toBeUndefined();
    expect(both().serversFor(taproot)).toEqual([]);
    expect(both().serversFor(ADDRESS)).toEqual([first.url, second.url].map((url) => new URL(url).host));
    expect(first.requested).toEqual([]);
    await expect(both().findKey(TESTNET_ADDRESS, scope())).rejects.toMatchObject({
      reason: 'no-endpoint',
      data: { variable: 'BITCOIN_ESPLORA_URL_TESTNET' },
    });
  });

  it('rejects the search for a key when the caller’s signal is aborted', async () => {
    first.behavior = 'silent';
    const controller = new AbortController();
    const found = both().findKey(ADDRESS, scopeOf(controller.signal));
    controller.abort(new Error('gone'));
    await expect(found).rejects.toMatchObject({ reason: 'deadline-exceeded' });
    expect(second.requested).toEqual([]);
  });

  it('concurrent searches for the key of an address share one request', async () => {
    const source = both();
    const found = await Promise.all([1, 2, 3].map(() => source.findKey(ADDRESS, scope())));
    expect(found.map((each) => each?.publicKey)).toEqual([PUBLIC_KEY, PUBLIC_KEY, PUBLIC_KEY]);
    expect(first.requested).toHaveLength(1);
  });

  it('caches “no key found” for a minute, and does not cache failures', async () => {
    const source = sourceOf({ mainnet: [server(first.url)] });
    first.behavior = 'no-json';
    await expect(source.findKey(ADDRESS, scope())).rejects.toMatchObject({ reason: 'upstream-unavailable' });
    first.behavior = 'honest';
    first.histories = { [ADDRESS]: receipts(3) };
    for (const ms of [0, 30_000]) {
      later(ms);
      expect(await source.findKey(ADDRESS, scope())).toBeUndefined();
    }
    // One request failed, one returned received payments, and one returned the end of the list.
    expect(first.requested).toHaveLength(3);
    first.histories = { [ADDRESS]: [SPEND] };
    later(30_001);
    // The source does not cache the keys that it finds; the store keeps them.
    for (const times of [4, 5]) {
      expect(await source.findKey(ADDRESS, scope())).toMatchObject({ publicKey: PUBLIC_KEY });
      expect(first.requested).toHaveLength(times);
    }
  });

  it('limits the size of the cache for “no key found”', async () => {
    const source = sourceOf({ mainnet: [server(first.url)] });
    first.histories = {};
    const most = cacheEntries('nothingFound');
    const addresses = Array.from({ length: most + 1 }, (_, i) =>
      spentAddressOf({ privateKey: key(100_000 + i), form: 'p2wpkh' }),
    );
    for (const address of [...addresses, ...addresses.slice(0, 1)])
      expect(await source.findKey(address, scope())).toBeUndefined();
    expect(first.requested).toHaveLength(most + 2);
  });

  it('sends the credentials and the query of an Esplora base URL', async () => {
    const headers: (string | undefined)[] = [];
    const closed = createServer((request, response) => {
      headers.push(request.headers.authorization, request.url);
      response.end('[]');
    });
    const host = await listenOnLoopback(closed);
    const made = server(`http://me:a%20key@${host}/v1/api/?token=1`);
    await made.readPage('a', undefined, scope());
    expect(headers).toEqual([`Basic ${btoa('me:a key')}`, '/v1/api/address/a/txs?token=1']);
    expect(made.host).toBe(host);
    await closeAtOnce(closed);
  });
});
