import { expect, type Page } from '@playwright/test';

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
