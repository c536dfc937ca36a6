import { expect } from '@playwright/test';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type Running, startService } from '@/lib/testing/servers/processes';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { test } from './test';

// Tests pages whose nodes hang or reset connections. This file starts its own service, because the health of a node
// affects all pages of its chain.

const OWNER = addressOf('owner of many');
const NFTS = 4_000;
/** Number of responses, with a hundred accounts each, before the node resets every connection. */
const ANSWERS = 32;

test.describe.configure({ mode: 'serial' });

let hanging: TestNode;
let resetting: TestNode;
let service: Running;

test.beforeAll(async () => {
  hanging = await testNode(sampleNode(snapshotOf(1_000, [])));
  hanging.fault = () => 'hang';
  resetting = await testNode(
    sampleNode(
      snapshotOf(
        1_000,
        nftWallet(OWNER, NFTS, () => ''),
      ),
    ),
  );
  service = await startService({
    DASHBOARD: 'on',
    REQUEST_DEADLINE_MS: '120000',
    SOLANA_RPC_URL_102: hanging.url,
    SOLANA_RPC_URL_103: resetting.url,
  });
});
test.afterAll(async () => {
  await service?.stop('SIGKILL');
  await Promise.all([hanging?.close(), resetting?.close()]);
});

test('the HTML of a page whose node hangs names the node and the address, and links to other chains', async ({
  page,
  request,
}) => {
  const path = `${service.base}/account/${SAMPLE_WALLET}?chain=102`;
  // Read the HTML without running scripts. Retry, because the server waits only briefly for nodes, and on a busy
  // machine its first page may need most of that time.
  await expect(async () => {
    const html = await (await request.get(path, { timeout: 30_000 })).text();
    expect(html.includes('Can’t reach Solana testnet')).toBe(true);
  }).toPass();

  await page.goto(path);
  await expect(page.locator('.status-bar')).toContainText('Can’t reach Solana testnet');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(SAMPLE_WALLET);
  // One panel instead of the list.
  await expect(page.locator('.skeleton').filter({ visible: true })).toHaveCount(0);
  await expect(page.locator('.status-bar')).toHaveCSS('position', 'static');
  // After a while without a response, the page retries automatically.
  await expect(page.locator('.status-bar').getByRole('button', { name: 'Retry now' })).toBeVisible();
  await expect(page.locator('.status-bar')).toContainText(/Retrying/);
  // Without a list, there is nothing to switch, search or filter.
  await expect(page.getByRole('tablist')).toHaveCount(0);
  await page.getByRole('button', { name: /^Network/ }).click();
  await page
    .getByRole('navigation', { name: 'Network' })
    .getByRole('link', { name: 'Sample network' })
    .click();
  await expect(page.getByRole('table').getByText('WHALE', { exact: true })).toBeVisible();
});

test('without JavaScript, a page whose node hangs names the node', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  // While calls are refused because the node counts as failing, the page is the one of a failed read instead.
  await expect(async () => {
    await page.goto(`${service.base}/account/${SAMPLE_WALLET}?chain=102&tab=nfts`);
    await expect(page.getByRole('alert')).toContainText(
      'Reload to try again. The full list needs JavaScript or the API.',
      { timeout: 5_000 },
    );
  }).toPass();
  await expect(page.getByRole('alert')).toContainText('Can’t reach Solana testnet');
  await expect(page.locator('.skeleton').filter({ visible: true })).toHaveCount(0);
  await context.close();
});

test('a list whose connection is reset is an error, and a retry reads the complete list', async ({
  page,
}) => {
  let broken = true;
  resetting.fault = ({ method, nth }) =>
    broken && method === 'getMultipleAccounts' && nth >= ANSWERS ? 'reset' : undefined;

  await page.goto(`${service.base}/account/${OWNER}?chain=103&tab=nfts`);
  const bar = page.locator('.status-bar');
  await expect(bar).toContainText('Couldn’t read this account');
  await expect(page.locator('a[data-card]')).toHaveCount(0);

  broken = false;
  await bar.getByRole('button', { name: /Retry/ }).click();
  await expect(page.getByRole('tab', { name: /^NFTs/ })).toContainText('4,000');
  await expect(page.locator('a[data-card]').first()).toBeVisible();
});
