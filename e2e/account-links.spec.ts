import { expect } from '@playwright/test';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { openAccount, openUntilShown } from './account-page';
import { UNTRUSTED_WALLET } from './run-settings';
import { test } from './test';

// Tests pages of accounts that are not wallets, and the links on them.

const card = 'main section';

test('the page of any account owned by a program names the program', async ({ page }) => {
  // Registry account of the sample's `.sol` name. The name service program owns it.
  const data = page.locator(card, {
    has: page.getByRole('heading', { name: 'Program data', exact: true }),
  });
  await openUntilShown(page, '/account/DSrzh9nqtEXEvJ9d6Sy6f6D1cBUALQmKBQQaWWpc6sWb?chain=104', data);
  await expect(data).toContainText('96 bytes');
  await expect(data.getByRole('link').last()).toHaveAttribute(
    'href',
    '/account/namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX?chain=104',
  );
});

test('mints and accounts in a token table and collections in a gallery are links', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openAccount(page, `/account/${SAMPLE_WALLET}?chain=104`);
  const row = page.getByRole('table').getByRole('row').filter({ hasText: 'Harbor Credit' });
  const links = await row.getByRole('link').evaluateAll((all) => all.map((it) => it.getAttribute('href')));
  const pages = links.filter((href) => /^\/account\/[1-9A-Za-z]{43,44}\?chain=104$/.test(href ?? ''));
  expect(new Set(pages).size).toBeGreaterThan(0);
  await page.getByRole('table').locator(`a[href="${pages[0]}"]:visible`).click();
  await expect(page).toHaveURL(pages[0] ?? '');
  await expect(page.getByText('Token mint', { exact: true })).toBeVisible();

  await page.goBack();
  await page.getByRole('tab', { name: /^NFTs/ }).click();
  const collection = sampleAddress('mint collection tidepools');
  await expect(page.getByRole('main').locator(`a[href="/account/${collection}?chain=104"]`)).toHaveCount(1);
});

test('the page of a mint on a public network links to block explorers', async ({ page }) => {
  const mint = addressOf(`${UNTRUSTED_WALLET} mint 0`);
  const type = page.getByText('NFT mint', { exact: true });
  await openUntilShown(page, `/account/${mint}?chain=102`, type);
  for (const [name, href] of [
    ['Solana Explorer', `https://explorer.solana.com/address/${mint}?cluster=testnet`],
    ['Solscan', `https://solscan.io/account/${mint}?cluster=testnet`],
  ] as const)
    await expect(page.getByRole('main').getByRole('link', { name }).last()).toHaveAttribute('href', href);
});
