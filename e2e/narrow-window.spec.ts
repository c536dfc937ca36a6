import { expect, type Locator, type Page } from '@playwright/test';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import { ACCOUNT_2, answer, known, NO_RESPONSE } from './account-cells';
import { openAccount, openUntilShown, untilListed } from './account-page';
import { KEY, KEY_ADDRESS } from './published-key';
import { test } from './test';

const ACCOUNT = `/account/${SAMPLE_WALLET}?chain=104`;
const KEY_PAGE = `/bitcoin/${KEY}?chain=31337`;

/** Returns the text of the elements whose content overflows. */
const cut = (elements: Locator) =>
  elements.evaluateAll((all) =>
    all
      .filter((it) => it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1)
      .map((it) => it.textContent),
  );
const right = async (element: Locator) => {
  const box = await element.boundingBox();
  return (box?.x ?? Number.NaN) + (box?.width ?? Number.NaN);
};

test('at 768 px, the opened facts of an NFT stay within the page, and an address takes at most three lines; in print, the page shows the chain and the account that holds the NFT', async ({
  page,
}) => {
  await page.goto(`/account/${SAMPLE_WALLET}/${sampleAddress('account lantern 2')}?chain=104`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(`Held by ${SAMPLE_WALLET} on the sample network`)).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 768, height: 1024 });
  for (const name of ['Permissions', 'Royalties'])
    await page.getByRole('heading', { name, exact: true }).click();
  await expect(page.getByRole('table', { name: 'Creators' })).toBeVisible();
  expect(await right(page.getByRole('table', { name: 'Creators' }))).toBeLessThanOrEqual(752);
  const mint = page.getByRole('link', { name: sampleAddress('mint lantern 2') }).first();
  expect((await mint.boundingBox())?.height).toBeLessThan(70);
});

test.describe('at 320 px', () => {
  test.use({ viewport: { width: 320, height: 690 } });

  test('a filtered list shows at 320 px how many items are shown, and a button that shows all', async ({
    page,
  }) => {
    await page.goto(`/account/${SAMPLE_WALLET}?chain=104&tab=nfts&only=locked`);
    await expect(page.getByText(/^\d+ of 76 shown$/)).toBeVisible();
    await page.getByRole('link', { name: /^Clear filter: / }).click();
    await expect(page).toHaveURL(/tab=nfts$/);
    await expect(page.getByRole('link', { name: /^Clear filter: / })).toHaveCount(0);
  });

  test('at 320 px, the header, the search box and amounts take one line, and the options and placeholder of the search box are not cut off', async ({
    page,
  }) => {
    await page.addInitScript((recent) => localStorage.setItem('satchel.recents', JSON.stringify([recent])), {
      href: `/bitcoin/${KEY}`,
      label: 'Bitcoin public key',
      value: KEY,
    });
    await openAccount(page, ACCOUNT);
    const middle = async (name: string, role: 'link' | 'button') => {
      const { y = 0, height = 0 } =
        (await page.getByRole('banner').getByRole(role, { name }).boundingBox()) ?? {};
      return y + height / 2;
    };
    const logo = await middle('Satchel', 'link');
    for (const [name, role] of [
      ['Bitcoin', 'link'],
      ['API', 'link'],
      ['Solana wallet', 'button'],
      ['Theme', 'button'],
    ] as const)
      expect(Math.abs((await middle(name, role)) - logo), name).toBeLessThan(4);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBeLessThanOrEqual(0);
    const box = page.getByRole('banner').getByRole('combobox');
    const over = await box.evaluate((it: HTMLInputElement) => {
      const { fontSize, paddingLeft, paddingRight } = getComputedStyle(it);
      const pen = document.createElement('canvas').getContext('2d');
      if (pen) pen.font = `${fontSize} ${getComputedStyle(it, '::placeholder').fontFamily}`;
      const room = it.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return (pen?.measureText(it.placeholder).width ?? Number.NaN) - room;
    });
    expect(over).toBeLessThanOrEqual(0);
    const amounts = page.getByRole('row').locator('td:nth-child(2) span span:first-child');
    const longest = amounts.filter({ hasText: '18,446,744,073.709551615' });
    await expect(longest).toBeVisible();
    const heights = await amounts.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThan(22);
    expect(await right(longest)).toBeLessThanOrEqual(304);
    await page.keyboard.press('Control+k');
    const options = page.getByRole('banner').getByRole('option');
    await expect(options.first()).toBeVisible();
    expect(await cut(options.locator('span'))).toEqual([]);
    await page.goto('/');
    await page.getByRole('main').getByRole('combobox').fill(KEY.slice(2));
    await expect(page.getByRole('option').first()).toBeVisible();
    expect(await cut(page.getByRole('option').locator('span'))).toEqual([]);
  });

  test('at 320 px, the list bar fits, its filter menu stays within the page, and gallery names are not cut off', async ({
    page,
  }) => {
    await openAccount(page, `${ACCOUNT}&tab=nfts`);
    const bar = page.locator('.list-bar');
    expect(await bar.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    for (const control of await bar.locator('.control:visible').all())
      expect(await right(control)).toBeLessThanOrEqual(304);
    await page.getByRole('button', { name: /^Filter/ }).click();
    const last = page.getByRole('combobox', { name: 'Collection' });
    await expect(last).toBeVisible();
    expect(await right(last)).toBeLessThanOrEqual(312);
    await openAccount(page, `${ACCOUNT}&tab=nfts&flat=1&q=lantern`);
    const names = page.locator('a[data-card] [title][dir]');
    await expect(names.first()).toBeVisible();
    expect(await cut(names)).toEqual([]);
  });
});

test('at 320 px, touch targets are about 40 px high or higher, and the text of fields is at least 16 px', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    viewport: { width: 320, height: 690 },
    hasTouch: true,
    isMobile: true,
    ...(baseURL ? { baseURL } : {}),
  });
  const page = await context.newPage();
  for (const path of ['/', ACCOUNT, `${ACCOUNT}&tab=nfts`, KEY_PAGE, '/bitcoin', '/docs']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path.startsWith(ACCOUNT)) await untilListed(page);
    const small = await page
      .locator('.control:visible, .field:visible, body > header :is(a, button):visible, nav a:visible')
      .evaluateAll((all) =>
        // The status bar may disappear after it has been located.
        all
          .filter((it) => it.isConnected && it.getBoundingClientRect().height < 39.5)
          .map((it) => it.textContent),
      );
    expect(small, path).toEqual([]);
    // Phones zoom in on fields whose text is smaller than 16 px.
    const letters = await page
      .locator('.field:visible')
      .evaluateAll((all) => all.map((it) => Number.parseFloat(getComputedStyle(it).fontSize)));
    expect(Math.min(16, ...letters), path).toBe(16);
  }
  await context.close();
});

/** Returns the number of characters on each line of a text. */
const lineLengths = (element: Locator) =>
  element.evaluate((it) => {
    const text = document.createTreeWalker(it, NodeFilter.SHOW_TEXT).nextNode() as Text;
    const tops = [...text.data].map((_, at) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return Math.round(range.getBoundingClientRect().top);
    });
    return [...new Set(tops)].map((top) => tops.filter((each) => each === top).length);
  });

test('a key’s page uses the full width of a wide window, and splits addresses into two lines of equal length in a narrow one', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await answer(page, { 31337: [known(), known()], 1: [known(), known()], 111: [NO_RESPONSE, NO_RESPONSE] });
  await page.goto(KEY_PAGE);
  await expect(page.getByText('Checked 1 of 2 chains').first()).toBeVisible();
  const box = async (locator: Locator) =>
    (await locator.boundingBox()) ?? { x: Number.NaN, y: Number.NaN, width: Number.NaN };
  // The boxes are read one after another, and the page may change in between.
  await expect(async () => {
    const table = await box(page.getByRole('table', { name: 'The accounts on each chain' }));
    const [first, second, verdict] = await Promise.all(
      ['Account 2.0.0', 'Account 1.0.0', 'Verdict'].map((name) =>
        box(page.getByRole('region', { name, exact: true })),
      ),
    );
    expect(table.x).toBeGreaterThan(900);
    expect(second?.y).toBe(first?.y);
    expect(Math.abs(table.x + table.width - ((verdict?.x ?? 0) + (verdict?.width ?? 0)))).toBeLessThan(4);
  }).toPass();
  const address = page.getByRole('main').getByTitle(ACCOUNT_2).first();
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await lineLengths(address), `${width} px`).toEqual([21, 21]);
  }
});

async function walk(page: Page, steps: number) {
  const seen: { name: string; outlined: boolean; onPage: boolean }[] = [];
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press('Tab');
    seen.push(
      await page.evaluate(() => {
        const it = document.activeElement ?? document.body;
        const { x, y, width, height } = it.getBoundingClientRect();
        return {
          name: `${it.tagName} ${it.getAttribute('aria-label') ?? it.textContent?.slice(0, 40)}`,
          outlined: getComputedStyle(it).outlineStyle !== 'none',
          onPage:
            it !== document.body &&
            width > 0 &&
            height > 0 &&
            x < innerWidth &&
            x + width > 0 &&
            y < innerHeight &&
            y + height > 0,
        };
      }),
    );
  }
  return seen;
}

for (const [path, stops] of [
  [KEY_PAGE, 16],
  [`/bitcoin/${KEY_ADDRESS}`, 10],
  ['/bitcoin', 9],
  ['/docs', 30],
] as const)
  test(`the keyboard focus is always visible: ${path}`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Rows change while chains are being checked.
    if (path === KEY_PAGE) await expect(page.getByText('No live chain has answered').first()).toBeVisible();
    const steps = await walk(page, stops);
    expect(steps.filter(({ outlined, onPage }) => !(outlined && onPage))).toEqual([]);
    expect(new Set(steps.map(({ name }) => name)).size).toBeGreaterThan(stops * 0.6);
  });

test('an account’s address that does not fit on one line is split into two lines of equal length', async ({
  page,
}) => {
  const address = page.getByRole('main').getByText(sampleAddress('vote account'));
  await openUntilShown(page, `/account/${sampleAddress('stake account')}?chain=104`, address);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await lineLengths(address), `${width} px`).toEqual([22, 22]);
  }
});

test('a token table shows full addresses and more rows where they fit, and never scrolls sideways', async ({
  page,
}) => {
  const mint = sampleAddress('mint token reef');
  await openAccount(page, ACCOUNT);
  for (const [width, isWhole] of [
    [1599, false],
    [1600, true],
    [1920, true],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const address = page.getByRole('table').getByTitle(mint).filter({ visible: true }).first();
    await expect(address).toBeVisible();
    if (isWhole) await expect(address.getByText(mint)).toBeVisible();
    else await expect(address.getByText(mint)).toBeHidden();
    const wider = await page
      .locator('html, .panel')
      .evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth).length);
    expect(wider, `${width} px`).toBe(0);
  }
  const row = page.getByRole('table').getByRole('row').nth(1);
  const heightAt = async (width: number) => {
    await page.setViewportSize({ width, height: 1000 });
    return row.evaluate((it) => it.getBoundingClientRect().height);
  };
  expect((await heightAt(1280)) - (await heightAt(1920))).toBeGreaterThanOrEqual(8);
});

test('with forced colors, notices and tabs have borders, selected options look different, icons are visible, and only disabled controls are gray', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const edge = (element: Locator) =>
    element.evaluate((it) => {
      const { borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(it);
      const behind = getComputedStyle(document.documentElement).backgroundColor;
      return borderTopStyle === 'solid' && borderTopWidth !== '0px' && borderTopColor !== behind;
    });
  await page.goto('/account/0OIl');
  expect(await edge(page.getByRole('main').getByRole('alert'))).toBe(true);
  for (const path of ['/', ACCOUNT, KEY_PAGE]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path === ACCOUNT) {
      await untilListed(page);
      const tabs = page.getByRole('navigation', { name: /What the account/ }).getByRole('link');
      for (const element of [tabs, page.locator('.list-bar .control:visible')])
        for (const each of await element.all()) expect(await edge(each)).toBe(true);
    }
    const gray = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      const colorOf = (word: string) => {
        probe.style.color = word;
        return getComputedStyle(probe).color;
      };
      const [gray, text] = [colorOf('GrayText'), colorOf('CanvasText')];
      const elements = [...document.querySelectorAll('main *, header *, footer *')].filter(
        (it) => !it.matches('[aria-disabled="true"], [aria-disabled="true"] *, :disabled'),
      );
      const isGray = (it: Element) =>
        getComputedStyle(it).color === gray || getComputedStyle(it, '::placeholder').color === gray;
      return gray === text
        ? ['one color for both']
        : elements.filter(isGray).map((it) => it.outerHTML.slice(0, 80));
    });
    expect(gray, path).toEqual([]);
    if (path === ACCOUNT) {
      await page.getByRole('tab', { name: /^NFTs/ }).click();
      const notice = page.locator('details', { hasText: 'Not all NFTs checked' });
      expect(await notice.evaluate((it) => getComputedStyle(it).borderTopStyle)).toBe('solid');
      const mark = page.getByRole('button', { name: 'Copy address' });
      const [icon, behind] = await mark.evaluate((it) => [
        getComputedStyle(it, '::before').backgroundColor,
        getComputedStyle(document.documentElement).backgroundColor,
      ]);
      expect(icon).not.toBe(behind);
    }
  }
  await page.goto('/docs/enhancedGetTokensAndNFTs');
  const fetchCode = page.getByRole('button', { name: 'fetch', exact: true });
  const color = () => fetchCode.evaluate((it) => getComputedStyle(it).backgroundColor);
  const off = await color();
  await fetchCode.click();
  await expect(fetchCode).toHaveAttribute('aria-pressed', 'true');
  expect(await color()).not.toBe(off);
});
