import { expect, type Page } from '@playwright/test';
import { SAMPLE_BIG_WALLET, SAMPLE_EMPTY_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import { openAccount } from './account-page';
import { accountPath } from './account-states';
import { HEAD, stream } from './scripted-holdings';
import { openState } from './states';
import { test } from './test';

/** Opens the page state `name` and switches the page to print mode. */
async function printed(page: Page, name: string) {
  await openState(page, name);
  await page.emulateMedia({ media: 'print' });
}

test('a long amount is printed in full', async ({ page }) => {
  const token = {
    address: sampleAddress('dust'),
    mint: sampleAddress('dust mint'),
    symbol: 'DUST',
    name: '',
  };
  await stream([
    {
      ...HEAD,
      head: { ...HEAD.head, tokens: 1, nfts: 0 },
      tokens: [{ ...token, amount: '18446744073709551615', decimals: 60 }],
    },
    { type: 'done' },
  ])(page);
  await page.goto(accountPath(SAMPLE_BIG_WALLET, '&tab=tokens'));
  const cell = page.getByRole('row', { name: /DUST/ }).locator('td').nth(1);
  const exact = `0.${'0'.repeat(40)}18446744073709551615`;
  await expect(cell.getByText('0.000000000000…744073709551615', { exact: false })).toHaveCount(0);
  await expect(cell.getByText(exact)).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(cell.getByText(exact)).toBeVisible();
});

test('the page of an item that does not exist shows the item’s address, also in print, and links to the account', async ({
  page,
}) => {
  const response = await page.goto(`/account/${SAMPLE_WALLET}/${SAMPLE_EMPTY_WALLET}?chain=104`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This account doesn’t hold the item');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('main').getByText(SAMPLE_EMPTY_WALLET)).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Show this account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: SAMPLE_WALLET })).toBeVisible();
});

test('a printed card shows its mint', async ({ page }) => {
  await openAccount(page, accountPath(SAMPLE_WALLET, '&tab=nfts&q=lantern'));
  await page.emulateMedia({ media: 'print' });
  const card = page.locator(`a[data-card="${sampleAddress('mint lantern 2')}"]`);
  await expect(card).toBeVisible();
  const printed = await card.evaluate((it) => getComputedStyle(it, '::after').content);
  expect(printed).toBe(`"${sampleAddress('mint lantern 2')}"`);
});

test('a rejected text is printed, except that a rejected secret is replaced by the warning', async ({
  page,
}) => {
  await printed(page, 'bitcoin-form-refused');
  const box = page.locator('input[name=q]');
  await expect(box).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await box.fill('KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617');
  await expect(page.getByText('It was not sent and is not stored')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('It was not sent and is not stored')).toBeVisible();
  await expect(box).toBeHidden();
});

test('a printed search shows the entered text and the result, but not the list of choices', async ({
  page,
}) => {
  await printed(page, 'home-choice');
  await expect(page.getByText('Choose what this is')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  const box = page.getByRole('main').getByRole('combobox');
  await box.fill('vitalik.eth');
  await expect(page.getByText('ENS name')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('ENS name')).toBeVisible();
  await expect(box).toBeVisible();
});
