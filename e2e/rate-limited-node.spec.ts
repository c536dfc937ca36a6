import { expect } from '@playwright/test';
import { SAMPLE_BIG_WALLET, SAMPLE_SHOWCASE_WALLET } from '@/lib/solana/sample-addresses';
import { observeLayoutShift } from './layout-shift';
import { RIGHT_TO_LEFT_WALLET } from './run-settings';
import { test } from './test';

// In these tests, the devnet node responds to every call with 429.

const WORDS = 'Requests to Solana devnet are being limited.';
const path = (wallet: string) => `/account/${wallet}?chain=103`;

test('a page says that the node is rate-limiting, with and without JavaScript', async ({ page, request }) => {
  let html = '';
  // Retry, because the server waits only briefly for nodes.
  await expect(async () => {
    html = await (await request.get(path('9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'))).text();
    expect(html.includes(WORDS)).toBe(true);
  }).toPass();

  const reading: string[] = [];
  page.on('request', (each) => {
    if (each.url().includes('/api/holdings/')) reading.push(each.url());
  });
  await page.goto(path(RIGHT_TO_LEFT_WALLET));
  const bar = page.locator('.status-bar').filter({ hasText: WORDS });
  await expect(bar).toContainText(/Retrying (now|in \d+ s)\./);
  // The stream continues, and the bar stays.
  await expect.poll(() => reading).not.toHaveLength(0);
  await expect(bar).toBeVisible();
});

test('a page whose node is rate-limiting shows when it will retry, and retries', async ({ page }) => {
  let streams = 0;
  page.on('request', (each) => {
    if (each.url().includes('/api/holdings/')) streams += 1;
  });
  await page.goto(path('6uxdbTvXR8dDtUBETyUEx9ECZm8w99un67SkBJ1swMFf'));
  const bar = page.locator('.status-bar');
  // The node's limits of several tests add up before the first read gives up.
  await expect(bar.getByRole('button', { name: 'Retry now' })).toBeVisible({ timeout: 240_000 });
  await expect(bar).toContainText(WORDS.slice(0, -1));
  await expect(bar).toContainText(/Retrying (now|in\s\d+\ss)\./);
  const before = streams;
  await expect.poll(() => streams).toBeGreaterThan(before);
});

// In these tests, mainnet refuses every connection and devnet limits the request rate.
for (const { cluster, query, words } of [
  { cluster: 'Mainnet', query: '', words: 'Can’t reach Solana mainnet' },
  { cluster: 'Devnet', query: '?chain=103', words: 'Requests to Solana devnet are being limited' },
])
  test(`an item page shows the problem with the ${cluster} node and the item’s account within seconds`, async ({
    page,
    request,
  }) => {
    const wallet = 'GThUX1Atko4tqhN2NaiTazWSeFWMuiUvfFnyJyUghFMJ';
    const item = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
    const url = `/account/${wallet}/${item}${query}`;
    // This timeout is much shorter than the deadline of a call, which is 120 s in these tests.
    await request.get(url, { timeout: 30_000 });

    await page.goto(url);
    const notice = page.getByRole('alert').filter({ hasText: 'Couldn’t read this item' });
    await expect(notice).toContainText(words);
    await expect(notice.getByRole('link', { name: 'Show it on Solscan' })).toHaveAttribute(
      'href',
      new RegExp(item),
    );
    await expect(notice.getByRole('link', { name: 'See an example on the sample network' })).toBeVisible();
    await expect(notice.getByText('SOLANA_RPC_URL_')).toBeHidden();
    await expect(notice.getByRole('button', { name: 'Retry now' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(
      `NFTs or tokens on Solana ${cluster.toLowerCase()}`,
    );
    await expect(page.getByText(item)).toBeVisible();
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`/account/${wallet}([?]|$)`));
    await expect(page.getByRole('button', { name: `Network: ${cluster}` })).toBeVisible();
  });

for (const width of [390, 768, 1280])
  test(`the layout does not shift when the list arrives after the page, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const shifted = await observeLayoutShift(page);
    // The page has no rows, because its node is rate-limiting; then it receives a list of the sample network.
    await page.route('**/api/holdings/**', async (route) =>
      route.fulfill({ response: await route.fetch({ url: route.request().url().replace('=103', '=104') }) }),
    );
    await page.goto(path(SAMPLE_SHOWCASE_WALLET));
    await expect(page.getByRole('row', { name: 'Meridian' })).toBeVisible();
    await expect(page.getByRole('link', { name: '1 token others can move' })).toBeVisible();
    expect(await shifted()).toBeLessThan(0.05);
  });

test('a wallet with only NFTs opens on them, also if they arrive after the page', async ({ page }) => {
  await page.route('**/api/holdings/**', async (route) =>
    route.fulfill({ response: await route.fetch({ url: route.request().url().replace('=103', '=104') }) }),
  );
  await page.goto(path(SAMPLE_BIG_WALLET));
  await expect(page.getByRole('tab', { name: 'NFTs' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('link', { name: /^Tidepool #1\b/ }).first()).toBeVisible();
});
