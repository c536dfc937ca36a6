import { expect, type Page, test } from '@playwright/test';
import { addressesOfKey } from '@/lib/bitcoin/addresses-of-key';
import { runCurl } from './run-curl';
import { KEY, KEY_ADDRESS } from './states';

/** Fills in and submits the form, then waits for the key's page. */
async function lookUp(page: Page, key: string) {
  await page.goto('/bitcoin');
  await page.getByLabel('Public key').fill(key);
  await page.getByLabel('Chain').selectOption('31337');
  await page.getByRole('button', { name: 'Look up', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/bitcoin/${key}\\?chain=31337`));
}

const ACCOUNT_1 = '0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc';

test('the accounts of a key appear for all chains, each with its state or the reason why it is unknown', async ({
  page,
}) => {
  await page.goto(`/bitcoin/${KEY}?chain=31337&version=1.0.0`);
  await expect(page.getByText('deployed on the sample network')).toBeVisible();
  await expect(page.getByText('2 asked: 1 answered, 1 silent · 1 without an endpoint')).toBeVisible();
  const sample = page.getByRole('row', { name: /Sample network/ });
  await expect(sample.getByText('deployed', { exact: true })).toBeVisible();
  await expect(sample.getByText('not deployed', { exact: true })).toBeVisible();
  await expect(sample.getByText('Balance 0.25 of the chain’s own coin')).toBeVisible();
  await expect(sample.getByText('may be lost')).toHaveCount(0);
  await expect(page.getByRole('row', { name: /BOB Testnet/ })).toHaveCount(0);
  const why = /no answer in 3.5 s|no usable answer/;
  await expect(page.getByRole('row', { name: /Ethereum/ }).getByText(why)).toHaveCount(1);
  await page.getByText('Which chains did not answer').click();
  await expect(page.getByText('so not asked: BOB Testnet')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Ethereum' }).getByText(why)).toBeVisible();
  await page.getByRole('button', { name: 'Deployed', exact: true }).click();
  await expect(sample).toHaveCount(1);
  await page.getByRole('button', { name: 'Unsafe', exact: true }).click();
  await expect(sample).toHaveCount(0);
});

test('a key’s page shows QR codes of its addresses, the derivation, and whether a given address belongs to the key', async ({
  page,
}) => {
  await page.goto(`/bitcoin/${KEY}?chain=31337&version=1.0.0`);
  await expect(page.getByRole('img', { name: 'QR code of the Native segwit address' })).toBeVisible();
  await expect(page.getByText(KEY_ADDRESS).first()).toBeVisible();
  const box = page.getByRole('textbox', { name: /compare with the key/ });
  await box.fill('bc1qnot');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.locator('#match-error')).not.toBeEmpty();
  await box.fill(KEY_ADDRESS);
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByText('Belongs to this key', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/match=/);
  await box.fill('1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByText('Does not belong to this key')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^9 CREATE2 hash/ })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^10 Smart account/ })).toContainText(ACCOUNT_1);
});

test('a recorded look-up is found by key and by address', async ({ page }) => {
  await lookUp(page, KEY);
  for (const side of [KEY_ADDRESS, ACCOUNT_1]) {
    await page.goto(`/bitcoin/${side}`);
    await expect(page.getByRole('link', { name: '02b811…3be31c' }).first()).toBeVisible();
  }
});

test('an address page lists an account once, with its key, chain, addresses and explorer links', async ({
  page,
}) => {
  await lookUp(page, KEY);
  await page.goto(`/bitcoin/${ACCOUNT_1}`);
  const accounts = page.getByRole('list', { name: 'Recorded accounts' });
  await expect(accounts.getByRole('heading')).toHaveText(['Account 1.0.0 on the sample network']);
  await expect(accounts.getByText(KEY_ADDRESS)).toBeHidden();
  await accounts.getByText('Bitcoin addresses of its key').click();
  await expect(accounts.getByRole('list').getByRole('listitem')).toHaveCount(5);
  const address = accounts.getByRole('listitem').filter({ hasText: KEY_ADDRESS }).last();
  await expect(address.getByRole('link', { name: 'Explorer' })).toHaveAttribute(
    'href',
    `https://mempool.space/address/${KEY_ADDRESS}`,
  );
  await accounts.getByRole('link', { name: '02b811…3be31c' }).click();
  await expect(page).toHaveURL(`/bitcoin/${KEY}?chain=31337&version=1.0.0`);
  await page.goto(`/bitcoin/${addressesOfKey(KEY).testnet.p2wpkh}`);
  for (const network of ['testnet', 'testnet4', 'signet'])
    await expect(page.getByRole('link', { name: `Explorer of ${network}`, exact: true })).toHaveAttribute(
      'href',
      `https://mempool.space/${network}/address/${addressesOfKey(KEY).testnet.p2wpkh}`,
    );
});

test('the curl command on an address page runs unchanged', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await lookUp(page, KEY);
  await page.goto(`/bitcoin/${KEY_ADDRESS}`);
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  await expect(page.getByText('curl line copied')).toBeAttached();
  const curl = await page.evaluate(() => navigator.clipboard.readText());
  const { result } = runCurl(curl) as { result: object[] };
  expect(JSON.stringify(result)).toContain(ACCOUNT_1);
});

test('visiting a Bitcoin page records nothing, with or without JavaScript, but submitting the form does', async ({
  page,
  browser,
  baseURL,
}) => {
  const key = `02${'c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5'}`;
  const address = addressesOfKey(key).mainnet.p2wpkh;
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const plain = await context.newPage();
  for (const visitor of [page, plain]) {
    await visitor.goto(`/bitcoin/${key}?chain=31337`);
    await expect(visitor.getByRole('heading', { name: 'On one chain' })).toBeVisible();
    await visitor.goto(`/bitcoin/${address}`);
    await expect(visitor.getByText('Nothing is recorded for this address')).toBeVisible();
  }
  await lookUp(plain, key);
  await plain.goto(`/bitcoin/${address}`);
  await expect(plain.getByRole('link', { name: '02c604…709ee5' }).first()).toBeVisible();
  await context.close();
});

test('the Bitcoin form offers both full keys for an x-only key', async ({ page }) => {
  await page.goto(`/bitcoin/${KEY.slice(2)}`);
  await expect(page.getByText(KEY, { exact: true })).toBeVisible();
  await expect(page.getByText(`03${KEY.slice(2)}`, { exact: true })).toBeVisible();
  // Their addresses distinguish the two keys.
  await expect(page.getByText(KEY_ADDRESS, { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'This one is mine' }).first().click();
  await expect(page).toHaveURL(new RegExp(`/bitcoin/${KEY}`));
});

test('pressing “Look up” changes no field until the button is released, and then focuses the first invalid field', async ({
  page,
}) => {
  await page.goto('/bitcoin');
  await page.getByLabel('Public key').fill('02ab');
  const address = page.getByLabel('Bitcoin address');
  await address.fill('bc1qbad');
  await page.getByRole('button', { name: 'Look up' }).hover();
  await page.mouse.down();
  await expect(address).toBeFocused();
  await page.mouse.up();
  await expect(page.getByLabel('Public key')).toBeFocused();
  await expect(page.locator('form').getByRole('alert')).toHaveCount(2);
});

test('the Bitcoin form rejects the same input as the server, and opens the page of a valid key', async ({
  page,
}) => {
  await page.goto('/bitcoin');
  await page.getByLabel('Public key').fill('02ab');
  await page.getByRole('button', { name: 'Look up' }).click();
  await expect(page.getByText('The public key is 2 bytes long')).toBeVisible();
  await page.getByLabel('Public key').fill(`0x${KEY.toUpperCase()}`);
  await page.getByLabel('Chain').selectOption('31337');
  await page.getByRole('button', { name: 'Look up' }).click();
  await expect(page).toHaveURL(new RegExp(`/bitcoin/${KEY}\\?chain=31337`));
});
