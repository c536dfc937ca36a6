import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { test } from './test';

const KEY = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';
const SERVER_KEY = 'e2e-server-key-that-no-page-may-show';

test('the sample wallet and a published Bitcoin key are found through the search box, while no bundle or response contains a server key and no page sends requests to other origins', async ({
  page,
  baseURL,
}) => {
  const foreign: string[] = [];
  const bodies: Promise<void>[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '') && !request.url().startsWith('data:'))
      foreign.push(request.url());
  });
  page.on('response', (response) => {
    bodies.push(
      response.text().then(
        (text) => expect(text).not.toContain(SERVER_KEY),
        () => undefined,
      ),
    );
  });
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/');
  await expect(heading).toBeVisible();
  const box = page.getByRole('main').getByRole('combobox');
  await box.fill(SAMPLE_WALLET);
  await expect(page.getByText(/^Solana address\. Press Enter\.$/).first()).toBeVisible();
  await box.fill(KEY);
  await box.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/bitcoin/${KEY}`));
  // The key's accounts of both versions.
  await expect(page.getByText('0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc').first()).toBeVisible();
  await expect(page.getByText('0x55d89c7D9366B9384Bb0C95dc58489c6Ca3896aa').first()).toBeVisible();
  await page.goto(`/account/${SAMPLE_WALLET}?chain=104`);
  await expect(heading).toContainText(SAMPLE_WALLET);
  await expect(page.getByText('18,446,744,073.709551615').first()).toBeVisible();
  await page.goto(`/bitcoin/${KEY}`);
  await expect(heading).toBeVisible();
  await Promise.all(bodies);
  expect(foreign).toEqual([]);
  const files = readdirSync('.next/static', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(js|css|json)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(0);
  for (const file of files)
    expect(readFileSync(join('.next/static', file), 'utf8')).not.toContain(SERVER_KEY);
});
