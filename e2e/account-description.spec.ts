import { expect, type Page } from '@playwright/test';
import { TOKEN_PROGRAM } from '@/lib/solana/programs';
import {
  SAMPLE_BIG_WALLET,
  SAMPLE_EMPTY_WALLET,
  SAMPLE_TINY_WALLET,
  SAMPLE_WALLET,
} from '@/lib/solana/sample-addresses';
import { numberedAddress, sampleAddress } from '@/lib/sources/sample/sample-address';
import { expectAccessible } from './accessibility';
import { test } from './test';

/** `whole` makes the page wait until all facts have been read, however busy the machine is. */
const pathOf = (address: string) => `/account/${address}?chain=104&whole=1`;
const MINT = sampleAddress('mint token whale');
const TOKEN_ACCOUNT = sampleAddress('account token whale');
const kind = (page: Page, title: string) =>
  page
    .getByRole('main')
    .locator('section', { has: page.getByRole('heading', { level: 2, name: title, exact: true }) });

test('the page of a mint shows its exact supply, name and mint authority', async ({ page }) => {
  await page.goto(pathOf(MINT));
  const card = kind(page, 'Token mint');
  await expect(card).toContainText('18,446,744,073.709551615');
  await expect(card).toContainText('WHALE');
  await expect(card.getByRole('link', { name: sampleAddress('creator') })).toHaveCount(2);
  await expect(page.getByRole('heading', { name: 'No tokens', exact: true })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'This mint holds no tokens' })).toBeVisible();
});

test('the page of a Token-2022 mint lists its extensions', async ({ page }) => {
  await page.goto(pathOf(sampleAddress('mint token reef')));
  await expect(kind(page, 'Token mint')).toContainText('Metadata pointer, Token metadata');
});

test('the page of an NFT in a wallet of 10,000 NFTs, and the page of an NFT’s mint, can be opened by URL', async ({
  page,
}) => {
  await page.goto(`/account/${SAMPLE_BIG_WALLET}/${numberedAddress('big account', 6_789)}?chain=104`);
  await expect(page.getByRole('heading', { level: 1, name: 'Tidepool #6790' })).toBeVisible();
  await page.goto(pathOf(numberedAddress('big mint', 9_876)));
  await expect(kind(page, 'Mint of a single token')).toContainText('Tidepool #9877');
});

test('the page of a token account links to its mint and owner without JavaScript', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto(pathOf(TOKEN_ACCOUNT));
  const card = kind(page, 'Token account');
  await expect(card).toContainText('18,446,744,073.709551615');
  await expect(card).toContainText('Initialized');
  await expect(card.getByRole('link', { name: MINT })).toHaveAttribute('href', `/account/${MINT}?chain=104`);
  await card.getByRole('link', { name: SAMPLE_WALLET }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(SAMPLE_WALLET);
  await expect(page.getByRole('table').getByText('WHALE', { exact: true })).toBeVisible();
  await context.close();
});

test('the page of an unused address says that no account exists, and the page of a wallet shows no account type', async ({
  page,
}) => {
  await page.goto(pathOf(SAMPLE_EMPTY_WALLET));
  await expect(kind(page, 'No account exists here')).toContainText('This address has no SOL on this chain');
  await expect(page.getByText('Nothing is listed for this address.', { exact: true })).toBeVisible();
  await page.goto(pathOf(SAMPLE_WALLET));
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0);
});

for (const [label, title, ...said] of [
  ['stake account', 'Stake account', 'Active', '12.5 SOL', 'Activated in 612; now 694', SAMPLE_TINY_WALLET],
  ['locked stake account', 'Stake account', 'Inactive', 'Locked until 2100-01-01 00:00:00 UTC'],
  ['nonce account', 'Nonce account', 'not a wallet', 'System program'],
  ['multisig', 'Multisig', '355 bytes', 'Token program'],
  ['vote account', 'Vote account', 'Vote program'],
] as const)
  test(`${label}: the page shows the account type, fits a narrow window and is accessible`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(pathOf(sampleAddress(label)));
    for (const text of said) await expect(kind(page, title)).toContainText(text);
    await expectAccessible(page);
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wide).toBeLessThanOrEqual(0);
  });

test('the page of a token that looks like a well-known token links to the well-known one', async ({
  page,
}) => {
  await page.goto(pathOf(sampleAddress('mint token look-alike')));
  await expect(page.getByRole('main')).toContainText(
    /looks like the symbol of a well-known token.*The well-known CRAB has this mint:/,
  );
  const well = page.getByRole('link', { name: sampleAddress('mint token crab') });
  await expect(well).toHaveAttribute('href', /\/account\//);
});

test('the button that copies a metadata URI copies the full value', async ({ page }) => {
  const copied = (what: string) =>
    page.getByRole('button', { name: `Copy ${what}`, exact: true }).getAttribute('data-copy');
  await page.goto(`/account/${SAMPLE_WALLET}/${sampleAddress('account tidepool 1')}?chain=104`);
  await page.getByRole('heading', { name: 'Metadata' }).click();
  const uri = await copied('metadata URI');
  await expect(page.getByText(uri ?? '', { exact: true })).toBeVisible();
});

test('the page of a program shows its upgrade authority', async ({ page }) => {
  await page.goto(pathOf(TOKEN_PROGRAM));
  await expect(kind(page, 'Program')).toContainText('No, its code can’t be replaced');
  await expect(kind(page, 'Program').getByRole('link', { name: 'Upgradeable loader' })).toBeVisible();
});
