import { expect, type Page } from '@playwright/test';
import { openAccount } from './account-page';
import { HOSTILE_WALLET } from './run-settings';
import { test } from './test';

// Tests that long names from a chain do not change the layout: the page is never wider than the window, and `title`
// attributes contain the full names.

const ACCOUNT = `/account/${HOSTILE_WALLET}?chain=102`;

/** Returns the number of pixels by which the page is wider than the window. */
const overflow = (page: Page) =>
  page.evaluate(() => (document.scrollingElement?.scrollWidth ?? Number.POSITIVE_INFINITY) - innerWidth);

test('a name of 300 letters does not widen a page in windows of 1,280 and 320 px', async ({ page }) => {
  /** Runs a check in both windows. */
  const atBothWidths = async (check: (width: number) => Promise<void>) => {
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await check(width);
      await expect.poll(() => overflow(page), `${width} px`).toBeLessThanOrEqual(0);
    }
  };
  await openAccount(page, ACCOUNT);
  const row = page.getByRole('table').locator('tbody tr', { has: page.locator('a[data-item]') });
  const token = row.getByRole('link').first();
  await atBothWidths(async (width) => {
    await expect(token).toHaveAttribute('title', /^W{300}$/);
    await expect(row).toContainText('18.446744073709551615');
    const copy = await row
      .getByRole('button', { name: /^Copy mint/ })
      .filter({ visible: true })
      .boundingBox();
    expect((copy?.x ?? width) + (copy?.width ?? 0)).toBeLessThanOrEqual(width);
  });

  await token.click();
  const title = page.getByRole('heading', { level: 1 });
  await atBothWidths(async () => {
    await expect(title).toHaveAttribute('title', /^W{300}N$/);
    expect((await title.boundingBox())?.height).toBeLessThan(120);
    expect((await page.title()).length).toBeLessThan(100);
  });

  await openAccount(page, `${ACCOUNT}&tab=nfts`);
  await atBothWidths(() => expect(page.locator('a[data-card]')).toBeVisible());
  await page.locator('a[data-card]').click();
  await atBothWidths(() => expect(page.getByRole('heading', { name: 'Traits' })).toBeVisible());
});
