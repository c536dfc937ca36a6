import { expect, type Page, type Request } from '@playwright/test';
import { SAMPLE_TINY_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { known, lines, NO_RESPONSE } from './account-cells';
import { KEY } from './published-key';
import { test } from './test';

// Tests how a page behaves when it becomes visible again.

/** Simulates that the page was hidden for `ms` milliseconds. */
const away = (page: Page, ms: number) =>
  page.evaluate((passed) => {
    const show = (state: string) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    const now = Date.now;
    show('hidden');
    Date.now = () => now() + passed;
    show('visible');
    Date.now = now;
  }, ms);

for (const [name, wallet] of [
  ['tiny', SAMPLE_TINY_WALLET],
  ['streamed', SAMPLE_WALLET],
] as const)
  test(`a ${name} account is reloaded once when the page becomes visible again, and stays on screen during the reload`, async ({
    page,
  }) => {
    const reads: string[] = [];
    const read = new Set<unknown>();
    const over = (request: Request) => request.url().includes('/api/holdings/') && read.add(request);
    page.on('requestfinished', over);
    // The page itself closes the connection after the last line.
    page.on('requestfailed', over);
    let hold: (() => void) | undefined;
    await page.route('**/api/holdings/**', async (route) => {
      reads.push(route.request().url());
      if (hold !== undefined) await new Promise<void>((go) => (hold = go));
      await route.continue();
    });
    await page.goto(`/account/${wallet}?chain=104`);
    const table = page.getByRole('table');
    await expect(table.locator('tbody tr').first()).toBeVisible();
    // Wait until the page's script has loaded.
    await page.waitForFunction(() => {
      const element = document.querySelector('table');
      return element !== null && Object.keys(element).some((key) => key.startsWith('__reactFiber'));
    });
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    await expect.poll(() => read.size - reads.length).toBe(0);
    const before = reads.length;
    const shown = await table.innerText();
    await away(page, 29_000);
    await away(page, 29_000);
    expect(reads.length).toBe(before);
    hold = () => {};
    await away(page, 31_000);
    await away(page, 31_000);
    await expect.poll(() => reads.length).toBe(before + 1);
    expect(await table.innerText()).toBe(shown);
    hold();
    await expect.poll(() => read.size).toBe(before + 1);
    await expect(table.locator('tbody tr').first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    expect(reads.length).toBe(before + 1);
  });

test('a key’s chains are checked once when the page becomes visible again, and a chain that does not respond keeps its earlier status', async ({
  page,
}) => {
  let asked = 0;
  await page.route(`**/api/accounts/${KEY}*`, (route) => {
    asked++;
    const sample = asked === 1 ? known({}, 'deployed') : NO_RESPONSE;
    const body = lines({ 31337: [sample, sample], 1: [known(), known()], 111: [NO_RESPONSE, NO_RESPONSE] });
    return route.fulfill({ contentType: 'application/x-ndjson', body });
  });
  await page.goto(`/bitcoin/${KEY}?chain=31337&version=1.0.0`);
  await expect(page.getByText('Checked 1 of 2 chains').first()).toBeVisible();
  await away(page, 29_000);
  expect(asked).toBe(1);
  await away(page, 31_000);
  await away(page, 29_000);
  await expect.poll(() => asked).toBe(2);
  await expect(page.getByText('Checked 1 of 2 chains').first()).toBeVisible();
  const row = page.getByRole('row', { name: /Sample network/ });
  await expect(row.getByText('Deployed (example)', { exact: true })).toHaveCount(2);
  expect(asked).toBe(2);
});
