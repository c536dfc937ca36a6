import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { staticHost } from '@/lib/testing/servers/static-host';
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
  it('the built-in one knows mainnet', async () => {
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

  it('a file replaces it', async () => {
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

  it('so does a URL', async () => {
    const host = await staticHost((_, response) => response.end(LIST));
    const lists = tokenLists(host.origin);
    expect((await lists(101)).find(MINT)?.symbol).toBe('MYUSD');
    await lists(101);
    expect(host.requests).toHaveLength(1);
    await host.close();
  });

  it('one that cannot be read leaves the built-in one, and says why', async () => {
    const failures: unknown[] = [];
    const lists = tokenLists('/nowhere/list.json', (error) => failures.push(error));
    expect((await lists(101)).find(MINT)?.symbol).toBe('USDC');
    await lists(101);
    expect(failures).toHaveLength(1);
  });
});
