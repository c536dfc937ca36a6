import { expect, it } from 'vitest';
import { linkedSignal, scopeOf } from '@/lib/promises/request-scope';
import { MAINNET_PRICE_SOURCES } from '@/lib/solana/prices/price-sources';
import { priceAccounts } from '@/lib/solana/prices/price-table';
import { MAINNET_CHAIN_ID } from '@/lib/solana/programs';
import { priceReader } from './prices';
import { tokenLists } from './token-list/token-lists';

it('each mint with a feed is well known in the built-in token list under the same symbol', async () => {
  const list = await tokenLists(undefined)(MAINNET_CHAIN_ID);
  const feeds = MAINNET_PRICE_SOURCES.filter((source) => 'feedId' in source);
  expect(feeds.length).toBeGreaterThan(10);
  for (const { mint, symbol } of feeds)
    expect(list.find(mint), symbol).toMatchObject({ symbol, wellKnown: true });
});

it('one call can read all accounts, and no mint, feed or pool occurs twice', () => {
  const accounts = priceAccounts(MAINNET_PRICE_SOURCES);
  expect(accounts.length).toBeLessThanOrEqual(100);
  expect(new Set(accounts).size).toBe(accounts.length);
  expect(accounts).not.toContain('');
  expect(new Set(MAINNET_PRICE_SOURCES.map(({ mint }) => mint)).size).toBe(MAINNET_PRICE_SOURCES.length);
});

it('a caller whose deadline passes while the node does not respond gets deadline-exceeded', async () => {
  const { signal } = linkedSignal(undefined, { timeoutMs: 20 });
  const transport = () => new Promise<never>(() => undefined);
  await expect(priceReader(MAINNET_PRICE_SOURCES)(transport, scopeOf(signal))).rejects.toMatchObject({
    reason: 'deadline-exceeded',
  });
});
