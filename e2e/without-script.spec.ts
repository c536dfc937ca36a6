import { expect, test } from '@playwright/test';
import { SAMPLE_BIG_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';

// What a reader without script is given: the whole of a list by links, and words where nothing was read.

test.use({ javaScriptEnabled: false });

const CARDS = 'a[data-card]';

test('a gallery longer than its first screen is had whole, in the view that was asked for', async ({
  page,
}) => {
  await page.goto(`/account/${SAMPLE_WALLET}?chain=104&tab=nfts&sort=mint&dir=desc&q=tide`);
  await expect(page.locator(CARDS)).toHaveCount(20);
  const first = await page.locator(CARDS).first().getAttribute('data-card');
  const said = await page.getByText(/These are the first 20 of \d+\./).innerText();
  await page.getByRole('link', { name: 'Show all of them' }).click();
  await expect(page).toHaveURL(/sort=mint&dir=desc|dir=desc&sort=mint/);
  await expect(page).toHaveURL(/q=tide/);
  await expect(page.locator(CARDS)).toHaveCount(Number(/of (\d+)/.exec(said)?.[1]));
  expect(await page.locator(CARDS).first().getAttribute('data-card')).toBe(first);
  await expect(page.getByRole('navigation', { name: 'Pages of the list' }).getByRole('link')).toHaveCount(0);
});

test('10,000 NFTs are read page by page, each of bounded size', async ({ page, request }) => {
  await page.goto(`/account/${SAMPLE_BIG_WALLET}?chain=104&tab=nfts`);
  // A server that is busy has read nothing of them yet, and says so with a link of another name.
  await page.getByRole('link', { name: /Show all, page by page|Try again/ }).click();
  const pages = page.getByRole('navigation', { name: 'Pages of the list' });
  await expect(pages).toContainText('1 to 200 of 10,000, page 1 of 50.');
  await expect(page.locator(CARDS)).toHaveCount(200);
  await pages.getByRole('link', { name: 'Next' }).click();
  await expect(pages).toContainText('201 to 400 of 10,000, page 2 of 50.');
  await expect(page.getByText('Tidepool #201', { exact: true })).toBeVisible();
  await pages.getByRole('link', { name: 'Last' }).click();
  await expect(page.getByText('Tidepool #10000', { exact: true })).toBeVisible();
  await expect(pages.getByRole('link', { name: 'Next' })).toHaveCount(0);
  const html = await (await request.get(page.url())).body();
  expect(html.length).toBeLessThan(1_000_000);
});

test('sort and collection are chosen by forms', async ({ page }) => {
  await page.goto(`/account/${SAMPLE_WALLET}?chain=104&tab=nfts&fold=1`);
  const sort = page.getByRole('combobox', { name: 'Sort' });
  await sort.selectOption('royalty desc');
  await page.locator('form', { has: sort }).getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/fold=1/);
  await expect(page.getByRole('combobox', { name: 'Sort' })).toHaveValue('royalty desc');
});

test('what only script can do is not offered', async ({ page }) => {
  for (const more of ['', '&tab=nfts']) {
    await page.goto(`/account/${SAMPLE_WALLET}?chain=104${more}`);
    await expect(page.getByRole('tab', { selected: true })).toBeVisible();
    for (const name of [/^Copy/, /^Share/, 'Cancel', /^Switch between/, /^Find/])
      await expect(page.getByRole('button', { name }), String(name)).toHaveCount(0);
    await expect(page.locator('summary', { hasText: 'Export' })).toBeHidden();
  }
});

test('a node that limits us is named in place of a list that never comes, and is asked again by a link', async ({
  page,
}) => {
  const nothingIsAwaited = async () => {
    await expect(page.locator('.skeleton').filter({ visible: true })).toHaveCount(0);
    await expect(page.getByText(/Reading|Being read/).filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  };
  await page.goto('/account/GThUX1Atko4tqhN2NaiTazWSeFWMuiUvfFnyJyUghFMJ?chain=103&tab=nfts&q=a');
  await expect(page.getByRole('alert')).toContainText('The node limits how often we may ask');
  await nothingIsAwaited();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/chain=103&tab=nfts&q=a&page=1/);
  await expect(page.getByRole('alert')).toContainText('This account could not be read');
  await nothingIsAwaited();
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible();
});
