import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { staticHost } from '@/lib/testing/servers/static-host';
import { until } from '@/lib/testing/until';
import { tokenLists } from './token-lists';

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const LIST = JSON.stringify({
  tokens: [
    { chainId: 101, address: MINT, name: 'My Dollar', symbol: 'MYUSD', logoURI: 'https://example.com/a.png' },
    { chainId: 101, address: 'nonsense', name: 'x', symbol: 'x' },
    { chainId: 103, address: MINT, name: 'Dev Dollar', symbol: 'DEV', logoURI: 'javascript:alert(1)' },
    null,
  ],
});

describe('token lists', () => {
  it.each([
    ['JUP', 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN'],
    ['BONK', 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'],
    ['PYUSD', '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'],
    ['JitoSOL', 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn'],
    ['JTO', 'jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL'],
    ['WIF', 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm'],
    ['PYTH', 'HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3'],
  ])('the built-in token list includes %s', async (symbol, mint) => {
    const list = await tokenLists(undefined)(101);
    expect(list.find(mint)?.symbol.toLowerCase()).toBe(symbol.toLowerCase());
    expect(list.wellKnown(symbol)?.mint).toBe(mint);
  });

  it('the built-in token list omits a newer token that uses a well-known symbol', async () => {
    const list = await tokenLists(undefined)(101);
    expect(list.find('6AGNtEgBE2jph1bWFdyaqsXJ762emaP9RE17kKxEsfiV')).toBeUndefined();
    expect(list.wellKnown('BTC')?.mint).toBe('9n4nbM75f5Ui33ZbPYXn59EwSgE8CGsHtAeTH5YFeJ9E');
  });

  it('only mainnet has a built-in token list', async () => {
    const list = await tokenLists(undefined)(101);
    expect(list.find(MINT)).toMatchObject({
      name: 'USD Coin',
      symbol: 'USDC',
      wellKnown: true,
      image: expect.stringMatching(/^https:.*\/logo\.png$/),
    });
    expect(list.find('So11111111111111111111111111111111111111112')?.symbol).toBe('SOL');
    const usdc = { symbol: 'USDC', mint: MINT };
    expect([list.wellKnown('usdc'), list.wellKnown('UЅDС'), list.wellKnown('')]).toEqual([
      usdc,
      usdc,
      undefined,
    ]);
    expect((await tokenLists(undefined)(103)).find(MINT)).toBeUndefined();
  });

  it('a token list from a file replaces the built-in one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'token-list-'));
    const path = join(folder, 'list.json');
    await writeFile(path, LIST);
    const lists = tokenLists(path);
    expect((await lists(101)).find(MINT)).toEqual({
      name: 'My Dollar',
      symbol: 'MYUSD',
      image: 'https://example.com/a.png',
      wellKnown: true,
    });
    expect((await lists(103)).find(MINT)).toMatchObject({ symbol: 'DEV', image: '' });
    expect((await lists(102)).find(MINT)).toBeUndefined();
    await rm(folder, { recursive: true });
  });

  it('a token list in Jupiter’s format is used for mainnet', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'token-list-'));
    const path = join(folder, 'list.json');
    const icon = 'https://example.com/a.png';
    await writeFile(
      path,
      JSON.stringify([{ id: MINT, name: 'N', symbol: 'S', icon, decimals: 6 }, { id: 'x' }]),
    );
    expect((await tokenLists(path)(101)).find(MINT)).toEqual({
      name: 'N',
      symbol: 'S',
      image: icon,
      wellKnown: true,
      decimals: 6,
    });
    await rm(folder, { recursive: true });
  });

  it('a token list is requested again from its URL with its ETag, and invalid content is ignored', async () => {
    const answers: ((response: ServerResponse) => void)[] = [];
    const host = await staticHost((_, response) => answers.shift()?.(response));
    const clock = { ms: 0 };
    const failures: unknown[] = [];
    const lists = tokenLists(host.origin, {
      now: () => clock.ms,
      onFailure: (error) => failures.push(error),
    });
    const symbol = async () => (await lists(101)).find(MINT)?.symbol;
    const listOf = (name: string) =>
      JSON.stringify({
        timestamp: '2026-05-06T07:08:09Z',
        tokens: [{ chainId: 101, address: MINT, symbol: name }],
      });
    const next = async (answer: (response: ServerResponse) => void, ms: number) => {
      answers.push(answer);
      clock.ms += ms;
      const before = host.requests.length;
      // Repeat lookups until one triggers the request: a lookup during a fetch does not start another fetch.
      await until('the request', async () => {
        await symbol();
        return host.requests.length > before && answers.length === 0 && host.inFlight() === 0;
      });
    };
    await next((response) => response.setHeader('ETag', '"1"').end(listOf('ONE')), 0);
    expect([await symbol(), lists.state()]).toEqual(['ONE', { source: 'url', date: '2026-05-06' }]);
    await next((response) => response.writeHead(304).end(), 6 * 3_600_000);
    expect(host.requests[1]?.headers['if-none-match']).toBe('"1"');
    await next((response) => response.end('{"tokens":"none"}'), 6 * 3_600_000);
    await until('failure 1', () => failures.length === 1);
    await next((response) => response.writeHead(500).end(), 60_000);
    await until('failure 2', () => failures.length === 2);
    expect(await symbol()).toBe('ONE');
    await next((response) => response.end(listOf('TWO')), 60_000);
    await until('the newer list', async () => (await symbol()) === 'TWO');
    await host.close();
  });

  it('the token list on disk is replaced atomically, and a process that has the old file open can still read it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'satchel-token-list-'));
    const copyFile = join(folder, 'token-list.json');
    const listOf = (symbol: string) => JSON.stringify({ tokens: [{ chainId: 101, address: MINT, symbol }] });
    const answers = ['ONE', 'TWO'];
    const host = await staticHost((_, response) => response.end(listOf(answers.shift() ?? 'TWO')));
    const clock = { ms: 0 };
    const lists = tokenLists(host.origin, { copyFile, now: () => clock.ms });
    const copyHas = (symbol: string) => async () =>
      (await readFile(copyFile, 'utf8').catch(() => '')).includes(symbol);
    await lists(101);
    await until('the first copy', copyHas('ONE'));
    const old = await open(copyFile);
    clock.ms += 6 * 3_600_000;
    await lists(101);
    await until('the second copy', copyHas('TWO'));
    expect(JSON.parse(await old.readFile('utf8'))).toMatchObject({ text: listOf('ONE') });
    await old.close();
    await host.close();
    await rm(folder, { recursive: true });
  });

  it('a token list is read from a URL', async () => {
    const host = await staticHost((_, response) => response.end(LIST));
    const lists = tokenLists(host.origin);
    expect((await lists(101)).find(MINT)?.symbol).toBe('MYUSD');
    await lists(101);
    expect(host.requests).toHaveLength(1);
    await host.close();
  });

  it('keeps the built-in token list and reports the reason if another list cannot be read', async () => {
    const failures: unknown[] = [];
    const lists = tokenLists('/nowhere/list.json', { onFailure: (error) => failures.push(error) });
    expect((await lists(101)).find(MINT)?.symbol).toBe('USDC');
    await lists(101);
    expect(failures).toHaveLength(1);
  });
});
