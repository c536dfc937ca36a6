import { expect } from '@playwright/test';
import { SAMPLE_SHOWCASE_WALLET } from '@/lib/solana/sample-addresses';
import { holdRequests } from './held-requests';
import { observeLayoutShift } from './layout-shift';
import { test } from './test';

// Values and stake on account pages of the sample network.

const PAGE = `/account/${SAMPLE_SHOWCASE_WALLET}?chain=104`;

test('an account page shows its value, how much of it is priced, the source of each value, and stake accounts once their section is opened, and a visitor can hide values, also on the next visit', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/stake/')) requested.push(request.url());
  });
  await page.goto(PAGE);
  const section = page.getByRole('region', { name: 'Value', exact: true });
  await expect(section).toContainText('from SOL and 6 of 10 tokens');
  // The total of the API without stake: 24989.178269 − 39.00684864 × 187.70215.
  await expect(section).toContainText('$17,667.51');
  await section.getByRole('button', { name: 'Sources' }).click();
  const values = section.getByRole('list', { name: 'Values' }).getByRole('listitem');
  await expect(values).toHaveCount(11);
  await expect(values.first()).toContainText('$10,417.66');
  await expect(values.filter({ hasText: 'Lumen Staked SOL' })).toContainText('Rate of stake pool');
  await expect(values.filter({ hasText: 'Bonfire' })).toContainText('not published within 60 seconds');
  const stake = page.getByRole('region', { name: 'Staked SOL' });
  await expect(stake).toBeVisible();
  expect(requested).toEqual([]);
  await page.getByRole('table').getByRole('button', { name: 'Look up' }).click();
  await expect(stake).toContainText('39.00684864 SOL staked, 12.4083 SOL liquid, 2.5 SOL wrapped');
  const accounts = stake.getByRole('list', { name: 'Stake accounts' }).getByRole('listitem');
  await expect(accounts).toHaveCount(3);
  await expect(accounts.filter({ hasText: 'Locked' })).toContainText('Deactivating');
  expect(requested).toHaveLength(1);
  const table = page.getByRole('table');
  await expect(table).toContainText('$10,417.66');
  await section.getByRole('button', { name: 'Hide values' }).click();
  await expect(section).not.toContainText('$');
  await expect(table).not.toContainText('$');
  await page.reload();
  await expect(section).toContainText('Values are hidden');
  await section.getByRole('button', { name: 'Show values' }).click();
  await expect(section).toContainText('from SOL and 6 of 10 tokens');
});

test('the token table has values and is sorted by them, and a part of the value filters the table', async ({
  page,
}) => {
  await page.goto(PAGE);
  const rows = page.getByRole('table').locator('tbody tr');
  await expect(rows.filter({ hasText: 'Parcel Bitcoin' })).toContainText('$10,417.66');
  await expect(rows.filter({ hasText: 'Bonfire' })).toContainText('Unpriced');
  await page.getByRole('columnheader', { name: 'Value' }).getByRole('link').click();
  await expect(page).toHaveURL(/sort=value&dir=desc/);
  // SOL, wrapped SOL and staked SOL are pinned.
  await expect(rows.nth(0)).toContainText('$2,329.06');
  await expect(rows.nth(1)).toContainText('$469.26');
  await expect(rows.nth(3)).toContainText('$10,417.66');
  await expect(rows.nth(4)).toContainText('$1,842.22');
  await page.reload();
  await expect(rows.nth(3)).toContainText('$10,417.66');
  await page.getByRole('navigation', { name: 'Value by token' }).getByRole('link', { name: 'PRCL' }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Parcel Bitcoin');
});

test('the default order is by value, unless prices were not ready when the page was sent; the pages of a token and of its mint show its price with the source, and the value unless it is hidden', async ({
  page,
}) => {
  const rows = page.getByRole('table').locator('tbody tr');
  const order = page.getByRole('combobox', { name: 'Sort' }).locator('option:checked');
  // The first page may be sent before the prices have been read.
  await expect(async () => {
    await page.goto(PAGE);
    await expect(order).toHaveText('SOL, then by value', { timeout: 1_000 });
  }).toPass();
  await expect(rows.nth(3)).toContainText('Parcel Bitcoin');
  await expect(rows.nth(4)).toContainText('Northwind Dollar');
  // Values that arrive do not move the rows.
  await expect(rows.nth(3)).toContainText('$10,417.66');
  await expect(rows.nth(4)).toContainText('$1,842.22');
  await page.getByRole('table').getByRole('link', { name: 'NUSD', exact: true }).click();
  const price = page.getByText('$0.99981 ± $0.00021');
  const value = page.getByRole('article').getByText('$1,842.22', { exact: true });
  await expect(value).toBeVisible();
  await expect(page.getByRole('article')).toContainText(/\d+ s old when read\. Feed/);
  await page.evaluate(() => localStorage.setItem('hide-values', '1'));
  await page.reload();
  await expect(price).toHaveText('$0.99981 ± $0.00021');
  await expect(page.getByText('Values are hidden')).toBeVisible();
  await expect(value).toHaveCount(0);
  await page
    .getByRole('article')
    .getByRole('link', { name: /^Fptfz/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Northwind Dollar' })).toBeVisible();
  await expect(page.getByText('More can be minted and accounts can be frozen.')).toBeVisible();
  await expect(price).toHaveText('$0.99981 ± $0.00021');
});

for (const width of [390, 768, 1280])
  test(`the layout does not shift when the values arrive, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const shifted = await observeLayoutShift(page);
    const send = await holdRequests(page, '**/api/prices*');
    await page.goto(PAGE);
    await expect(page.getByText('Reading prices…')).toBeVisible();
    send();
    await expect(page.getByRole('table').getByText('$10,417.66').filter({ visible: true })).toBeVisible();
    expect(await shifted()).toBeLessThan(0.03);
  });

test('values that round to zero are shown without a bar', async ({ page }) => {
  await page.route('**/api/prices*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/"usd":"[^"]+"/g, '"usd":"0.000000000001"');
    await route.fulfill({ response, body });
  });
  await page.goto(PAGE);
  await expect(page.getByRole('region', { name: 'Value', exact: true })).toContainText(
    'from SOL and 6 of 10 tokens',
  );
  await expect(page.getByRole('table').getByText('$0.00').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Value by token' })).toHaveCount(0);
});
