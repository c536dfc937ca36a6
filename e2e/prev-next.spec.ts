import { expect } from '@playwright/test';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import { test } from './test';

test('an item opened by a link has no previous and next links, and loads no list when an arrow key is pressed', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/holdings/')) asked.push(request.url());
  });
  await page.goto(`/account/${SAMPLE_WALLET}/${sampleAddress('account tidepool 2')}?chain=104`, {
    waitUntil: 'networkidle',
  });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const opened = page.url();
  await page.keyboard.press('ArrowRight');
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL(opened);
  await expect(page.getByText(/^(Previous|Next)$/)).toHaveCount(0);
  expect(asked).toEqual([]);
});
