import { expect, type Page } from '@playwright/test';
import { SAMPLE_BIG_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import { openAccount, openUntilShown, untilListed } from './account-page';
import { test } from './test';

const ACCOUNT = `/account/${SAMPLE_WALLET}?chain=104`;
const BIG = `/account/${SAMPLE_BIG_WALLET}?chain=104`;

/** Opens the wallet of 10,000 NFTs with its type. It opens on the NFTs tab if the HTML contains NFTs. */
async function openBig(page: Page): Promise<void> {
  const type = page.getByText('Program address · What is this?');
  const content = page.getByRole('main').filter({ has: type });
  await openUntilShown(page, BIG, content.filter({ has: page.locator('a[data-card]') }));
  await untilListed(page);
}

const topOf = async (page: Page, selector: string) =>
  (await page.locator(selector).first().boundingBox())?.y ?? Number.POSITIVE_INFINITY;

/** Opens a page twice, because a font that arrives after the first render is used only by the next visit. */
async function openInFont(page: Page, open: () => Promise<void>): Promise<void> {
  await open();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await open();
}

test('on a desktop, the first NFT is visible without scrolling, and a window that grows shows more cards', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openInFont(page, () => openAccount(page, `${ACCOUNT}&tab=nfts`));
  await expect.poll(() => topOf(page, 'a[data-card]')).toBeLessThanOrEqual(320);
  const header = await page.getByRole('main').locator('header').boundingBox();
  expect(header?.height).toBeLessThanOrEqual(120);
  await expect(page.getByText('The others are still to come.')).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 2600 });
  await expect.poll(() => page.locator('[data-card]').count()).toBeGreaterThan(30);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the first NFT is visible without scrolling on a phone', async ({ page }) => {
    await openInFont(page, () => openAccount(page, `${ACCOUNT}&tab=nfts`));
    await expect.poll(() => topOf(page, 'a[data-card]')).toBeLessThanOrEqual(440);
    await openBig(page);
    await expect.poll(() => topOf(page, 'a[data-card]')).toBeLessThanOrEqual(440);
  });
});

test('a wallet that holds only NFTs opens on the NFTs tab, with the first NFT visible without scrolling, and the search bar stays visible at the end of the list', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openInFont(page, () => openBig(page));
  await expect.poll(() => topOf(page, 'a[data-card]')).toBeLessThanOrEqual(320);
  await expect(page.getByRole('tab', { selected: true })).toHaveText(/^NFTs/);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByText('Tidepool #10000', { exact: true })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: /Search NFTs/ })).toBeInViewport();
  expect(await topOf(page, '.list-bar')).toBe(0);
});

test('clicking a token row opens the token’s page, but clicking a label in the row opens an explanation', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openAccount(page, `${ACCOUNT}&q=reef`);
  const row = page.getByRole('table').locator('tbody tr');
  await row.getByRole('button', { name: 'others can move it' }).click();
  await expect(page.getByText('One address can move or burn it in any account at any time.')).toBeVisible();
  await expect(page).toHaveURL(/q=reef/);
  await page.keyboard.press('Escape');
  const box = await row.boundingBox();
  // Click between the name and the amount.
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) * 0.15, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await expect(page).toHaveURL(new RegExp(sampleAddress('account token reef')));
});

test('risk chips show how many items have the risk, and clicking a chip lists only the items that the chip counts, and their risks', async ({
  page,
}) => {
  await openAccount(page, ACCOUNT);
  await page.getByRole('link', { name: '5 NFTs can’t be moved' }).click();
  await expect(page).toHaveURL(/tab=nfts&only=locked/);
  await expect(page.getByText('5 of 76 NFTs', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: '1 look-alike' }).click();
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(1);
  const risks = page.getByRole('region', { name: 'What to worry about' }).getByRole('listitem');
  await expect(risks).toHaveText([/Not CRAB/]);
  await page.getByRole('link', { name: '1 look-alike' }).click();
  await expect(risks).toHaveCount(4);
  // SOL, staked SOL, and the tokens that are not folded.
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(17);
});

test('a group’s link is outside its heading, and unverified NFTs are the last group', async ({ page }) => {
  await openAccount(page, `${ACCOUNT}&tab=nfts`);
  await expect(page.getByRole('link', { name: 'Only this collection' }).first()).toBeVisible();
  await expect(page.getByRole('heading').getByRole('link', { name: 'Only this collection' })).toHaveCount(0);
  await expect(async () => {
    await page.mouse.wheel(0, 2_000);
    await expect(page.getByText('Lent Compass')).toBeInViewport({ timeout: 1_000 });
  }).toPass();
  await expect(page.locator('.gallery-heading').last()).toContainText('Unverified');
});
