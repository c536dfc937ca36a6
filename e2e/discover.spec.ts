import { expect, type Page } from '@playwright/test';
import {
  SAMPLE_SPENT_ADDRESS,
  SAMPLE_SPENT_KEY,
  SAMPLE_TAPROOT_ADDRESS,
  SAMPLE_UNSPENT_ADDRESS,
} from '@/lib/bitcoin/spends/sample-addresses';
import { type Running, startService } from '@/lib/testing/servers/processes';
import { KEY, KEY_ADDRESS } from './published-key';
import { test } from './test';

const button = (page: Page) => page.getByRole('button', { name: 'Search the sample network' });
const EVIDENCE =
  /reveals the key 022cda…a4d0cb, according to the sample network\. Satchel verified that the key matches the address/;
const ACCOUNTS = { name: 'Recorded accounts' };

test.describe('on a new service, because other tests record the sample key in the shared one', () => {
  test.describe.configure({ mode: 'default' });
  // The default chain has no endpoint, so that the service sends no requests.
  let service: Running;
  test.beforeAll(async () => {
    service = await startService({
      DASHBOARD: 'on',
      BITCOIN_ESPLORA_URL: 'off',
      EVM_CHAINS: '111,1',
      EVM_RPC_URL_1: 'http://127.0.0.1:9',
    });
  });
  test.afterAll(() => service?.stop('SIGKILL'));

  test('the key of a Bitcoin address is found on click and recorded with its evidence', async ({ page }) => {
    const posted: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
    });
    const path = `${service.base}/bitcoin/${SAMPLE_SPENT_ADDRESS}?chain=31337`;
    await page.goto(path);
    await expect(page.getByText('No key is known for this address')).toBeVisible();
    await expect(button(page)).toBeVisible();
    expect(posted).toEqual([]);
    await button(page).click();
    const seen = async () => {
      await expect(page.getByText(EVIDENCE)).toBeVisible();
      await expect(
        page.getByText('370c85abd628a1a9613a92b96eb986b46a69d52faa612204735d97b373795781'),
      ).toBeVisible();
      const card = page.getByRole('list', ACCOUNTS);
      await expect(card.getByRole('heading')).toHaveText(['Smart accounts of this address']);
      await expect(card.getByRole('term')).toHaveText([
        'Account 2.0.0 (latest contract)',
        'Account 1.0.0 (earlier contract)',
        'Public key',
      ]);
      await expect(card.getByRole('link', { name: 'Check where its accounts are safe to use' })).toHaveCount(
        1,
      );
    };
    await seen();
    expect(posted).toEqual(['/api/rpc/evm-chain']);
    await page.goto(path);
    await seen();
    await expect(button(page)).toHaveCount(0);
    await page.getByRole('link', { name: 'Check where its accounts are safe to use' }).click();
    await expect(page).toHaveURL(new RegExp(`/bitcoin/${SAMPLE_SPENT_KEY}`));
    await expect(page.getByText('Belongs to this key, on a test network')).toBeVisible();
    // The account's own page also shows the evidence.
    await page.goBack();
    await page.getByRole('link', { name: /^0x/ }).first().click();
    await expect(page).toHaveURL(/\/bitcoin\/0x/);
    await expect(page.getByText(EVIDENCE)).toBeVisible();
    await expect(page.getByRole('list', ACCOUNTS).getByRole('link', { name: /^0x/ })).toHaveCount(0);
    await expect(
      page.getByRole('list', ACCOUNTS).getByRole('link', { name: SAMPLE_SPENT_KEY }),
    ).toBeVisible();
  });

  test('the first chain of EVM_CHAINS is the chain for which a key is remembered, and the chain of pages whose URL has no chain', async ({
    page,
  }) => {
    await page.goto(`${service.base}/bitcoin`);
    await page.getByRole('main').getByRole('combobox').fill(KEY);
    await page.getByRole('button', { name: 'Look up', exact: true }).click();
    await expect(page).toHaveURL(`${service.base}/bitcoin/${KEY}`);
    await page.getByRole('switch', { name: 'Remember this pairing' }).click();
    await expect(page.getByText('Remembered on this server. Its addresses')).toBeVisible();
    await expect(page.getByText(/^BOB Testnet can’t be checked here\. This server/)).toBeVisible();
    await page.goto(`${service.base}/bitcoin/${KEY}?chain=1`);
    await expect(page.getByText(/^Ethereum can’t be checked here\. This server/)).toHaveCount(0);
    await page.goto(`${service.base}/bitcoin/${KEY_ADDRESS}`);
    await expect(page.getByText(/^Remembered on this server on /)).toBeVisible();
    await page.getByRole('link', { name: KEY }).click();
    await expect(page).toHaveURL(`${service.base}/bitcoin/${KEY}?match=${KEY_ADDRESS}`);
  });
});

test('the example Bitcoin addresses on the home page lead to results without a network', async ({ page }) => {
  await page.goto('/');
  for (const name of ['A Bitcoin address that has spent', 'A Bitcoin address with no known key']) {
    await page.getByText('More examples').click();
    await page.getByRole('link', { name }).click();
    await expect(button(page).or(page.getByText(EVIDENCE))).toBeVisible();
    await page.goBack();
  }
  await page.getByText('More examples').click();
  await page.getByRole('link', { name: 'A taproot address' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(SAMPLE_TAPROOT_ADDRESS);
  await expect(page.getByText('No key is known for this address')).toBeVisible();
});

test('discovery finds no key for an unspent address, and is not offered for address types whose spends reveal no key', async ({
  page,
}) => {
  await page.goto(`/bitcoin/${SAMPLE_UNSPENT_ADDRESS}`);
  await button(page).click();
  await expect(page.getByText('Searched the sample network: no key was found')).toBeVisible();
  await expect(page.getByText('If this address has ever sent bitcoin')).toHaveCount(0);
  await expect(page.getByText('No key is known for this address')).toBeVisible();
  for (const address of [SAMPLE_TAPROOT_ADDRESS, '1BoatSLRHtKNngkdXEeobR76b53LETtpyT']) {
    await page.goto(`/bitcoin/${address}`);
    await expect(page.getByText('No key is known for this address')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Search / })).toHaveCount(0);
  }
});
