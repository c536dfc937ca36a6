import { expect } from '@playwright/test';
import { type Running, startService } from '@/lib/testing/servers/processes';
import { KEY, KEY_ADDRESS } from './published-key';
import { test } from './test';

// The default chain has no endpoint, so that the service sends no requests.
let service: Running;
test.beforeAll(async () => {
  service = await startService({
    DASHBOARD: 'on',
    EVM_CHAINS: '111,1',
    EVM_RPC_URL_1: 'http://127.0.0.1:9',
  });
});
test.afterAll(() => service?.stop('SIGKILL'));

test('the first chain of EVM_CHAINS is the chain for which a key is remembered, and the chain of pages whose URL has no chain', async ({
  page,
}) => {
  await page.goto(`${service.base}/bitcoin`);
  await page.getByRole('main').getByRole('combobox').fill(KEY);
  await page.getByRole('button', { name: 'Look up', exact: true }).click();
  await expect(page).toHaveURL(`${service.base}/bitcoin/${KEY}`);
  await page.getByRole('switch', { name: 'Remember this pairing' }).click();
  await expect(page.getByText('Remembered. Its addresses')).toBeVisible();
  await expect(page.getByText('BOB Testnet can’t be checked here')).toBeVisible();
  await page.goto(`${service.base}/bitcoin/${KEY}?chain=1`);
  await expect(page.getByText('Ethereum can’t be checked here')).toHaveCount(0);
  await page.goto(`${service.base}/bitcoin/${KEY_ADDRESS}`);
  await expect(page.getByText(/^recorded for BOB Testnet on /)).toBeVisible();
  await page.getByRole('link', { name: '02b811…3be31c' }).first().click();
  await expect(page).toHaveURL(`${service.base}/bitcoin/${KEY}?match=${KEY_ADDRESS}`);
});
