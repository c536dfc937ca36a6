import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { observeLayoutShift } from './layout-shift';
import { runCurl } from './run-curl';
import { methodPages, openState, STATES } from './states';
import { test } from './test';

/** States that wait for an upstream's timeout. Only their print tests open them. */
const SLOW = ['account-unreachable'];
/** States that a visitor reaches one after another on a page that is loaded once. */
const SEQUENCES = [
  ['home', 'home-recognized', 'home-choice', 'home-secret'],
  ['bitcoin-form', 'bitcoin-form-refused', 'bitcoin-no-wallet'],
  ['docs', 'docs-run', 'head-choice'],
  ['bitcoin-may-have-spent', 'bitcoin-nothing-found'],
  ['bitcoin-address', 'bitcoin-account'],
];
/** Texts that the printed states contain. */
const PRINTED: Readonly<Record<string, string>> = {
  'account-streaming': 'Printed before the account was read completely.',
  'account-trouble': 'Requests to the sample network are being limited.',
  'account-stream-failed': 'The list is incomplete: 20 of 10,000 NFTs are here. Reading took too long.',
  'account-unreachable': 'Couldn’t read this account',
  'account-rate-limited':
    'The list is incomplete: 20 of 10,000 NFTs are here. Too many requests from your IP address.',
  'bitcoin-form-refused': 'checksum',
  'home-secret': 'recovery phrase',
};

/** Expects a page to print `text`, and no controls. */
async function expectPrinted(page: Page, text: string): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  await expect(
    page.locator('button:not(.label, .plain):visible, select:visible, .control:visible'),
  ).toHaveCount(0);
}

test.describe('every state', () => {
  test.use({ colorScheme: 'light', reducedMotion: 'reduce' });
  const others = STATES.map(({ name }) => name).filter(
    (name) => !SLOW.includes(name) && !SEQUENCES.some((names) => names.includes(name)),
  );
  for (const names of [...SEQUENCES, ...others.map((name) => [name])])
    test(`the page in state “${names.join('”, “')}” is accessible in both themes, has a stable layout, fits 320 px${names.some((name) => name in PRINTED) ? ', prints its message' : ''} and sends no requests to other origins`, async ({
      page,
      baseURL,
    }) => {
      const foreign: string[] = [];
      const refused: string[] = [];
      page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(baseURL ?? '') && !/^(data|blob):/.test(url)) foreign.push(url);
      });
      page.on('console', (message) => {
        if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
      });
      const shifted = await observeLayoutShift(page);
      for (const name of names) {
        let before = 0;
        if (name === names[0]) await openState(page, name);
        else {
          await page.emulateMedia({ colorScheme: 'light' });
          await page.setViewportSize({ width: 1280, height: 720 });
          await expect(page.locator('html')).not.toHaveClass(/(^| )dark( |$)/);
          before = await shifted();
          await STATES.find((state) => state.name === name)?.after?.(page);
        }
        await page.waitForTimeout(150);
        await expectAccessible(page);
        expect((await shifted()) - before, name).toBeLessThan(0.03);
        expect(await overflow(page), name).toBeLessThanOrEqual(0);
        const printed = PRINTED[name];
        if (printed !== undefined) {
          await expectPrinted(page, printed);
          await page.emulateMedia({ media: 'screen' });
        }
        await page.emulateMedia({ colorScheme: 'dark' });
        await expect(page.locator('html')).toHaveClass(/(^| )dark( |$)/);
        // The themes differ only in colors, so check only their contrast.
        await expectAccessible(page, 'color-contrast');
        await page.setViewportSize({ width: 320, height: 740 });
        expect(await overflow(page), name).toBeLessThanOrEqual(0);
      }
      expect(foreign).toEqual([]);
      expect(refused).toEqual([]);
    });
});

for (const name of SLOW)
  test(`the state “${name}” prints its message`, async ({ page }) => {
    await openState(page, name);
    await expectPrinted(page, PRINTED[name] ?? name);
  });

/** Returns the number of pixels by which the page is wider than the window. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('the API page prints its request in full, and the playground runs a call on the sample network', async ({
  page,
}) => {
  await page.goto('/docs');
  await page.emulateMedia({ media: 'print' });
  const request = await page
    .getByRole('textbox', { name: 'Request', includeHidden: true })
    .first()
    .inputValue();
  await expect(
    page
      .locator('pre:visible')
      .filter({ hasText: JSON.parse(request).method })
      .first(),
  ).toHaveText(request);
  await page.emulateMedia({ media: 'screen' });
  await page
    .getByRole('navigation', { name: 'Methods' })
    .getByRole('link', { name: 'enhancedGetTokensAndNFTs' })
    .click();
  await page.getByRole('heading', { level: 1, name: 'enhancedGetTokensAndNFTs' }).waitFor();
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByText(/^200, \d+ ms$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Response of enhancedGetTokensAndNFTs' })).toContainText(
    '18446744073709551615',
  );
  await page.getByRole('button', { name: 'fetch', exact: true }).click();
  await expect(page.getByRole('region', { name: 'fetch code of enhancedGetTokensAndNFTs' })).toContainText(
    'await fetch(',
  );
});

test('on the pages of the methods, tables and code do not overflow at 320 px, and curl commands run unchanged and return the displayed response', async ({
  page,
  request,
}) => {
  const { methods } = (await (await request.get('/openrpc.json')).json()) as {
    methods: { name: string; 'x-request': { chainId: number } }[];
  };
  expect(await methodPages(page)).toEqual(methods.map(({ name }) => `/docs/${name}`));
  await page.setViewportSize({ width: 320, height: 690 });
  const wider = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth).length);
  for (const { name: id, 'x-request': example } of methods) {
    expect((await request.get(`/docs/${id}`)).status(), id).toBe(200);
    if (!page.url().endsWith('/docs')) await page.goBack();
    await page
      .getByRole('region', { name: 'Methods', exact: true })
      .getByRole('link', { name: id, exact: true })
      .click();
    await page.getByRole('heading', { level: 1, name: id, exact: true }).waitFor();
    const table = page.getByRole('table').first();
    await expect(table.getByRole('row').nth(1).getByRole('cell')).toHaveCount(3);
    for (const selector of ['.panel:has(> table)', 'section[tabindex="0"]', 'html'])
      expect(await wider(selector), id).toBe(0);
    // Skip examples on mainnet, which tests cannot reach.
    if (example.chainId === 101) continue;
    const shown = await page.getByRole('button', { name: 'Copy response' }).getAttribute('data-copy');
    // Once the script has loaded, the command contains this server's address.
    const copy = page.getByRole('button', { name: 'Copy curl code' });
    await expect(copy).toHaveAttribute('data-copy', new RegExp(new URL(page.url()).origin));
    const { result } = runCurl((await copy.getAttribute('data-copy')) ?? '') as { result: object };
    const documented = JSON.parse(shown ?? '') as { result: object };
    // The previous command created the documented record. Other tests may have added records, and times differ.
    if (id === 'svc_aa_getBTCAccountsByAddress') {
      const times = { createdAt: expect.any(String), updatedAt: expect.any(String) };
      for (const record of documented.result as object[])
        expect(result).toContainEqual({ ...record, ...times });
    } else expect(result).toEqual(documented.result);
  }
});

test('at 390 and 1,280 px, the API page lists the methods in three groups, and every page of a method has the list', async ({
  page,
}) => {
  await page.goto('/docs');
  const list = page.getByRole('region', { name: 'Methods', exact: true });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(list.getByRole('heading', { level: 3 })).toHaveText([
      /^Satchel/,
      /^Digital assets \(DAS\)/,
      /^Node methods/,
    ]);
    await expect(
      list
        .getByRole('region', { name: /^Satchel/ })
        .getByRole('link', { name: 'svc_aa_getBTCAccount', exact: true }),
    ).toBeVisible();
    await expect(
      list.getByRole('region', { name: /^Node methods/ }).getByText('getAccountInfo', { exact: true }),
    ).toBeVisible();
  }
  await expect(page.getByText('HTTP Basic with a project id and its server key')).toBeVisible();
  await expect(page.getByText('Alias of getAssets.')).toBeVisible();
  await expect(page.getByText('npm run project')).toBeHidden();
  await page.goto('/docs/getAsset');
  await expect(page.locator('main ol > li').first()).toHaveText(
    'chainId (required) The network, next to params or in the query.',
  );
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    if (width < 1024) await page.getByText('All methods').click();
    await page
      .getByRole('navigation', { name: 'Methods' })
      .getByRole('link', { name: 'searchAssets', exact: true })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'searchAssets' })).toBeVisible();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    const key = page.getByRole('region', { name: 'Response of searchAssets' }).getByText('"jsonrpc"');
    const colors = [key, page.getByRole('heading', { name: 'Response' })].map((place) =>
      place.evaluate((it) => getComputedStyle(it).color),
    );
    expect(new Set(await Promise.all(colors)).size).toBe(2);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'getAsset' })).toBeVisible();
  }
});

test('the page of a method that does not exist is 404', async ({ request }) => {
  expect((await request.get('/docs/noSuchMethod')).status()).toBe(404);
});

test('a visitor can search, open an item and go back with the keyboard', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.type('satchel.sol');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const nfts = page.getByRole('tab', { name: /^NFTs/ });
  await nfts.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tab=nfts/);
  await page
    .getByRole('link', { name: /Tidepool #1\b/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Tidepool #1' })).toBeVisible();
});
