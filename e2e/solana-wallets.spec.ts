import { expect, type Page } from '@playwright/test';
import { SAMPLE_TINY_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import {
  addBrokenWallets,
  addWallet,
  addWalletWithoutFeatures,
  approve,
  callsOf,
  refuse,
  switchTo,
} from './fake-wallets';
import { test } from './test';

const inMain = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
/** The button in the header that opens the panel of the wallet. */
const inHeader = (page: Page) =>
  page.getByRole('banner').locator('button[popovertarget]', { hasText: /wallet/i });

test('one click on a Solana wallet on the home page opens what it holds, and nothing is signed; when the wallet switches to another account, its holdings are offered', async ({
  page,
}) => {
  await addWallet(page);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto('/');
  await expect(inMain(page, 'Stub Wallet').locator('img')).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  const before = scripts.length;
  await inMain(page, 'Stub Wallet').click();
  await expect(page).toHaveURL(`/account/${SAMPLE_WALLET}`);
  // The wallet adapter is loaded only on the click.
  expect(scripts.length).toBeGreaterThan(before);
  await expect(inHeader(page)).toHaveAccessibleName(/Stub Wallet/);
  expect(await callsOf(page)).toEqual([{}]);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(page).not.toHaveTitle('SIGNED');
  await page.goForward();
  await expect(page).toHaveURL(`/account/${SAMPLE_WALLET}`);
  await switchTo(page, SAMPLE_TINY_WALLET);
  await expect(page.getByText(/^Stub Wallet switched to/)).toBeVisible();
  await expect(page).toHaveURL(`/account/${SAMPLE_WALLET}`);
  await page.getByRole('button', { name: 'Show its holdings' }).click();
  await expect(page).toHaveURL(`/account/${SAMPLE_TINY_WALLET}`);
  await expect(page.getByText(/^Stub Wallet switched to/)).toHaveCount(0);
});

test('on an account page, a wallet opens on the network of the page', async ({ page }) => {
  await addWallet(page, { address: SAMPLE_TINY_WALLET });
  await page.goto(`/account/${SAMPLE_WALLET}?chain=104`);
  await inHeader(page).click();
  await page.getByRole('button', { name: 'Stub Wallet', exact: true }).click();
  await expect(page).toHaveURL(`/account/${SAMPLE_TINY_WALLET}?chain=104`);
});

test('broken wallets of other extensions are left out, and wallets next to them say that they refused or gave no account, and connect on the next click', async ({
  page,
}) => {
  await addBrokenWallets(page);
  await addWallet(page, { name: 'Empty Wallet', behavior: ['no-account'] });
  await addWallet(page, { behavior: ['refuse', 'connect'] });
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(inMain(page, 'Stub Wallet')).toBeVisible();
  await expect(main.getByText('Broken')).toHaveCount(0);
  await inMain(page, 'Empty Wallet').click();
  await expect(main.getByText('Empty Wallet gave no account')).toBeVisible();
  await inMain(page, 'Stub Wallet').click();
  await expect(main.getByText('The connection was refused in Stub Wallet')).toBeVisible();
  await expect(page).toHaveURL('/');
  await inMain(page, 'Stub Wallet').click();
  await expect(page).toHaveURL(`/account/${SAMPLE_WALLET}`);
});

test('a request that hangs keeps the focus in the list and can be canceled, its late approval changes nothing, and the wallet can be asked again', async ({
  page,
}) => {
  await addWallet(page, { behavior: ['hang', 'connect'] });
  await page.goto('/');
  await inMain(page, 'Stub Wallet').press('Enter');
  await expect(page.getByRole('main').getByText('Waiting for Stub Wallet')).toBeVisible();
  await expect(page.getByRole('main').getByRole('group', { name: 'Solana wallets' })).toBeFocused();
  await expect.poll(() => callsOf(page)).toHaveLength(1);
  await page.getByRole('main').getByRole('button', { name: 'Cancel' }).click();
  await expect(inMain(page, 'Stub Wallet')).toBeVisible();
  await approve(page);
  await expect(page).toHaveURL('/');
  await expect(inHeader(page)).toHaveAccessibleName('Solana wallet');
  await inMain(page, 'Stub Wallet').click();
  await expect(page).toHaveURL(`/account/${SAMPLE_WALLET}`);
});

test('a late refusal of a canceled request does not disconnect the wallet', async ({ page }) => {
  await addWallet(page, { behavior: ['hang', 'connect'], isAllowed: true });
  await page.goto('/');
  await inMain(page, 'Stub Wallet').click();
  await expect.poll(() => callsOf(page)).toHaveLength(1);
  await page.getByRole('main').getByRole('button', { name: 'Cancel' }).click();
  await inMain(page, 'Stub Wallet').click();
  await expect(inHeader(page)).toHaveAccessibleName(/Stub Wallet/);
  await refuse(page);
  await expect(inHeader(page)).toHaveAccessibleName(/Stub Wallet/);
  await page.reload();
  await expect(inHeader(page)).toHaveAccessibleName(/Stub Wallet/);
});

test('a connected wallet stays if the request to another one is refused or canceled, until another one connects', async ({
  page,
}) => {
  await addWallet(page, { isAllowed: true });
  await addWallet(page, { name: 'Second Wallet', behavior: ['refuse'] });
  await addWallet(page, { name: 'Third Wallet', behavior: ['hang'] });
  await addWallet(page, { name: 'Fourth Wallet', address: SAMPLE_TINY_WALLET });
  await page.goto('/');
  await inMain(page, 'Stub Wallet').click();
  await expect(page).toHaveURL(`/account/${SAMPLE_WALLET}`);
  for (const name of ['Second Wallet', 'Third Wallet']) {
    await inHeader(page).click();
    await page.getByRole('button', { name }).click();
    await expect.poll(() => callsOf(page, name)).toHaveLength(1);
    const others = page.getByRole('group', { name: 'Other wallets' });
    if (name === 'Third Wallet') await others.getByRole('button', { name: 'Cancel' }).click();
    else await expect(page.getByText(`The connection was refused in ${name}`).first()).toBeVisible();
    await expect(page.getByRole('button', { name })).toBeVisible();
    await expect(inHeader(page)).toHaveAccessibleName(/Stub Wallet/);
    await switchTo(page, SAMPLE_TINY_WALLET);
    await expect(page.getByText(/^Stub Wallet switched to/)).toBeVisible();
    await page.reload();
    await expect(inHeader(page)).toHaveAccessibleName(/Stub Wallet/);
  }
  await inHeader(page).click();
  await page.getByRole('button', { name: 'Fourth Wallet' }).click();
  await expect(page).toHaveURL(`/account/${SAMPLE_TINY_WALLET}`);
  await expect(inHeader(page)).toHaveAccessibleName(/Fourth Wallet/);
});

test('a wallet that the adapter cannot list leaves the page usable and is reported', async ({ page }) => {
  await addWalletWithoutFeatures(page);
  await addWallet(page);
  await page.goto('/');
  await inMain(page, 'Stub Wallet').click();
  await expect(page.getByRole('main').getByText('Stub Wallet did not respond as expected')).toBeVisible();
  await page.getByRole('main').getByRole('combobox').fill(SAMPLE_WALLET);
  await page.getByRole('button', { name: 'Look up' }).click();
  await expect(page).toHaveURL(`/account/${SAMPLE_WALLET}?chain=104`);
});

test('a Solana account is requested from a wallet that lists only a Sui account, and the wallet is there again after a reload', async ({
  page,
}) => {
  await addWallet(page, { name: 'Many Chains', listsSui: true, isAllowed: true });
  await page.goto('/');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Many Chains/ })
    .click();
  await expect(page).toHaveURL(`/account/${SAMPLE_WALLET}`);
  expect(await callsOf(page, 'Many Chains')).toEqual([{}]);
  await page.reload();
  await expect(inHeader(page)).toHaveAccessibleName(/Many Chains/);
  expect(await callsOf(page, 'Many Chains')).toEqual([{ silent: true }]);
});

test('a connected wallet is there again after a reload, without its window, until it is disconnected, and the hint on the home page covers no button and not its panel', async ({
  page,
}) => {
  await addWallet(page, { isAllowed: true });
  await page.goto('/');
  await inMain(page, 'Stub Wallet').click();
  await expect(page).toHaveURL(`/account/${SAMPLE_WALLET}`);
  await page.goto('/');
  await page.getByRole('main').getByRole('combobox').fill(SAMPLE_WALLET);
  await expect(page.getByText('Press Enter').first()).toBeVisible();
  for (const name of ['Stub Wallet', 'Connect Bitcoin wallet', 'What can I paste?'])
    await inMain(page, name).click({ trial: true });
  await inHeader(page).click();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(inHeader(page)).toHaveAccessibleName('Solana wallet');
  await inMain(page, 'Stub Wallet').click();
  await expect(page).toHaveURL(`/account/${SAMPLE_WALLET}`);
  await page.goto('/bitcoin');
  await expect(inHeader(page)).toHaveAccessibleName(/Stub Wallet/);
  expect(await callsOf(page)).toEqual([{ silent: true }]);
  await inHeader(page).click();
  await page.getByRole('button', { name: 'My holdings' }).click();
  await expect(page).toHaveURL(`/account/${SAMPLE_WALLET}`);
  await inHeader(page).click();
  const disconnect = page.getByRole('button', { name: 'Disconnect' });
  // Playwright’s own check: the click fails if something covers the button.
  await disconnect.click({ trial: true });
  await disconnect.click();
  await expect(inHeader(page)).toHaveAccessibleName('Solana wallet');
  await page.reload();
  await page.waitForLoadState('networkidle');
  await expect(inHeader(page)).toHaveAccessibleName('Solana wallet');
  expect(await callsOf(page)).toEqual([]);
});

test('without a wallet, a desktop browser names wallets, and clicking the words does not close the panel', async ({
  page,
}) => {
  await page.goto('/');
  await inMain(page, 'Connect Solana wallet').click();
  const words = page.getByRole('main').getByText('No Solana wallet was found in this browser');
  await words.click();
  await expect(words).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  });

  test('without a wallet, the page can be opened in the browser of Phantom or Solflare', async ({ page }) => {
    await page.goto('/');
    await inMain(page, 'Connect Solana wallet').click();
    await expect(
      page.getByRole('main').getByRole('button', { name: 'Open this page in Solflare' }),
    ).toBeVisible();
    await page.route('https://phantom.app/**', (route) => route.fulfill({ body: 'Phantom' }));
    await page.getByRole('main').getByRole('button', { name: 'Open this page in Phantom' }).click();
    await page.waitForURL('https://phantom.app/**');
    const [, target = '', site = ''] =
      /^https:\/\/phantom\.app\/ul\/browse\/([^?]+)\?ref=(.+)$/.exec(page.url()) ?? [];
    expect(decodeURIComponent(target)).toMatch(/^http:\/\/localhost:\d+\/$/);
    expect(`${decodeURIComponent(site)}/`).toBe(decodeURIComponent(target));
  });
});
