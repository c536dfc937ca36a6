import { expect } from '@playwright/test';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import { test } from './test';

const NFTS = `/account/${SAMPLE_WALLET}?chain=104&tab=nfts`;

test('a verified collection shows its name and image, which are requested only when the collection is visible', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/collections') asked.push(...(url.searchParams.get('of') ?? '').split(','));
  });
  await page.goto(NFTS);
  const named = (name: string) => page.getByRole('heading', { level: 2 }).filter({ hasText: name });
  const heading = named('Tidepools of the North');
  await expect(heading).toBeVisible();
  await expect(heading.locator('img')).toHaveAttribute('src', /^\/picture\//);
  await expect(heading.locator('img')).not.toHaveJSProperty('naturalWidth', 0);
  await page.getByRole('button', { name: /^Filter/ }).click();
  await expect(
    page
      .getByRole('combobox', { name: 'Collection' })
      .getByRole('option', { name: /Tidepools of the North/ }),
  ).toHaveCount(1);
  await page.keyboard.press('Escape');
  const below = sampleAddress('mint collection gardens');
  expect(asked).not.toContain(below);
  await expect(async () => {
    // A slow page can be scrolled past the heading, which is then no longer in the document.
    await page.mouse.wheel(0, (await named('Unverified').isVisible()) ? -700 : 700);
    await expect(named('Night Gardens')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  expect(asked).toContain(below);
  // Each collection is requested only once, and nothing is requested for items without a verified collection.
  expect(asked).toHaveLength(new Set(asked).size);
  const known = ['tidepools', 'lanterns', 'gardens'].map((key) => sampleAddress(`mint collection ${key}`));
  expect(asked.every((each) => known.includes(each))).toBe(true);
});
