import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { SAMPLE_BIG_WALLET, SAMPLE_SHOWCASE_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import { exportAction, openUntilShown } from './account-page';
import { HEAD, stream } from './scripted-holdings';
import { test } from './test';

const HARBOR_LIGHTS = sampleAddress('mint collection harbor lights');
const NFTS = `/account/${SAMPLE_SHOWCASE_WALLET}?chain=104&tab=nfts`;
const COLLECTION = `${NFTS}&collection=${HARBOR_LIGHTS}`;

const traits = (page: Page) => page.getByRole('region', { name: 'Traits' });
const cards = (page: Page) => page.locator('a[data-card]');

test('a collection has a heading with its picture, name, count and address, and a link back to all NFTs', async ({
  page,
}) => {
  await page.goto(NFTS);
  await page.getByRole('link', { name: 'Only this collection Harbor Lights' }).click();
  const heading = page.getByRole('heading', { level: 2, name: 'Harbor Lights' });
  await expect(heading).toHaveCount(1);
  await expect(page.getByText('24 NFTs in this account')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy collection Harbor Lights' })).toBeVisible();
  const picture = page.locator('main span[aria-hidden=true] > img').first();
  await expect(picture).toHaveJSProperty('width', 62);
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  await traits(page).getByRole('combobox', { name: 'Sky' }).selectOption({ index: 1 });
  await expect(page).toHaveURL(/trait=Sky/);
  await page.getByRole('link', { name: 'All NFTs' }).click();
  await expect(page).toHaveURL(NFTS);
  await expect(traits(page)).toHaveCount(0);
});

test('an account with more than three collections opens on tiles, each of which opens its collection', async ({
  page,
}) => {
  const nfts = Array.from({ length: 9 }, (_, i) => ({
    address: sampleAddress(`tile ${i}`),
    mint: sampleAddress(`tile mint ${i}`),
    name: `${['Oak', 'Elm', 'Ash', 'Fir', 'Loose'][i % 5]} #${i}`,
    symbol: 'T',
    ...(i % 5 === 4 ? { unverified: true } : { collection: sampleAddress(`tiles ${i % 5}`) }),
  }));
  await stream([{ ...HEAD, head: { ...HEAD.head, nfts: 9 }, nfts }, { type: 'done' }])(page);
  await page.goto(`/account/${SAMPLE_BIG_WALLET}?chain=104&tab=nfts`);
  const tiles = page.getByRole('list', { name: 'Collections' }).getByRole('link');
  await expect(tiles).toHaveText([
    /Ash 2 NFTs$/,
    /Elm 2 NFTs$/,
    /Fir 2 NFTs$/,
    /Oak 2 NFTs$/,
    /Unverified 1 NFT$/,
  ]);
  await expect(cards(page)).toHaveCount(0);
  await tiles.filter({ hasText: 'Fir' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Fir' })).toBeVisible();
  await expect(cards(page)).toHaveCount(2);
  await page.getByRole('link', { name: 'All collections' }).click();
  await tiles.filter({ hasText: 'Unverified' }).click();
  await expect(page.getByText('Loose #4')).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'All NFTs' }).click();
  await expect(page.getByRole('heading', { name: /^Ash/ })).toBeVisible();
  await page.getByRole('link', { name: 'Collections', exact: true }).click();
  await expect(tiles).toHaveCount(5);
});

test('the view of a collection fits windows of 320, 390 and 1,280 px, and trait filters count and select items, and work with search, export, reload and Back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.goto(COLLECTION);
  await expect(traits(page).locator('select')).toHaveCount(5);
  for (const [width, top] of [
    [1280, 460],
    [390, 540],
    [320, 600],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(async () => (await cards(page).first().boundingBox())?.y).toBeLessThanOrEqual(top);
    const toggle = traits(page).getByRole('button', { name: 'Filter by trait' });
    if (width < 640) await toggle.click();
    await expect(traits(page).getByRole('combobox')).toHaveCount(5);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    if (width < 640) await toggle.click();
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  const sky = traits(page).getByRole('combobox', { name: 'Sky' });
  const chosen = sky.getByRole('option').nth(1);
  const [, value = '', count = ''] =
    /^\u2068(.+)\u2069 \((\d+)\)$/.exec((await chosen.textContent()) ?? '') ?? [];
  await sky.selectOption(value);
  await expect(cards(page)).toHaveCount(Number(count));
  await expect(page).toHaveURL(`${COLLECTION}&trait=Sky%3A${value}`);
  // The total counts the collection, not the account.
  await expect(page.getByText(`${count} of 24 NFTs`, { exact: true })).toBeVisible();
  await page.reload();
  await expect(sky).toHaveValue(value);
  await expect(cards(page)).toHaveCount(Number(count));
  const name = (await cards(page).nth(1).textContent()) ?? '';
  const action = await exportAction(page, 'CSV');
  const [download] = await Promise.all([page.waitForEvent('download'), action.click()]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(Number(count) + 1);
  await page.getByRole('searchbox').fill(/#\d+/.exec(name)?.[0] ?? '');
  await expect(cards(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear traits' }).click();
  await page.getByRole('searchbox').fill('');
  await expect(page).toHaveURL(COLLECTION);
  await expect(sky).toHaveValue('');
  await page.goBack();
  await expect(sky).toHaveValue(value);
});

test('if the traits cannot be read, the error is shown with a retry button, and the items stay visible; if the traits of some items are not known, their number is shown', async ({
  page,
}) => {
  await page.route('**/api/traits/**', (route) =>
    route.fulfill({ status: 503, json: { reason: 'upstream-unavailable', message: 'No answer' } }),
  );
  await page.goto(COLLECTION);
  await expect(traits(page).getByRole('alert')).toContainText('Couldn’t read the traits: No answer.');
  await expect(cards(page).first()).toBeVisible();
  await page.unroute('**/api/traits/**');
  await page.route('**/api/traits/**', async (route) => {
    const response = await route.fetch();
    const { items } = await response.json();
    await route.fulfill({
      response,
      body: `${JSON.stringify({ items: items.slice(2), isComplete: true })}\n`,
    });
  });
  await traits(page).getByRole('button', { name: 'Try again' }).click();
  await expect(traits(page).getByRole('combobox', { name: 'Sky' })).toBeVisible();
  await expect(traits(page).getByText('2 items without known traits.')).toBeVisible();
  await traits(page).getByRole('combobox', { name: 'Tide' }).selectOption({ index: 1 });
  await expect(traits(page).getByText('2 items without known traits are hidden.')).toBeVisible();
});

test('traits are not requested for a collection of fewer than 20 items', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(
    `/account/${SAMPLE_WALLET}?chain=104&tab=nfts&collection=${sampleAddress('mint collection lanterns')}`,
  );
  await expect(page.getByText('16 NFTs in this account')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Paper Lanterns' })).toBeVisible();
  expect(asked.filter((path) => path.startsWith('/api/traits'))).toEqual([]);
});

test('without JavaScript, a collection still has its heading', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await openUntilShown(page, COLLECTION, page.getByRole('heading', { level: 2, name: 'Harbor Lights' }));
  await expect(traits(page)).toBeHidden();
  await page.getByRole('link', { name: 'All NFTs' }).click();
  await expect(page).toHaveURL(NFTS);
  await context.close();
});
