import { expect, type Page } from '@playwright/test';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import { openAccount } from './account-page';
import { test } from './test';

const ACCOUNT = `/account/${SAMPLE_WALLET}`;

/** Returns the items of a list in the default order, read from the account's page. */
async function usualOrder(page: Page, tab: 'nfts' | 'tokens'): Promise<string[]> {
  await openAccount(page, `${ACCOUNT}?chain=104&tab=${tab}`);
  const links = page.locator('a[data-card], a[data-item]');
  return links.evaluateAll((all) =>
    all.map((it) => it.getAttribute('href')?.split('/').at(-1)?.split('?')[0] ?? 'none'),
  );
}
const pageOf = (item: string | undefined) => `${ACCOUNT}/${item}?chain=104`;

/** Records the URLs of the page's requests for lists of accounts in the returned array. */
function listsAskedFor(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/holdings/') && request.method() === 'GET') asked.push(request.url());
  });
  return asked;
}

/** Repeats a step until the page shows the item. */
const untilAt = (page: Page, item: string | undefined, step: () => Promise<void>) =>
  expect(async () => {
    if (!page.url().includes(item ?? 'none')) await step();
    await expect(page).toHaveURL(pageOf(item), { timeout: 10_000 });
  }).toPass();

for (const tab of ['nfts', 'tokens'] as const)
  test(`an item of the ${tab} tab opened by a link has previous and next links, which load the list on demand${tab === 'nfts' ? ', as the arrow keys do; if the list cannot be loaded, an error is shown and the next press requests the list again; without JavaScript, the links are hidden' : ''}`, async ({
    browser,
    baseURL,
    page,
  }) => {
    const [first, second, third] = await usualOrder(page, tab);
    const openBrowser = async (options: { javaScriptEnabled?: boolean } = {}) =>
      (await browser.newContext({ ...options, ...(baseURL ? { baseURL } : {}) })).newPage();
    const shared = await openBrowser();
    const asked = listsAskedFor(shared);
    await shared.goto(pageOf(second), { waitUntil: 'networkidle' });
    expect(asked).toEqual([]);
    // The button becomes a link once the list has loaded, and a click would wait for the button forever.
    await untilAt(shared, third, () =>
      shared.getByRole('button', { name: 'Next' }).click({ timeout: 5_000 }),
    );
    await shared.getByRole('link', { name: 'Previous' }).click();
    await expect(shared).toHaveURL(pageOf(second));
    await shared.getByRole('link', { name: 'Previous' }).click();
    await expect(shared).toHaveURL(pageOf(first));
    await expect(shared.getByRole('link', { name: 'Next' })).toBeVisible();
    await expect(shared.getByRole('link', { name: 'Previous' })).toHaveCount(0);
    await expect(shared.getByRole('button', { name: 'Previous' })).toHaveCount(0);
    expect(asked).toHaveLength(1);
    await shared.context().close();
    if (tab === 'tokens') return;

    await test.step('the arrow keys load the list', async () => {
      const other = await openBrowser();
      await other.goto(pageOf(second));
      await untilAt(other, first, () => other.keyboard.press('ArrowLeft'));
      await expect(other.getByRole('link', { name: 'Next' })).toBeVisible();
      await untilAt(other, second, () => other.keyboard.press('ArrowRight'));
      await expect(other.getByRole('link', { name: 'Previous' })).toBeVisible();
      await untilAt(other, third, () => other.keyboard.press('ArrowRight'));
      await other.context().close();
    });
    await test.step('if the list cannot be loaded, an error is shown, and the next press requests it again', async () => {
      let refuse = true;
      await page.route('**/api/holdings/**', (route) =>
        refuse
          ? route.fulfill({ status: 429, json: { reason: 'rate-limited', message: 'Too many lookups.' } })
          : route.continue(),
      );
      await page.goto(pageOf(second));
      const next = page.getByRole('button', { name: 'Next' });
      const failure = page.getByText('The list of this account could not be read. Too many lookups.');
      await expect(async () => {
        await next.click();
        await expect(failure).toBeVisible({ timeout: 10_000 });
      }).toPass();
      await expect(page).toHaveURL(pageOf(second));
      refuse = false;
      await next.click();
      await expect(page).toHaveURL(pageOf(third));
      await expect(failure).toHaveCount(0);
    });
    await test.step('without JavaScript, the page hides Previous and Next', async () => {
      const plain = await openBrowser({ javaScriptEnabled: false });
      await plain.goto(pageOf(second));
      await expect(plain.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(plain.getByText(/^(Previous|Next)$/).filter({ visible: true })).toHaveCount(0);
      await plain.context().close();
    });
  });

test('from an item opened by a link, the right arrow key opens another item, whose Previous link leads back', async ({
  page,
}) => {
  await page.goto(`/account/${SAMPLE_WALLET}/${sampleAddress('account tidepool 2')}?chain=104`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const opened = page.url();
  await expect(async () => {
    if (page.url() === opened) await page.keyboard.press('ArrowRight');
    await expect(page).not.toHaveURL(opened, { timeout: 10_000 });
  }).toPass();
  await expect(page.getByRole('link', { name: 'Previous' })).toHaveAttribute(
    'href',
    new URL(opened).pathname + new URL(opened).search,
  );
});
