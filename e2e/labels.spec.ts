import { expect } from '@playwright/test';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { KEY, KEY_ADDRESS } from './published-key';
import { test } from './test';

// Tests labels, the watchlist and the list of shortcuts.

const ACCOUNT = `/account/${SAMPLE_WALLET}?chain=104`;
/** A smart account of the published key. */
const KEY_ACCOUNT = '0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc';

test('a labeled account shows its label, can be opened from the watchlist and the search field, and its label can be exported and imported in another browser', async ({
  page,
  browser,
  baseURL,
}) => {
  const labels = () => page.evaluate(() => JSON.parse(localStorage.getItem('satchel.labels') ?? '[]'));
  await page.goto(ACCOUNT);
  const open = page.getByRole('button', { name: 'Label or watch this address' });
  const field = page.getByLabel('Label', { exact: true });
  await test.step('the label and its place on the watchlist are saved together, only by Save', async () => {
    await open.click();
    await field.fill('Treas');
    // Clicks the words, which must neither close the panel nor save the half-typed label.
    await page.getByText('On my watchlist').click();
    await expect(page.getByLabel('On my watchlist')).toBeChecked();
    expect(await labels()).toEqual([]);
    await field.fill('Treasury');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(field).toBeHidden();
    expect(await labels()).toMatchObject([{ address: SAMPLE_WALLET, label: 'Treasury', isWatched: true }]);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Treasury');
    await open.click();
    await expect(field).toHaveValue('Treasury');
  });
  await page.goto('/');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  await page
    .getByRole('region', { name: 'Watchlist' })
    .getByRole('link', { name: /Treasury/ })
    .click();
  await expect(page).toHaveURL(ACCOUNT);
  await page.goto('/docs');
  await page.getByRole('banner').getByRole('combobox').fill('treas');
  await page.getByRole('option', { name: /Treasury/ }).click();
  await expect(page).toHaveURL(ACCOUNT);

  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  const other = await context.newPage();
  await other.goto(ACCOUNT);
  const chooser = other.waitForEvent('filechooser');
  await other.getByRole('button', { name: 'Label or watch this address' }).click();
  await other.getByRole('button', { name: 'Import a file of labels' }).click();
  await (await chooser).setFiles(await download.path());
  await expect(other.getByText('1 label imported.')).toBeVisible();
  await other.goto(ACCOUNT);
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Treasury');
  await context.close();
});

test('the label panel stays within a window of 390 px, and a label that the browser does not save stays in the form, with the reason', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('', 'QuotaExceededError');
    };
  });
  await page.goto(ACCOUNT);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Label or watch this address' }).click();
  await expect(page.getByLabel('Label', { exact: true })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByLabel('Label', { exact: true }).fill('Treasury');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'save labels' })).toBeVisible();
  await expect(page.getByLabel('Label', { exact: true })).toHaveValue('Treasury');
});

test('a Bitcoin key, a Bitcoin address and a smart account can be labeled', async ({ page }) => {
  for (const [path, name] of [
    [KEY, 'Cold storage'],
    [KEY_ADDRESS, 'Donations'],
    [KEY_ACCOUNT, 'Payroll'],
  ] as const) {
    await page.goto(`/bitcoin/${path}`);
    await page.getByRole('button', { name: /^Label or watch this/ }).click();
    await page.getByLabel('Label', { exact: true }).fill(name);
    await page.getByLabel('On my watchlist').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(name, { exact: true })).toBeVisible();
  }
  await page.goto('/');
  const watchlist = page.getByRole('region', { name: 'Watchlist' });
  await expect(watchlist.getByRole('listitem')).toHaveCount(3);
  await watchlist.getByRole('link', { name: /Payroll/ }).click();
  await expect(page).toHaveURL(`/bitcoin/${KEY_ACCOUNT}`);
});

test('a page that goes offline shows a notice and keeps its content', async ({ page, context }) => {
  await page.goto(ACCOUNT);
  await expect(page.getByRole('table')).toBeVisible();
  const banner = page.getByText('You’re offline.');
  await context.setOffline(true);
  await expect(banner).toBeVisible();
  await expect(page.getByRole('table')).toBeVisible();
  await context.setOffline(false);
  await expect(banner).toBeHidden();
});

test('pressing the question mark opens the list of keyboard shortcuts, except in a text field', async ({
  page,
}) => {
  await page.goto('/docs');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.getByRole('banner').getByRole('combobox').press('?');
  await expect(sheet).toBeHidden();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});
