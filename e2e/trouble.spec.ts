import { expect, test } from '@playwright/test';
import { RIGHT_TO_LEFT_WALLET } from './run-settings';

// A node that answers 429 alone: devnet, here.

const WORDS = 'The node limits how often we may ask.';
const path = (wallet: string) => `/account/${wallet}?chain=103`;

test('a node that limits us is named by the page itself, with script and without', async ({
  page,
  request,
}) => {
  const html = await (await request.get(path('9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'))).text();
  expect(html).toContain(WORDS);
  // Nothing can be pressed before script is there.
  expect(html).not.toMatch(/<button[^>]*>Cancel<\/button>/);

  const reading: string[] = [];
  page.on('request', (each) => {
    if (each.url().includes('/api/holdings/')) reading.push(each.url());
  });
  await page.goto(path(RIGHT_TO_LEFT_WALLET));
  const bar = page.getByRole('status').filter({ hasText: WORDS });
  await expect(bar).toContainText(/It is asked again (now|in \d+ s)\./);
  // The stream goes on from there, and the bar stays.
  await expect.poll(() => reading).not.toHaveLength(0);
  await expect(bar.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await bar.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Stopped: nothing had arrived.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
});
