import { expect, type Page } from '@playwright/test';
import { SAMPLE_BIG_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { openAccount } from './account-page';
import { test } from './test';

/** The ungrouped gallery of 10,000 NFTs. */
const GALLERY = `/account/${SAMPLE_BIG_WALLET}?chain=104&tab=nfts&flat=1`;

/** Returns the addresses of the cards on screen, in order. */
const onScreen = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-card]')]
      .filter((card) => {
        const { top, bottom } = card.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      })
      .map((card) => card.getAttribute('href')?.split('/').at(-1)?.split('?')[0] ?? ''),
  );

test('going back, reloading and opening a shared link scroll to the same card', async ({ page, context }) => {
  await openAccount(page, GALLERY);
  await page.evaluate(() => scrollTo(0, 200_100));
  await expect.poll(() => page.url()).toContain('#');
  expect(await page.evaluate(() => scrollY)).toBe(200_100);
  await expect.poll(() => onScreen(page)).not.toHaveLength(0);
  const place = page.url();
  const item = place.slice(place.indexOf('#') + 1);
  expect(await onScreen(page)).toContain(item);

  const card = (await onScreen(page))[3] ?? '';
  await page.locator(`[data-card][href*="${card}"]`).click();
  await expect(page.locator('article h1')).toBeVisible();
  await page.goBack();
  await expect.poll(() => onScreen(page)).toContain(card);

  await page.reload();
  await expect.poll(() => onScreen(page)).toContain(card);

  const shared = await context.newPage();
  await shared.goto(place);
  await expect.poll(() => onScreen(shared)).toContain(item);
});

test('an item links to the next and previous item, which the arrow keys also open', async ({ page }) => {
  await openAccount(page, GALLERY);
  const cards = page.locator('[data-card]');
  const itemOf = async (nth: number) =>
    (await cards.nth(nth).getAttribute('href'))?.split('/').at(-1)?.split('?')[0] ?? 'none';
  const [first, second, third] = [await itemOf(0), await itemOf(1), await itemOf(2)];
  await page.locator(`[data-card][href*="${second}"]`).click();
  await expect(page.getByRole('link', { name: 'Next' })).toBeVisible();
  // Retry: the page may not handle keys yet when the link appears.
  await expect(async () => {
    if (page.url().includes(second)) await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.url(), { timeout: 5_000 }).toContain(third);
  }).toPass();
  await expect(page.getByRole('link', { name: 'Previous' })).toHaveAttribute('href', new RegExp(second));
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => page.url()).toContain(second);
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect.poll(() => page.url()).toContain(first);
  await expect(page.getByRole('link', { name: 'Previous' })).toHaveCount(0);
  // Back must lead to the list in one step.
  await page.goBack();
  await expect(page.locator('[data-card]').first()).toBeVisible();
});

test('a token links to the next and previous token of its list', async ({ page }) => {
  await page.goto(`/account/${SAMPLE_WALLET}?chain=104&q=crab`);
  const tokens = page.locator('a[data-item]');
  await expect(tokens).toHaveCount(3);
  const second = (await tokens.nth(1).getAttribute('data-item')) ?? 'none';
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await tokens.nth(0).click();
  await expect(page.getByRole('link', { name: 'Next' })).toHaveAttribute('href', new RegExp(second));
});
