import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { utcTime } from '@/lib/dashboard/format';
import { ACCOUNT_1, ACCOUNT_2, AT, answer, FACTS, known, NO_RESPONSE, OWNER } from './account-cells';
import { KEY, KEY_ADDRESS } from './published-key';
import { runCurl } from './run-curl';
import { test } from './test';

const path = `/bitcoin/${KEY}?chain=31337&version=1.0.0`;

test('the curl command in a key’s proof runs unchanged', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${path}&match=${KEY_ADDRESS}`);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  await expect(page.getByText('curl copied')).toBeVisible();
  const curl = await page.evaluate(() => navigator.clipboard.readText());
  expect(curl).not.toContain('e2e-server-key');
  const { result } = runCurl(curl) as { result: object[] };
  expect(result).toMatchObject([
    { smartAccountAddress: ACCOUNT_1, isDeployed: true, factoryAgrees: true, currentOwner: OWNER },
    { smartAccountAddress: ACCOUNT_2, isDeployed: false, factory: 'present' },
  ]);
});

test('a key’s proof can be saved as JSON and as text, with all responses and their times, and printed completely, with dark text on a light background', async ({
  page,
}) => {
  await answer(page, {
    31337: [known({}, 'deployed'), known()],
    1: [NO_RESPONSE, NO_RESPONSE],
    111: [NO_RESPONSE, NO_RESPONSE],
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${path}&match=${KEY_ADDRESS}`);
  await expect(page.getByText('No live chain has answered').first()).toBeVisible();
  const saved = async (name: string) => {
    await page.getByRole('button', { name: 'Share' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    return readFileSync(await download.path(), 'utf8');
  };
  const proof = JSON.parse(await saved('Proof as JSON'));
  expect(proof).toMatchObject({ publicKey: KEY, owner: OWNER, compared: { address: KEY_ADDRESS } });
  expect(proof.accounts['1.0.0'].address).toBe(ACCOUNT_1);
  for (const version of ['1.0.0', '2.0.0']) {
    expect(proof.accounts[version].steps).toHaveLength(10);
    expect(proof.accounts[version].steps.at(-1).value).toBe(proof.accounts[version].address);
  }
  expect(proof.addresses.mainnet.p2wpkh).toBe(KEY_ADDRESS);
  const byId = Object.fromEntries(proof.chains.map((chain: { chainId: number }) => [chain.chainId, chain]));
  expect(byId[31337].answers).toMatchObject([
    { version: '1.0.0', at: AT, state: 'deployed', facts: FACTS },
    { version: '2.0.0', at: AT, state: 'not-deployed' },
  ]);
  expect(byId[1].answers[0]).toMatchObject({ at: AT, state: 'unknown', reason: 'deadline-exceeded' });
  const text = await saved('Proof as text');
  for (const said of [
    KEY,
    ACCOUNT_1,
    ACCOUNT_2,
    KEY_ADDRESS,
    `1.0.0 at ${AT}: deployed`,
    `unknown, deadline-exceeded`,
  ])
    expect(text).toContain(said);

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('listitem').filter({ hasText: /^10 Smart account/ })).toHaveText([
    new RegExp(ACCOUNT_2),
    new RegExp(ACCOUNT_1),
  ]);
  await expect(page.locator('th[scope=rowgroup]').first()).toHaveText('Deployed 1');
  await expect(
    page.locator('th[scope=rowgroup]').last().getByText('Unknown 2').filter({ visible: true }),
  ).toHaveCount(1);
  const ethereum = page.getByRole('row', { name: /^Ethereum/ });
  await expect(ethereum.getByText('No response in 4 s.')).toBeVisible();
  for (const row of [ethereum, page.getByRole('row', { name: /^Sample network/ })])
    await expect(row.getByText(utcTime(AT))).toBeVisible();
  await expect(page.getByText('Testnet, signet').last()).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.locator('html')).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});
