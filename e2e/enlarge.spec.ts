import { expect, type Page } from '@playwright/test';
import { SAMPLE_SHOWCASE_WALLET } from '@/lib/solana/sample-addresses';
import { test } from './test';

// Tests the enlarged picture of an NFT.

const enlarged = (page: Page) => page.getByRole('dialog').getByRole('img');

test('Enlarge shows the picture larger than on the page, Back, Escape and a click next to it close it, the wheel zooms it, and arrow keys show the next picture enlarged', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/account/${SAMPLE_SHOWCASE_WALLET}?chain=104&tab=nfts`);
  await page
    .getByRole('link', { name: /Harbor Lights #118\b/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor Lights #118' })).toBeVisible();
  const enlarge = page.getByRole('button', { name: /enlarge$/ });
  const before = (await enlarge.getByRole('img').boundingBox()) ?? { width: 0, height: 0 };
  const close = {
    back: () => page.goBack(),
    escape: () => page.keyboard.press('Escape'),
    click: () => page.mouse.click(20, 450),
    button: () => page.getByRole('button', { name: 'Close' }).click(),
  };
  for (const how of Object.values(close)) {
    await enlarge.click();
    await expect(enlarged(page)).toBeVisible();
    const after = (await enlarged(page).boundingBox()) ?? { width: 0, height: 0 };
    expect(Math.min(after.width, after.height)).toBeCloseTo(900 * 0.92, 0);
    expect(Math.min(after.width, after.height)).toBeGreaterThan(before.width);
    await how();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/Harbor|chain=104$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Harbor Lights #118' })).toBeVisible();
  }
  await enlarge.click();
  await expect(enlarged(page)).toBeVisible();
  const unzoomed = (await enlarged(page).boundingBox())?.width ?? 0;
  await page.mouse.move(640, 450);
  await page.mouse.wheel(0, -400);
  await expect.poll(async () => (await enlarged(page).boundingBox())?.width).toBeGreaterThan(unzoomed * 2);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'Harbor Lights #255' }).getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor Lights #255' })).toBeVisible();
});
