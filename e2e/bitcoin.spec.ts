import { expect, type Page } from '@playwright/test';
import { addressesOfKey } from '@/lib/bitcoin/addresses-of-key';
import { shareAction } from './account-page';
import { KEY, KEY_ADDRESS } from './published-key';
import { runCurl } from './run-curl';
import { test } from './test';

/** Opens a key's page and turns on the switch that records the key. */
async function remember(page: Page, key: string) {
  await page.goto(`/bitcoin/${key}?chain=31337`);
  const off = page.getByRole('switch', { name: 'Remember this pairing', checked: false });
  if ((await off.count()) > 0) await off.click();
  await expect(
    page.getByText('Remembered on this server. Its addresses and accounts lead to this key.'),
  ).toBeVisible();
}

const ACCOUNT_1 = '0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc';

test('a key’s page lists the accounts on all chains, each with its state or the reason why the state is unknown, and on demand QR codes, the key’s Bitcoin addresses and the derivation of its accounts', async ({
  page,
}) => {
  await page.goto(`/bitcoin/${KEY}?chain=31337`);
  await expect(page.getByText('No live chain has answered. Don’t send anything yet.').first()).toBeVisible();
  const sample = page.getByRole('row', { name: /^Sample network/ });
  await expect(sample).toContainText('example data');
  await expect(
    page
      .getByRole('region', { name: 'Account 1.0.0', exact: true })
      .getByText('Sample network (example data)'),
  ).toBeVisible();
  await expect(sample.getByText('Deployed (example)', { exact: true })).toBeVisible();
  await expect(sample.getByText('Confirmed (example)', { exact: true })).toBeVisible();
  await expect(sample.getByText('0.25 ETH in 1.0.0').last()).toBeVisible();
  const ethereum = page.getByRole('row', { name: /^Ethereum/ });
  await expect(ethereum).toBeHidden();
  await page.getByRole('button', { name: 'Unknown 2' }).click();
  await expect(ethereum.getByText(/^(No response in 3.5 s|Can’t be reached)\.$/)).toBeVisible();
  const bob = page.getByRole('row', { name: /^BOB Testnet/ });
  await expect(bob).toContainText('Can’t be checked here.');
  const setting = page.getByText('EVM_RPC_URL_');
  await expect(setting).toBeHidden();
  await page.getByText('For the operator').click();
  await expect(setting).toBeVisible();
  await page.getByRole('button', { name: 'Sample network' }).click();
  const details = page.getByRole('region', { name: 'Account 1.0.0 on Sample network' });
  await expect(details).toContainText('The account is deployed and owned by this key.');
  for (const address of [
    '0x5b3Cc11bBCB5191dC10C39A6D261D42341d982f2',
    '0xcf52D4cDb490e47b835E9EA04BAABcA35f40F60e',
    '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
  ])
    await expect(details.getByText(address)).toBeVisible();
  const code = page.getByRole('img', { name: 'QR code of account 1.0.0' });
  await expect(code).toBeHidden();
  await page.getByRole('button', { name: 'QR code of account 1.0.0' }).click();
  await expect(code).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(code).toBeHidden();
  await expect(page.getByText(KEY_ADDRESS)).toBeHidden();
  await page.getByRole('heading', { name: 'Bitcoin addresses' }).click();
  await expect(page.getByText(KEY_ADDRESS)).toBeVisible();
  await expect(page.getByText(addressesOfKey(KEY).testnet.p2wpkh)).toBeVisible();
  await page.getByRole('button', { name: 'QR code of the Native segwit address' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the Native segwit address' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'How the address is calculated' }).click();
  const steps = page.getByRole('listitem');
  await expect(steps.filter({ hasText: /^9 CREATE2 hash/ })).toHaveCount(2);
  await expect(steps.filter({ hasText: /^10 Smart account/ }).last()).toContainText(ACCOUNT_1);
  await page.getByRole('switch', { name: 'Testnets' }).uncheck();
  await expect(page.getByText('Testnets (2 hidden)')).toBeVisible();
  await expect(sample).toHaveCount(0);
});

test('the field “Is this my key?” refuses text that is not an address, does not take the focus back, and shows the result as soon as the address is complete', async ({
  page,
}) => {
  await page.goto(`/bitcoin/${KEY}?chain=31337`);
  const box = page.getByRole('textbox', { name: 'Is this my key?' });
  await box.pressSequentially('bc1qnot');
  await expect(page.locator('#match-error')).toBeEmpty();
  await box.press('Enter');
  await expect(page.locator('#match-error')).not.toBeEmpty();
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await expect(box).toBeFocused();
  await expect(page).toHaveURL(`/bitcoin/${KEY}?chain=31337`);
  await box.fill('');
  await box.press('Enter');
  await expect(page.locator('#match-error')).toHaveText('Paste a Bitcoin address');
  await box.fill('bc1q');
  await expect(page.locator('#match-error')).toBeEmpty();
  await box.blur();
  await expect(page.locator('#match-error')).not.toBeEmpty();
  await box.fill('bc1qnot');
  await expect(page.locator('#match-error')).toBeEmpty();
  const next = page.getByRole('banner').getByRole('combobox');
  await next.click();
  await expect(page.locator('#match-error')).not.toBeEmpty();
  await expect(next).toBeFocused();
  await box.fill(KEY_ADDRESS);
  await expect(page.getByText('Belongs to this key', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/match=/);
  await expect(box).toBeFocused();
  await box.fill(KEY_ADDRESS.toUpperCase());
  await expect(page.getByText('Belongs to this key', { exact: true })).toBeVisible();
  await box.fill(`${KEY_ADDRESS.slice(0, -1)}v`);
  await expect(page.getByText('Belongs to this key', { exact: true })).toHaveCount(0);
  await expect(page.locator('#match-error')).toContainText('checksum');
  await box.fill('1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
  await expect(page.getByText('This address belongs to a different key.')).toBeVisible();
  await expect(page.locator('#match-error')).toBeEmpty();
});

test('a key’s page shows the accounts even if the chain in its URL can’t be checked', async ({ page }) => {
  for (const [chain, words] of [
    ['999', 'Chain 999 can’t be checked here.'],
    ['111', 'BOB Testnet can’t be checked here.'],
  ] as const) {
    await page.goto(`/bitcoin/${KEY}?chain=${chain}`);
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByText(ACCOUNT_1).first()).toBeVisible();
    await expect(page.getByText('No live chain has answered').first()).toBeVisible();
  }
});

test('a recorded key is found by address, by an unchanged curl command, and by account, whose page has one card with its key and chain', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await remember(page, KEY);
  await page.goto(`/bitcoin/${KEY_ADDRESS}`);
  const link = page.getByRole('link', { name: KEY });
  await expect(link).toBeVisible();
  await expect(page.getByRole('link', { name: 'Explorer' })).toHaveAttribute(
    'href',
    `https://mempool.space/address/${KEY_ADDRESS}`,
  );
  await (await shareAction(page, 'Copy as curl')).click();
  await expect(page.getByText('curl copied')).toBeAttached();
  const curl = await page.evaluate(() => navigator.clipboard.readText());
  const { result } = runCurl(curl) as { result: object[] };
  expect(JSON.stringify(result)).toContain(ACCOUNT_1);
  await page.goto(`/bitcoin/${ACCOUNT_1}`);
  await expect(link).toBeVisible();
  const accounts = page.getByRole('list', { name: 'Recorded accounts' });
  await expect(accounts.getByRole('heading')).toHaveText(['The Bitcoin key of this account']);
  await expect(accounts.getByText(/^Remembered on this server on /)).toBeVisible();
  await accounts.getByRole('link', { name: 'Check where this account is safe to use' }).click();
  await expect(page).toHaveURL(`/bitcoin/${KEY}?chain=31337`);
  await page.goto(`/bitcoin/${addressesOfKey(KEY).testnet.p2wpkh}`);
  for (const network of ['testnet', 'testnet4', 'signet'])
    await expect(page.getByRole('link', { name: `${network} explorer`, exact: true })).toHaveAttribute(
      'href',
      `https://mempool.space/${network}/address/${addressesOfKey(KEY).testnet.p2wpkh}`,
    );
});

for (const [network, named] of [
  ['testnet', 'testnet or signet'],
  ['regtest', 'regtest'],
] as const)
  test(`the key of a ${network} address is offered only on test networks, and on all chains on request`, async ({
    page,
  }) => {
    const address = addressesOfKey(KEY)[network].p2tr;
    const note = page.getByText(`This is a test address (${named}): it can’t hold real bitcoin.`);
    await page.goto(`/bitcoin/${address}`);
    await expect(note).toBeVisible();
    await page.goto(`/bitcoin/${KEY}?match=${address}`);
    await expect(note).toBeVisible();
    const heading = page.getByRole('heading', { name: /^(All chains|Test networks)/ });
    await expect(heading).toHaveText('Test networks 2');
    await expect(page.getByRole('row', { name: /^Ethereum/ })).toHaveCount(0);
    await page.getByRole('link', { name: 'Show all chains' }).click();
    await expect(heading).toHaveText('All chains 3');
    await expect(note).toHaveCount(0);
  });

test('the verdict about one address is not shown next to another one after going back', async ({ page }) => {
  await page.goto(`/bitcoin/${KEY}?match=${addressesOfKey(KEY).testnet.p2tr}`);
  const belongs = page.getByText('Belongs to this key, on a test network');
  await expect(belongs).toBeVisible();
  await page.getByRole('link', { name: 'Show all chains' }).click();
  await expect(belongs).toHaveCount(0);
  const box = page.getByRole('textbox', { name: 'Is this my key?' });
  await box.fill('1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
  await expect(page.getByText('This address belongs to a different key.')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Show all chains' })).toBeVisible();
  await expect(box).toHaveValue('1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
  await expect(belongs).toHaveCount(0);
});

test('a key is compared with the address of the Bitcoin form, and a pasted link keeps its own chain', async ({
  page,
  browser,
  baseURL,
}) => {
  const path = `/bitcoin?chain=31337&match=${KEY_ADDRESS}`;
  await page.goto(path);
  const box = page.getByRole('main').getByRole('combobox');
  await box.fill(KEY.slice(2));
  await page.getByRole('option', { name: /x-only/ }).click();
  await expect(page).toHaveURL(`/bitcoin/${KEY.slice(2)}?chain=31337&match=${KEY_ADDRESS}`);
  await page.goto('/bitcoin?chain=31337');
  await box.fill(`https://any.example/bitcoin/${KEY}?chain=111&match=${KEY_ADDRESS}`);
  await box.press('Enter');
  await expect(page).toHaveURL(`/bitcoin/${KEY}?chain=111&match=${KEY_ADDRESS}`);
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const plain = await context.newPage();
  await plain.goto(path);
  await plain.getByRole('main').getByRole('combobox').fill(KEY);
  await plain.getByRole('button', { name: 'Look up', exact: true }).click();
  await expect(plain).toHaveURL(`/bitcoin/${KEY}?chain=31337&match=${KEY_ADDRESS}`);
  await context.close();
});

test('no lookup is recorded, with or without JavaScript, unless the visitor switches recording on', async ({
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
    await expect(visitor.getByRole('region', { name: 'Account 2.0.0' })).toBeVisible();
    await visitor.goto('/bitcoin?chain=31337');
    await visitor.getByRole('main').getByRole('combobox').fill(key);
    await visitor.getByRole('button', { name: 'Look up', exact: true }).click();
    await expect(visitor).toHaveURL(new RegExp(`/bitcoin/${key}`));
    await expect(visitor.getByText('This key is not remembered on this server.')).toBeVisible({
      visible: visitor === plain,
    });
    await visitor.goto(`/bitcoin/${address}`);
    await expect(visitor.getByText('No key is known for this address')).toBeVisible();
  }
  await plain.goto(`/bitcoin/${key}?chain=31337`);
  await plain.getByRole('button', { name: 'Remember this key' }).click();
  await expect(plain.getByText('This key is remembered on this server.')).toBeVisible();
  await plain.goto(`/bitcoin/${address}`);
  await expect(plain.getByRole('link', { name: key })).toBeVisible();
  await context.close();
});

test('the Bitcoin form offers both full keys for an x-only key', async ({ page }) => {
  await page.goto(`/bitcoin/${KEY.slice(2)}`);
  await expect(page.getByText(KEY, { exact: true })).toBeVisible();
  await expect(page.getByText(`03${KEY.slice(2)}`, { exact: true })).toBeVisible();
  // The page shows an address of each key, so that the visitor can distinguish them.
  await expect(page.getByText(KEY_ADDRESS, { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'This one is mine' }).first().click();
  await expect(page).toHaveURL(new RegExp(`/bitcoin/${KEY}`));
});

test('a key is remembered when its page’s switch is turned on, even if no chain can be reached', async ({
  page,
}) => {
  const key = '02f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9';
  // The node of chain 1 refuses connections.
  await page.goto(`/bitcoin/${key}?chain=1`);
  const toggle = page.getByRole('switch', { name: 'Remember this pairing' });
  await expect(toggle).not.toBeChecked();
  await toggle.check();
  await expect(
    page.getByText('Remembered on this server. Its addresses and accounts lead to this key.'),
  ).toBeVisible();
  await page.reload();
  await expect(toggle).toBeChecked();
  await page.goto(`/bitcoin/${addressesOfKey(key).mainnet.p2wpkh}`);
  await expect(page.getByText(/^Remembered on this server on /)).toBeVisible();
  await expect(page.getByText('Account 2.0.0 (latest contract)', { exact: true })).toBeVisible();
});

test('if a key cannot be remembered, its page shows the reason', async ({ page }) => {
  // Not remembered by another test.
  const key = '0379be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
  await page.route(`**/api/accounts/${key}?*`, (route) =>
    route.fulfill({
      status: 503,
      json: { reason: 'store-unavailable', message: 'The store is unavailable' },
    }),
  );
  await page.goto(`/bitcoin/${key}`);
  await page.getByRole('switch', { name: 'Remember this pairing' }).click();
  await expect(page.getByText('Not remembered. The store is unavailable.')).toBeVisible();
});

test('“Enter its public key” keeps an address that was not found, and compares the key with it', async ({
  page,
}) => {
  const address = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
  await page.goto(`/bitcoin/${address}`);
  await page.getByRole('link', { name: 'Enter its public key' }).click();
  await expect(page.getByText(`compare it with ${address}`)).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(0);
  await page.getByRole('main').getByRole('combobox').fill(KEY);
  await page.getByRole('button', { name: 'Look up', exact: true }).click();
  await expect(page.getByText('Does not belong to this key')).toBeVisible();
});

test('an account that is not recorded has links to explorers and to the form', async ({ page }) => {
  const account = '0x000000000000000000000000000000000000dEaD';
  await page.goto(`/bitcoin/${account}`);
  await expect(page.getByRole('link', { name: 'Enter its public key' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View on the Ethereum explorer' })).toHaveAttribute(
    'href',
    `https://etherscan.io/address/${account}`,
  );
});

test('the Bitcoin form rejects the same input as the server, and opens the page of a valid key', async ({
  page,
}) => {
  await page.goto('/bitcoin?chain=31337');
  const box = page.getByRole('main').getByRole('combobox');
  await box.fill(`${KEY}00`);
  await expect(page.getByRole('main').getByText('The public key is 34 bytes long').first()).toBeVisible();
  await box.press('Enter');
  await expect(page).toHaveURL('/bitcoin?chain=31337');
  await box.fill(`0x${KEY.toUpperCase()}`);
  await page.getByRole('button', { name: 'Look up' }).click();
  await expect(page).toHaveURL(`/bitcoin/${KEY}?chain=31337`);
});
