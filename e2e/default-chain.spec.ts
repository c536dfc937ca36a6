import { expect, test } from '@playwright/test';
import { type Running, startService } from '@/lib/testing/servers/processes';
import { KEY } from './states';

// The only chain without an endpoint is the default, so that nothing is sent.
let service: Running;
test.beforeAll(async () => {
  service = await startService({
    DASHBOARD: 'on',
    EVM_CHAINS: '1,111',
    EVM_RPC_URL_1: 'http://127.0.0.1:9',
    DEFAULT_EVM_CHAIN_ID: '111',
  });
});
test.afterAll(() => service?.stop('SIGKILL'));

test('DEFAULT_EVM_CHAIN_ID sets the chain of the Bitcoin form and of a page without a chain in its URL', async ({
  page,
}) => {
  await page.goto(`${service.base}/bitcoin`);
  await expect(page.getByLabel('Chain')).toHaveValue('111');
  await page.getByLabel('Public key').fill(KEY);
  await page.getByRole('button', { name: 'Look up' }).click();
  await expect(page).toHaveURL(`${service.base}/bitcoin/${KEY}`);
  const picker = page.getByRole('combobox', { name: 'Chain' }).first();
  await expect(picker).toHaveValue('111');
  await picker.selectOption('1');
  await expect(page).toHaveURL(`${service.base}/bitcoin/${KEY}?chain=1`);
  await expect(picker).toHaveValue('1');
  await picker.selectOption('111');
  await expect(page).toHaveURL(`${service.base}/bitcoin/${KEY}`);
});
