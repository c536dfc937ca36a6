import { expect, type Page } from '@playwright/test';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import { openAccount, openWithFirstItems } from './account-page';
import { observeLayoutShift } from './layout-shift';
import { KEY, KEY_ADDRESS } from './published-key';
import { test } from './test';

const ACCOUNT = `/account/${SAMPLE_WALLET}?chain=104`;
const NFTS = `${ACCOUNT}&tab=nfts`;
const cards = (page: Page) => page.locator('a[data-card]');

test('a printed list shows its chain, the number of its items and full addresses, also of token accounts, and has no buttons', async ({
  page,
}) => {
  await openAccount(page, NFTS);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('76', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Network: the sample network')).toBeVisible();
  // Labels, headings and the balance are printed as text.
  await expect(
    page.locator('button:not(.label, .plain):visible, select:visible, input:visible, .control:visible'),
  ).toHaveCount(0);
  await openAccount(page, ACCOUNT);
  const mint = page.getByRole('table').locator('td .short-address').first();
  const [whole, printed] = await mint.evaluate((it) => [
    it.getAttribute('title'),
    getComputedStyle(it, '::after').content.replaceAll('"', ''),
  ]);
  expect(printed).toBe(whole);
  expect(whole?.length).toBeGreaterThan(40);
  const row = page.getByRole('row', { name: /WHALE/ });
  await expect(row.getByTitle(sampleAddress('account token whale'))).toBeVisible();
});

test('a wide window shows eight cards side by side, an item page uses its full width, and the header has the same position on every page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1000 });
  const left = () =>
    page
      .getByRole('banner')
      .getByRole('link', { name: 'Satchel' })
      .evaluate((it) => it.getBoundingClientRect().left);
  await openAccount(page, NFTS);
  const top = (i: number) =>
    cards(page)
      .nth(i)
      .evaluate((it) => it.getBoundingClientRect().top);
  expect(await top(7)).toBe(await top(0));
  expect(await top(8)).toBeGreaterThan(await top(0));
  const there = await left();
  await cards(page).first().click();
  await expect(page.getByRole('article')).toBeVisible();
  expect(await left()).toBe(there);
  const columns = page.getByRole('article').locator('section');
  const lefts = await columns.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().left));
  expect(new Set(lefts).size).toBeGreaterThan(2);
  for (const path of ['/', '/docs', '/bitcoin']) {
    await page.goto(path);
    expect(await left(), path).toBe(there);
  }
});

test('the layout does not shift when fonts load late', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 740 });
  await page.route('**/*.woff2', async (route) => {
    const answer = await route.fetch();
    // Delay the fonts until the first paint. Do not wait for the load event, which waits for the fonts.
    await page
      .waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      .catch(() => undefined);
    await route.fulfill({ response: answer });
  });
  // The chains' responses move the page too; the tests of a key's status cover that.
  await page.route('**/api/accounts/**', () => undefined);
  const shifted = await observeLayoutShift(page);
  for (const path of ['/', ACCOUNT, `/bitcoin/${KEY}?chain=31337`]) {
    if (path === ACCOUNT) await openWithFirstItems(page, path);
    else await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    expect(await shifted(), path).toBeLessThan(0.03);
  }
});

test('the icon, robots.txt and manifest are served only under the service’s host names', async ({
  request,
}) => {
  for (const [path, type] of [
    ['/favicon.ico', 'image/x-icon'],
    ['/robots.txt', 'text/plain'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/icon-192.png', 'image/png'],
  ] as const) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    expect(answer.headers()['content-type'], path).toContain(type);
    expect((await request.get(path, { headers: { Host: 'rebound.example' } })).status(), path).toBe(421);
  }
  const { icons } = (await (await request.get('/manifest.webmanifest')).json()) as {
    icons: { src: string }[];
  };
  for (const { src } of icons) expect((await request.get(src)).status(), src).toBe(200);
});

test('an item page links to its mint, collection and creators, and has its own share image', async ({
  page,
  request,
}) => {
  await openAccount(page, `${NFTS}&q=Tidepool`);
  await cards(page).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const facts = page.getByRole('article');
  await page.getByRole('heading', { name: 'Royalties' }).click();
  for (const what of ['mint', 'collection', 'creator'])
    await expect(
      facts
        .locator('span', { has: page.getByRole('button', { name: `Copy ${what}`, exact: true }) })
        .getByRole('link')
        .first(),
    ).toHaveAttribute('href', /^\/account\/\w+\?chain=104$/);
  // Reload: after client-side navigation, the tags of the previous page may still be present.
  await page.reload();
  const image = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '';
  expect(image).toContain('/og/item?');
  const [own, other] = await Promise.all([
    request.get(image),
    request.get(image.replace(/item=\w+/, 'item=11111111111111111111111111111111')),
  ]);
  expect(own.headers()['content-type']).toBe('image/png');
  expect((await own.body()).length).toBeGreaterThan((await other.body()).length);
});

test('with a finger as the pointer, the copy button of an address is centered on its last line', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    ...(baseURL ? { baseURL } : {}),
  });
  const page = await context.newPage();
  await page.goto(`/account/${sampleAddress('nonce account')}?chain=104`);
  const addresses = page.getByRole('main').locator('.copied-text');
  await expect(addresses).toHaveCount(2);
  for (const address of await addresses.all()) {
    const offsets = await address.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const lines = [...range.getClientRects()].filter(({ height, width }) => width > 50 && height < 25);
      const mark = element.querySelector('.copy-mark')?.getBoundingClientRect();
      const last = lines.at(-1);
      const middle = (box: DOMRect | undefined) =>
        box === undefined ? Number.NaN : box.top + box.height / 2;
      return { fromLast: middle(mark) - middle(last), between: middle(last) - middle(lines[0]) };
    });
    expect(Math.abs(offsets.fromLast)).toBeLessThan(4);
    expect(offsets.between).toBeGreaterThan(14);
    expect(offsets.between).toBeLessThan(24);
  }
  await context.close();
});

test('the home page, the Bitcoin page and the API page have share images', async ({ request }) => {
  for (const path of ['/', '/bitcoin', '/docs']) {
    const html = await (await request.get(path)).text();
    const image = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
    const response = await request.get(new URL(image).pathname);
    expect(response.headers()['content-type'], path).toBe('image/png');
    expect(html, path).toMatch(/<meta property="og:title" content="[^"]/);
  }
});

test('the title and the share image of an address contain only what was recognized in the path', async ({
  request,
}) => {
  const hex = 'ab'.repeat(32);
  const html = await (
    await request.get(`/bitcoin/${encodeURIComponent(`${KEY_ADDRESS} key ${hex}`)}`)
  ).text();
  const [head = ''] = /<title>.*?<\/title>/.exec(html) ?? [];
  const image = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
  expect(image).toContain(`/og/bitcoin?input=${KEY_ADDRESS}`);
  expect(head + image).not.toContain('abab');
});

test('the page for an unknown path has the site header, and the same two fonts as the home page', async ({
  page,
}) => {
  const fonts = () =>
    page
      .locator('link[rel="preload"][as="font"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')).sort());
  await page.goto('/no-such-page');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Satchel' })).toBeVisible();
  const asked = await fonts();
  expect(asked).toHaveLength(2);
  await page.goto('/');
  expect(await fonts()).toEqual(asked);
});
