import { expect, type Page } from '@playwright/test';
import { TOKEN_PROGRAM } from '@/lib/solana/programs';
import {
  SAMPLE_BIG_WALLET,
  SAMPLE_EMPTY_WALLET,
  SAMPLE_SHOWCASE_WALLET,
  SAMPLE_TINY_WALLET,
  SAMPLE_WALLET,
} from '@/lib/solana/sample-addresses';
import { numberedAddress, sampleAddress } from '@/lib/sources/sample/sample-address';
import { expectAccessible } from './accessibility';
import { openAccount, openUntilShown } from './account-page';
import { accountPath } from './account-states';
import { test } from './test';

const MINT = sampleAddress('mint token whale');
const TOKEN_ACCOUNT = sampleAddress('account token whale');
const kind = (page: Page, title: string) =>
  page
    .getByRole('main')
    .locator('section', { has: page.getByRole('heading', { level: 2, name: title, exact: true }) });

test('the page of a mint is headed by its name, states supply and authorities, and has no parts of a wallet', async ({
  page,
}) => {
  const main = page.getByRole('main');
  const creators = main.getByRole('link', { name: sampleAddress('creator') });
  await openUntilShown(page, accountPath(MINT), creators.first());
  await expect(main.getByRole('heading', { level: 1, name: 'Whale' })).toBeVisible();
  await expect(main.locator('dt').first()).toHaveText('Supply');
  await expect(main).toContainText('18,446,744,073.709551615');
  await expect(creators).toHaveCount(2);
  const account = kind(page, 'Account');
  for (const text of ['SOL balance', '82 bytes', 'Token program']) await expect(account).toContainText(text);
  await expect(page.getByRole('tab')).toHaveCount(0);
  for (const text of [/No tokens/, /not checked/, 'Rent to reclaim', 'as of slot'])
    await expect(main.getByText(text)).toHaveCount(0);
});

test('the page of a collection shows its art and size, and links back to the wallet it was opened from', async ({
  page,
}) => {
  const collection = sampleAddress('mint collection harbor lights');
  await page.goto(`/account/${SAMPLE_SHOWCASE_WALLET}?chain=104&tab=nfts&collection=${collection}`);
  const heading = page.getByRole('heading', { level: 2, name: 'Harbor Lights' });
  const count = await heading
    .locator('xpath=..')
    .getByText(/NFTs in this account/)
    .textContent();
  await heading
    .locator('xpath=..')
    .getByRole('link', { name: collection.slice(0, 6) })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor Lights' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.locator('dt').first()).toHaveText('Verified items');
  await expect(main.locator('dd').first()).toHaveText(/^1,000/);
  await expect(main.locator('img')).toBeVisible();
  await main.getByRole('link', { name: `${parseInt(count ?? '', 10)} in the wallet you came from` }).click();
  await expect(heading).toBeVisible();
  // Opened by its URL in another tab, the page does not know of a wallet.
  const other = await page.context().newPage();
  const name = other.getByRole('heading', { level: 1, name: 'Harbor Lights' });
  await openUntilShown(other, accountPath(collection), name);
  await expect(other.getByText('in the wallet you came from')).toHaveCount(0);
});

test('the page of a Token-2022 mint lists its extensions', async ({ page }) => {
  const extensions = page.getByRole('main').getByText('Metadata pointer, Token metadata');
  await openUntilShown(page, accountPath(sampleAddress('mint token reef')), extensions);
});

test('the page of an NFT in a wallet of 10,000 NFTs, and the page of an NFT’s mint, can be opened by URL', async ({
  page,
}) => {
  await page.goto(`/account/${SAMPLE_BIG_WALLET}/${numberedAddress('big account', 6_789)}?chain=104`);
  await expect(page.getByRole('heading', { level: 1, name: 'Tidepool #6790' })).toBeVisible();
  const name = page.getByRole('heading', { level: 1, name: 'Tidepool #9877' });
  await openUntilShown(page, accountPath(numberedAddress('big mint', 9_876)), name);
});

test('the page of a locked NFT’s mint says what its delegate can do, as the page of the item does', async ({
  page,
}) => {
  const main = page.getByRole('main');
  await openUntilShown(page, accountPath(sampleAddress('mint lantern 2')), main.getByText('NFT mint'));
  await expect(main.getByText('locked', { exact: true })).toBeVisible();
  await expect(main.getByText('Locked: it can’t be moved until its delegate unlocks it.')).toBeVisible();
  await expect(main).not.toContainText('delegate can move it');
});

test('the page of a token account links to its mint and owner without JavaScript', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  const card = kind(page, 'Token account');
  await openUntilShown(page, accountPath(TOKEN_ACCOUNT), card);
  await expect(card).toContainText('18,446,744,073.709551615');
  await expect(card).toContainText('Not frozen');
  await expect(card.getByRole('link', { name: MINT })).toHaveAttribute('href', `/account/${MINT}?chain=104`);
  await card.getByRole('link', { name: SAMPLE_WALLET }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(SAMPLE_WALLET);
  await expect(page.getByRole('table').getByText('WHALE', { exact: true })).toBeVisible();
  await context.close();
});

test('the page of an unused address says that no account exists, not that it is empty, and the page of a wallet shows no account type', async ({
  page,
}) => {
  const type = kind(page, 'No account exists here');
  await openUntilShown(page, accountPath(SAMPLE_EMPTY_WALLET), type);
  await expect(type).toContainText('This address has no SOL on the sample network');
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(page.getByText('not checked')).toHaveCount(0);
  await expect(page.getByText(/holds nothing|holds no NFTs|No tokens/)).toHaveCount(0);
  await openAccount(page, accountPath(SAMPLE_WALLET));
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['What to worry about']);
});

for (const [label, title, ...said] of [
  [
    'stake account',
    'Stake account',
    'Active',
    '12.5 SOL',
    'Activated in epoch 612; now 694',
    SAMPLE_TINY_WALLET,
  ],
  [
    'locked stake account',
    'Stake account',
    'It is locked: until its lockup ends, withdrawals need the custodian’s signature.',
    'Inactive',
    /Locked until Jan 1, 2100, 12:00:00\sAM UTC/,
  ],
  ['nonce account', 'Nonce account', 'signed now and sent later', 'Current value', 'System program'],
  ['multisig', 'Multisig', '2 of 3', '355 bytes', 'Token program'],
  ['vote account', 'Vote account', '5% of its stakers’ rewards', 'Vote program'],
] as const)
  test(`${label}: the page shows the account type, fits a narrow window and is accessible`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await openUntilShown(page, accountPath(sampleAddress(label)), kind(page, title));
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
  const well = page.getByRole('link', { name: sampleAddress('mint token crab') });
  await openUntilShown(page, accountPath(sampleAddress('mint token look-alike')), well);
  await expect(page.getByRole('main')).toContainText(/Not the well-known CRAB. The real one is/);
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
  await openUntilShown(page, accountPath(TOKEN_PROGRAM), kind(page, 'Program'));
  await expect(kind(page, 'Program')).toContainText('No one: its code is final');
  await expect(kind(page, 'Program').getByRole('link', { name: 'Upgradeable loader' })).toBeVisible();
});
