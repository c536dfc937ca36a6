import { expect, type Page, test } from '@playwright/test';
import { SAMPLE_BIG_WALLET } from '@/lib/solana/sample-addresses';
import { wholeAccount } from './account-states';
import { FIRST_ROWS, HEAD, stream } from './scripted-holdings';

// A reading that failed is tried again by itself: bounded, politely, and while somebody looks.

const failing = (againInMs: number) =>
  stream([
    { ...HEAD, head: { ...HEAD.head, nfts: FIRST_ROWS.length, missing: 9_988 }, nfts: FIRST_ROWS },
    {
      type: 'failed',
      part: 'listing',
      reason: 'upstream-unavailable',
      message: 'The node gave no usable answer',
      retry: true,
      trouble: { kind: 'limited', againInMs },
    },
  ]);

/** How often the page has asked for the list. */
function asked(page: Page): () => number {
  let times = 0;
  page.on('request', (each) => {
    if (each.method() === 'GET' && each.url().includes('/api/holdings/')) times += 1;
  });
  return () => times;
}

/** Opens the page with a clock that goes on by `runFor` alone, until its list has failed. */
async function openStopped(page: Page) {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  await page.goto(PATH);
  await says(page, /again in\s10\ss\./);
}

/** Lets some tenths of a second go by until the bar says it. */
const says = (page: Page, words: RegExp) =>
  expect(async () => {
    await page.clock.runFor(100);
    await expect(bar(page)).toContainText(words, { timeout: 100 });
  }).toPass();

const bar = (page: Page) => page.locator('.status-bar');
const PATH = wholeAccount(SAMPLE_BIG_WALLET, '&tab=nfts');

test('a list that failed is asked for again by itself, ever more seldom, until the reader stops it', async ({
  page,
}) => {
  const times = asked(page);
  await failing(0)(page);
  await openStopped(page);
  await expect(bar(page)).toContainText('The node limits how often we may ask');
  await expect(bar(page)).toContainText(/It is asked again in\s\d+\ss\./);
  await expect(page.locator('a[data-card]')).toHaveCount(FIRST_ROWS.length);
  expect(times()).toBe(1);
  await page.clock.runFor(10_000);
  await expect.poll(times).toBe(2);
  await says(page, /in\s20\ss\./);
  // What was read stays while it is asked for again.
  await expect(page.locator('a[data-card]')).toHaveCount(FIRST_ROWS.length);
  await page.clock.runFor(12_000);
  expect(times()).toBe(2);
  await page.clock.runFor(9_000);
  await expect.poll(times).toBe(3);
  await says(page, /in\s40\ss\./);
  await bar(page).getByRole('button', { name: 'Stop' }).click();
  await expect(bar(page)).not.toContainText('asked again');
  await page.clock.runFor(120_000);
  expect(times()).toBe(3);
  await bar(page).getByRole('button', { name: 'Retry' }).click();
  await expect.poll(times).toBe(4);
});

test('a node’s own word when it may be asked counts, and pressing asks at once', async ({ page }) => {
  const times = asked(page);
  await failing(90_000)(page);
  await page.goto(PATH);
  await expect(bar(page)).toContainText(/in\s(8\d|90)\ss\./);
  expect(times()).toBe(1);
  await bar(page).getByRole('button', { name: 'Retry now' }).click();
  await expect.poll(times).toBe(2);
});

test('a page that nobody looks at asks nothing until somebody does', async ({ page }) => {
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => now === 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  const times = asked(page);
  await failing(0)(page);
  await openStopped(page);
  await expect(bar(page)).toContainText(/asked again in/);
  await show('hidden');
  await page.clock.runFor(60_000);
  expect(times()).toBe(1);
  await show('visible');
  await expect.poll(times).toBe(2);
});

test('what the bar says at length covers nothing at the end of a narrow page', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 690 });
  await failing(0)(page);
  await openStopped(page);
  const foot = page.getByText('Satchel reads chains and signs nothing.');
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const { y = 999, height = 0 } = (await foot.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual((await bar(page).boundingBox())?.y ?? 0);
  }).toPass();
});
