import { expect, type Page } from '@playwright/test';
import { SAMPLE_BIG_WALLET } from '@/lib/solana/sample-addresses';
import { openWithFirstItems } from './account-page';
import { accountPath } from './account-states';
import { FIRST_ROWS, HEAD, stream } from './scripted-holdings';
import { test } from './test';

// Tests the automatic retry of a failed read: a bounded number of times, with growing delays, while the page is
// visible.

/** A failed list leaves the rows of the page's HTML. */
const ROWS_IN_HTML = 20;

const failing = (againInMs: number) =>
  stream([
    { ...HEAD, nfts: FIRST_ROWS },
    {
      type: 'failed',
      reason: 'upstream-unavailable',
      message: 'The node gave no usable response',
      retry: true,
      trouble: { kind: 'limited', againInMs },
    },
  ]);

/** Starts to count the page's requests for the list since it was opened. Returns a function that returns the count. */
function asked(page: Page): () => number {
  let times = 0;
  page.on('request', (each) => {
    if (each.isNavigationRequest()) times = 0;
    if (each.method() === 'GET' && each.url().includes('/api/holdings/')) times += 1;
  });
  return () => times;
}

/** Opens the page with a clock that only `runFor` advances, and waits until the list has failed. */
async function openStopped(page: Page) {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  // The forms of the page are hydrated only when the clock advances.
  await openWithFirstItems(page, PATH, () => page.waitForLoadState());
  await says(page, /Retrying in\s(\d|10)\ss\./);
}

/** Advances the clock in steps of 0.1 s until the status bar shows the text. */
const says = (page: Page, words: RegExp) =>
  expect(async () => {
    await page.clock.runFor(100);
    await expect(bar(page)).toContainText(words, { timeout: 100 });
  }).toPass();

const bar = (page: Page) => page.locator('.status-bar');
const PATH = accountPath(SAMPLE_BIG_WALLET, '&tab=nfts');

test('a list that failed because of its node says that the network can’t be reached', async ({ page }) => {
  await stream([
    {
      type: 'failed',
      reason: 'upstream-unavailable',
      message: 'The node gave no usable answer',
      retry: true,
    },
  ])(page);
  await page.goto(`/account/${SAMPLE_BIG_WALLET}?chain=104&tab=nfts`);
  await expect(bar(page)).toContainText('Can’t reach the sample network.');
});

test('a failed list is retried with growing delays until the user stops it', async ({ page }) => {
  const times = asked(page);
  await failing(0)(page);
  await openStopped(page);
  await expect(bar(page)).toContainText('Requests to the sample network are being limited');
  await expect(bar(page)).toContainText(/Retrying in\s\d+\ss\./);
  await expect(page.locator('a[data-card]')).toHaveCount(ROWS_IN_HTML);
  expect(times()).toBe(1);
  await page.clock.runFor(10_000);
  await expect.poll(times).toBe(2);
  // A slow page can skip seconds of the countdown, so accept any second that only this delay reaches.
  await says(page, /in\s(1[1-9]|20)\ss\./);
  // The rows stay visible during the retry.
  await expect(page.locator('a[data-card]')).toHaveCount(ROWS_IN_HTML);
  await page.clock.runFor(8_000);
  expect(times()).toBe(2);
  await page.clock.runFor(13_000);
  await expect.poll(times).toBe(3);
  await says(page, /in\s(2[1-9]|3\d|40)\ss\./);
  await bar(page).getByRole('button', { name: 'Stop' }).click();
  await expect(bar(page)).not.toContainText('Retrying');
  await page.clock.runFor(120_000);
  expect(times()).toBe(3);
  await bar(page).getByRole('button', { name: 'Retry' }).click();
  await expect.poll(times).toBe(4);
});

test('an automatic retry waits as long as the node requests, and “Retry now” skips the wait', async ({
  page,
}) => {
  const times = asked(page);
  await failing(90_000)(page);
  await openWithFirstItems(page, PATH);
  await expect(bar(page)).toContainText(/in\s(8\d|90)\ss\./);
  expect(times()).toBe(1);
  await bar(page).getByRole('button', { name: 'Retry now' }).click();
  await expect.poll(times).toBe(2);
});

test('a failed read is retried when a hidden page becomes visible again', async ({ page }) => {
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => now === 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  const times = asked(page);
  await failing(0)(page);
  await openStopped(page);
  await expect(bar(page)).toContainText(/Retrying in/);
  await show('hidden');
  await page.clock.runFor(60_000);
  expect(times()).toBe(1);
  await show('visible');
  await expect.poll(times).toBe(2);
});

test('a long message in the status bar does not cover the end of a narrow page', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 690 });
  await failing(0)(page);
  await openStopped(page);
  const foot = page.getByText('Satchel only reads chains');
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const { y = 999, height = 0 } = (await foot.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual((await bar(page).boundingBox())?.y ?? 0);
  }).toPass();
});

test('stake accounts can be looked up although the list failed', async ({ page }) => {
  await failing(90_000)(page);
  await openWithFirstItems(page, accountPath(SAMPLE_BIG_WALLET, '&tab=tokens'));
  await expect(bar(page)).toContainText('The list is incomplete');
  await page.getByRole('table').getByRole('button', { name: 'Look up' }).click();
  await expect(page.getByRole('region', { name: 'Staked SOL' })).toContainText('No stake accounts.');
});
