import { expect, type Page } from '@playwright/test';
import { SAMPLE_BIG_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { RIGHT_TO_LEFT } from '@/lib/testing/solana/hostile-wallet';
import { openAccount, openWithFirstItems, untilListed } from './account-page';
import { observeLayoutShift } from './layout-shift';
import { KEY, KEY_ADDRESS } from './published-key';
import { RIGHT_TO_LEFT_WALLET } from './run-settings';
import { openState } from './states';
import { test } from './test';

const ACCOUNT = `/account/${SAMPLE_WALLET}?chain=104`;
const PAGES = [
  '/',
  ACCOUNT,
  `${ACCOUNT}&tab=nfts`,
  `/bitcoin/${KEY}?chain=31337`,
  `/bitcoin/${KEY_ADDRESS}`,
  '/docs',
];

const beside = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('at 200 % zoom in a 1,280 px window, nothing overflows and every control is reachable', async ({
  browser,
  baseURL,
}) => {
  // Emulate zoom with fewer CSS pixels and a higher device pixel ratio.
  const context = await browser.newContext({
    viewport: { width: 640, height: 450 },
    deviceScaleFactor: 2,
    ...(baseURL ? { baseURL } : {}),
  });
  const page = await context.newPage();
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    if (path.startsWith(ACCOUNT)) await untilListed(page);
    expect(await beside(page), path).toBeLessThanOrEqual(0);
    for (const name of ['Bitcoin', 'API']) {
      const link = await page.getByRole('banner').getByRole('link', { name, exact: true }).boundingBox();
      expect((link?.x ?? 999) + (link?.width ?? 0), path).toBeLessThanOrEqual(640);
    }
  }
  await context.close();
});

test('the layout does not shift while a slow phone renders a page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const phone = await page.context().newCDPSession(page);
  await phone.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const shifted = await observeLayoutShift(page);
  for (const path of PAGES) {
    if (path.startsWith(ACCOUNT)) await openWithFirstItems(page, path);
    else await page.goto(path);
    await page.waitForLoadState('networkidle');
    expect(await shifted(), path).toBeLessThan(0.03);
  }
  // The page of a recorded address has a time, which is longer in the browser's format.
  await openState(page, 'bitcoin-address');
  await page.reload();
  await page.waitForLoadState('networkidle');
  expect(await shifted(), 'bitcoin-address').toBeLessThan(0.03);
});

test('right-to-left names do not change the direction of other text', async ({ page }) => {
  const account = `/account/${RIGHT_TO_LEFT_WALLET}?chain=102`;
  // In wide windows, symbol and name share a line.
  await page.setViewportSize({ width: 1920, height: 900 });
  await openAccount(page, account);
  const row = page.getByRole('table').locator('tbody tr', { has: page.locator('a[data-item]') });
  const x = async (text: string) =>
    (await row.getByText(text, { exact: true }).boundingBox())?.x ?? Number.NaN;
  // Without isolation, adjacent right-to-left names would swap places.
  expect(await x(RIGHT_TO_LEFT.symbol)).toBeLessThan(await x(RIGHT_TO_LEFT.token));
  await expect(row).toContainText('87.65');

  await openAccount(page, `${account}&tab=nfts`);
  const name = page.locator('a[data-card]').getByText(RIGHT_TO_LEFT.nft, { exact: true });
  expect(await name.evaluate((it) => getComputedStyle(it).direction)).toBe('rtl');
  expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe('ltr');
  // The number in a heading stays after the name.
  const heading = page.getByRole('heading', { level: 2 }).filter({ hasText: RIGHT_TO_LEFT.collection });
  const title = await heading.getByText(RIGHT_TO_LEFT.collection, { exact: true }).boundingBox();
  const count = await heading.getByText('1', { exact: true }).boundingBox();
  expect((title?.x ?? 0) + (title?.width ?? 0)).toBeLessThanOrEqual(count?.x ?? 0);
  await page.getByRole('button', { name: /^Filter/ }).click();
  await expect(page.getByRole('combobox', { name: 'Collection' }).getByRole('option').nth(1)).toHaveText(
    `\u2068${RIGHT_TO_LEFT.collection}\u2069 (1)`,
  );
  expect(await beside(page)).toBeLessThanOrEqual(0);
});

test('a swipe moves to the next or previous item, but a scroll does not', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    ...(baseURL ? { baseURL } : {}),
  });
  const page = await context.newPage();
  await openAccount(page, `/account/${SAMPLE_BIG_WALLET}?chain=104&tab=nfts&flat=1`);
  const itemOf = async (nth: number) =>
    (await page.locator('[data-card]').nth(nth).getAttribute('href'))?.split('/').at(-1)?.split('?')[0] ??
    'none';
  const [first, second] = [await itemOf(0), await itemOf(1)];
  const touch = await context.newCDPSession(page);
  const swipe = async (by: { x: number; y: number }) => {
    const from = { x: 195, y: 500 };
    const point = (share: number) => [{ x: from.x + by.x * share, y: from.y + by.y * share }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(0) });
    for (const share of [0.25, 0.5, 0.75, 1])
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(share) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  // Retry: the page may not handle swipes yet when its cards appear.
  await expect(async () => {
    if (!page.url().includes(first)) await page.locator('[data-card]').first().click();
    await expect(page.getByRole('link', { name: 'Next' })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await swipe({ x: 20, y: -120 });
  expect(page.url()).toContain(first);
  /** Swipes until the page of the other item is shown. */
  const swipeFrom = async (from: string, to: string, by: { x: number; y: number }) => {
    const start = page.url();
    await expect(async () => {
      // On a busy machine, the browser may handle one swipe as two and go past the other item.
      if (![from, to].some((mint) => page.url().includes(mint))) await page.goto(start);
      if (page.url().includes(from)) await swipe(by);
      await expect.poll(() => page.url(), { timeout: 5_000 }).toContain(to);
    }).toPass();
  };
  await swipeFrom(first, second, { x: -150, y: 10 });
  await expect(page.getByRole('link', { name: 'Previous' })).toHaveAttribute('href', new RegExp(first));
  await swipeFrom(second, first, { x: 150, y: -10 });
  await context.close();
});
