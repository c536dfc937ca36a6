import { expect, type Locator, type Page } from '@playwright/test';
import { waitForHydration } from './test';

/** Opens an account page and waits until its list is complete. */
export async function openAccount(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilListed(page);
}

/** Waits until the list of an account page is complete. */
export async function untilListed(page: Page): Promise<void> {
  // The closed Export menu contains its formats only if the list is complete.
  await page
    .getByRole('button', { name: 'Export this view (CSV)', includeHidden: true })
    .waitFor({ state: 'attached' });
  await page.locator('.status-bar').waitFor({ state: 'detached' });
}

/**
 * Opens an account page, and reloads it until its HTML contains the first items of the list, because the server waits
 * only briefly for them.
 * @param untilReady waits until the page can be used
 */
export async function openWithFirstItems(
  page: Page,
  path: string,
  untilReady: (page: Page) => Promise<void> = waitForHydration,
): Promise<void> {
  for (let loads = 0; loads < 20; loads++) {
    // Reload at once, so that the next load waits for the same listing. It may end while a page is being drawn.
    const response = await page.goto(path, { waitUntil: 'commit' });
    // The slot is read together with the list. Until then, its name stands alone.
    if (/as of slot<\/dt>[^<]*<dd[^>]*>\d/.test((await response?.text()) ?? '')) return untilReady(page);
    // The scripts of this page must not send requests during the next load.
    await page.goto('about:blank');
  }
  throw new Error(`The HTML of ${path} never contained the first items`);
}

/**
 * Opens a page, and reloads it until it shows `sign`. The server waits only briefly for an account's type and for the
 * items that a page shows without JavaScript.
 */
export async function openUntilShown(page: Page, path: string, sign: Locator): Promise<void> {
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await reloadUntilShown(page, sign);
}

/** Reloads a page until it shows `sign`; see `openUntilShown`. */
export async function reloadUntilShown(page: Page, sign: Locator): Promise<void> {
  for (let reloads = 0; reloads < 20 && !(await sign.isVisible()); reloads++)
    await page.reload({ waitUntil: 'domcontentloaded' });
  await sign.waitFor();
  await waitForHydration(page);
}

/** Switches a filter of the account page on or off and closes the filter menu. */
export async function toggleFilter(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByRole('checkbox', { name }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('checkbox', { name })).toBeHidden();
}

/** Opens the page's Share menu and returns the button of an action. */
export async function shareAction(page: Page, name: string | RegExp) {
  await page.getByRole('button', { name: /^(Share|Link copied|curl copied)/ }).click();
  return page.getByRole('button', { name });
}

/** Opens the Export menu of the list and returns the button of a format. */
export async function exportAction(page: Page, format: 'CSV' | 'JSON') {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  return page.getByRole('button', { name: `Export this view (${format})` });
}
