import { expect, type Page } from '@playwright/test';
import { utcTime } from '@/lib/dashboard/format';
import { ACCOUNT_1, ACCOUNT_2, AT, answer, known, lines, NO_RESPONSE } from './account-cells';
import { observeLayoutShift } from './layout-shift';
import { KEY, KEY_ADDRESS } from './published-key';
import { test } from './test';

const path = `/bitcoin/${KEY}?chain=31337`;
const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' });
const card = (page: Page, version: string) =>
  page.getByRole('region', { name: `Account ${version}`, exact: true });
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });

test('a key’s page starts with the verdict and with the deployments and status of both accounts', async ({
  page,
}) => {
  await page.goto(`${path}&match=${KEY_ADDRESS}`);
  await expect(page.locator('main section').first()).toContainText(
    'No live chain has answered. Don’t send anything yet.',
  );
  await expect(card(page, '1.0.0').getByText(ACCOUNT_1)).toBeVisible();
  await expect(card(page, '2.0.0').getByText(ACCOUNT_2)).toBeVisible();
  await expect(card(page, '1.0.0').getByText('Deployed on')).toContainText('Sample network');
  await expect(card(page, '2.0.0').getByText('Not known whether it is deployed')).toBeVisible();
  // The sample network uses the service's own derivation, so it does not count as an independent confirmation.
  for (const version of ['1.0.0', '2.0.0'])
    await expect(card(page, version).getByText('No live chain has answered')).toBeVisible();
  await expect(page.getByText('Belongs to this key', { exact: true })).toBeVisible();
  await page.goto(`${path}&match=1BoatSLRHtKNngkdXEeobR76b53LETtpyT`);
  await expect(page.getByText('Does not belong to this key')).toBeVisible();
});

test('a key’s page shows in red where and why an account is unsafe, and lists what is not confirmed', async ({
  page,
}) => {
  await answer(page, {
    31337: [
      known({ currentOwner: ACCOUNT_1 }, 'deployed'),
      known({ factory: 'absent', factoryAgrees: null }),
    ],
    1: [known({ factoryAgrees: false }), known({ entryPoint: 'unknown' })],
    111: [NO_RESPONSE, NO_RESPONSE],
  });
  await page.goto(path);
  const words =
    'Unsafe on Ethereum: the 1.0.0 contract gives another address; on Sample network: account 1.0.0 has another owner. Don’t send to account 1.0.0 there.';
  const warning = verdict(page).getByText(words).first();
  await expect(warning).toBeVisible();
  const red = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--bad'));
  const bytes = [1, 3, 5].map((at) => Number.parseInt(red.trim().slice(at, at + 2), 16));
  const rgb = `rgb(${bytes.join(', ')})`;
  await expect(warning).toHaveCSS('color', rgb);
  await expect(card(page, '1.0.0').getByText('Unsafe on Ethereum and Sample network')).toBeVisible();
  await expect(card(page, '1.0.0').getByText('Sample network (example data)')).toHaveCSS('color', rgb);
  await expect(card(page, '2.0.0').getByText('Not confirmed on any chain')).toBeVisible();
  await expect(row(page, 'Ethereum').getByText('Unsafe', { exact: true })).toHaveCount(1);
  await expect(row(page, 'Ethereum').getByText('Not confirmed', { exact: true })).toHaveCount(1);
  await expect(row(page, 'Sample network').getByText('No contract', { exact: true })).toHaveCount(1);
  await expect(page.locator('th[scope=rowgroup]')).toHaveText([/Unsafe 2/, /Unknown 1/]);
  await page.getByRole('button', { name: 'Ethereum', exact: true }).click();
  const details = page.getByRole('region', { name: 'Account 1.0.0 on Ethereum' });
  await expect(
    details.getByText(
      'The account contract on this chain calculates another address than the one shown here.',
    ),
  ).toBeVisible();
  await expect(details.getByRole('link', { name: 'Account 1.0.0 on etherscan.io' })).toHaveAttribute(
    'href',
    `https://etherscan.io/address/${ACCOUNT_1}`,
  );
  await page.getByRole('button', { name: 'Sample network' }).click();
  await expect(
    page.getByRole('region', { name: 'Account 1.0.0 on Sample network' }).getByText('not this key'),
  ).toBeVisible();
});

test('if an account contract gives another address, the verdict states the version of the contract', async ({
  page,
}) => {
  await answer(page, {
    31337: [known(), known()],
    1: [known(), known({ factoryAgrees: false })],
    111: [known(), known()],
  });
  await page.goto(path);
  await expect(
    verdict(page).getByText('Unsafe on Ethereum: the 2.0.0 contract gives another address.').first(),
  ).toBeVisible();
});

test('the verdict is green once every chain that can be checked has confirmed both accounts', async ({
  page,
}) => {
  await answer(page, { 31337: [known(), known()], 1: [known(), known()] });
  await page.goto(path);
  await expect(verdict(page).getByText('Safe to use on Ethereum.').first()).toBeVisible();
  await expect(page.locator('th[scope=rowgroup]')).toHaveText([/Confirmed 2/, /Unknown 1/]);
});

for (const [width, height] of [
  [1280, 800],
  [768, 900],
  [390, 800],
  [320, 740],
  [1280, 2000],
  [1920, 2160],
] as const)
  test(`the layout of a key’s page does not shift while the status fills in, ${width} x ${height} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const shifted = await observeLayoutShift(page);
    let tell: () => void = () => undefined;
    const told = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const body = lines({
      31337: [known({}, 'deployed'), known({ factory: 'absent', factoryAgrees: null })],
      1: [known({ factoryAgrees: false }), known({ entryPoint: 'unknown' })],
      111: [NO_RESPONSE, NO_RESPONSE],
    });
    await page.route(`**/api/accounts/${KEY}`, async (route) => {
      await told;
      await route.fulfill({ contentType: 'application/x-ndjson', body });
    });
    await page.goto(path);
    await expect(verdict(page).getByText('Checking 1 live chain.').first()).toBeVisible();
    tell();
    await expect(verdict(page).getByText('Unsafe on Ethereum').first()).toBeVisible();
    // The table is rendered after the verdict.
    await expect(page.locator('th[scope=rowgroup]').filter({ hasText: 'Unsafe' })).toBeVisible();
    expect(await shifted()).toBeLessThan(0.03);
  });

/** Opens the page of the key and returns a function that sends cells to it. */
async function openWithCells(page: Page): Promise<(text: string) => Promise<void>> {
  await page.addInitScript(() => {
    const { fetch: original } = window;
    window.fetch = (input, init) => {
      if (!String(input).includes('/api/accounts/')) return original(input, init);
      const body = new ReadableStream<Uint8Array>({
        start: (stream) =>
          void Object.assign(window, {
            tell: (text: string) => stream.enqueue(new TextEncoder().encode(text)),
          }),
      });
      return Promise.resolve(new Response(body));
    };
  });
  await page.goto(path);
  await page.waitForFunction(() => 'tell' in window);
  return (text) =>
    page.evaluate((told) => (window as unknown as { tell: (text: string) => void }).tell(told), text);
}

test('no row of a key’s table moves on the smallest phone while chains respond', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 740 });
  const tell = await openWithCells(page);
  const table = page.getByRole('table', { name: 'The accounts on each chain' });
  const tops = async () => {
    const [first = 0, ...others] = await table
      .getByRole('row')
      .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top));
    return others.map((top) => top - first);
  };
  const before = await tops();
  for (const [chainId, name] of [
    [31337, 'Sample network'],
    [1, 'Ethereum'],
  ] as const) {
    for (const line of lines({ [chainId]: [known(), known()] })
      .split(/(?<=\n)/)
      .slice(0, 2))
      await tell(line);
    await expect(row(page, name).getByText(/^Confirmed( \(example\))?$/)).toHaveCount(2);
    expect(await tops(), name).toEqual(before);
  }
});

test('a key’s page shows the status of the first chain, and an unsafe verdict, while other chains are still being checked', async ({
  page,
}) => {
  const tell = await openWithCells(page);
  await expect(verdict(page).getByText('Checking 1 live chain.').first()).toBeVisible();
  const [first = '', second = ''] = lines({ 1: [known(), known({ factoryAgrees: false })] }).split(/(?<=\n)/);
  await tell(first);
  await expect(row(page, 'Ethereum').getByText('Confirmed', { exact: true })).toHaveCount(1);
  await expect(row(page, 'Ethereum').getByText('Checking…')).toHaveCount(1);
  // The verdict waits for the other chains, unless a chain is unsafe.
  await expect(verdict(page).getByText('Checking 1 live chain.').first()).toBeVisible();
  await tell(second);
  await expect(
    verdict(page).getByText('Unsafe on Ethereum: the 2.0.0 contract gives another address.').first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Ethereum', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Account 2.0.0 on Ethereum' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Chains checked' })).toBeVisible();
});

test('chains that did not respond can be checked again, with more time to respond', async ({ page }) => {
  await answer(page, {
    31337: [known(), known()],
    1: [NO_RESPONSE, NO_RESPONSE],
    111: [NO_RESPONSE, NO_RESPONSE],
  });
  const asked: string[] = [];
  await page.route(`**/api/accounts/${KEY}?*`, (route) => {
    asked.push(new URL(route.request().url()).search);
    const body = lines({
      31337: [NO_RESPONSE, NO_RESPONSE],
      1: [known(), known()],
      111: [NO_RESPONSE, NO_RESPONSE],
    });
    return route.fulfill({ contentType: 'application/x-ndjson', body });
  });
  await page.goto(path);
  await page.getByRole('button', { name: 'Unknown 2 · Ethereum, BOB Testnet' }).click();
  await expect(page.getByRole('row').getByText('No response in 4 s.')).toHaveCount(2);
  const again = page.getByRole('button', { name: /^Check .*again$/ });
  await expect(again).toHaveCount(1);
  await verdict(page).getByRole('button', { name: 'Check again' }).click();
  await expect(row(page, 'Ethereum').getByText('Confirmed', { exact: true })).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Unknown 1' })).toBeVisible();
  await expect(page.getByRole('table').getByRole('button', { name: 'Check again' })).toBeVisible();
  await expect(again).toHaveCount(1);
  await expect(verdict(page).getByText('Checked 1 of 2 chains').first()).toBeVisible();
  expect(asked).toEqual(['?again']);
});

test('if the chains cannot be checked, a key’s page shows the reason and keeps the accounts', async ({
  page,
}) => {
  await page.route(`**/api/accounts/${KEY}`, (route) =>
    route.fulfill({ status: 503, json: { reason: 'overloaded', message: 'The server is overloaded' } }),
  );
  await page.goto(path);
  await expect(page.getByRole('alert').filter({ hasText: 'The server is overloaded' })).toBeVisible();
  await expect(card(page, '1.0.0').getByText(ACCOUNT_1)).toBeVisible();
  await expect(verdict(page).getByText('No live chain has answered').first()).toBeVisible();
  await expect(card(page, '1.0.0').getByText('Not known whether it is deployed')).toBeVisible();
  await page.unroute(`**/api/accounts/${KEY}`);
  await expect(page.getByRole('button', { name: /^Check (all )?again$/ })).toHaveCount(1);
  await page.getByRole('alert').getByRole('button', { name: 'Check again' }).click();
  await expect(card(page, '1.0.0').getByText('Deployed on')).toBeVisible();
});

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });

  test('a time has the form and the time zone of the browser, and its title is in UTC', async ({ page }) => {
    await answer(page, { 31337: [known({}, 'deployed'), known()] });
    await page.goto(path);
    await page.getByRole('button', { name: 'Sample network' }).click();
    const time = page.getByRole('region', { name: 'Account 1.0.0 on Sample network' }).getByRole('time');
    await expect(time).toHaveText('02.01.2026, 04:04:05 MEZ');
    await expect(time).toHaveAttribute('title', utcTime(AT));
  });
});
