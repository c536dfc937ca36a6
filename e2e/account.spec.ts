import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import {
  SAMPLE_BIG_WALLET,
  SAMPLE_NAME,
  SAMPLE_TINY_WALLET,
  SAMPLE_WALLET,
} from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import {
  exportAction,
  openWithFirstItems,
  reloadUntilShown,
  shareAction,
  toggleFilter,
} from './account-page';
import { RIGHT_TO_LEFT_WALLET } from './run-settings';
import { openState } from './states';
import { test } from './test';

const TOKENS = `/account/${SAMPLE_WALLET}?chain=104`;
const NFTS = `${TOKENS}&tab=nfts`;
const rows = (page: Page) =>
  page.getByRole('table').locator('tbody tr', { has: page.locator('a[data-item]') });

test('an account page shows the balance, exact amounts and warnings, and keeps sorting and search in the URL', async ({
  page,
}) => {
  await page.goto(`${TOKENS}&fold=0`);
  await page.getByRole('button', { name: '9,007,199.254740993 SOL' }).click();
  await expect(page.getByText('9,007,199,254,740,993 lamports')).toBeVisible();
  await expect(page.getByText('18,446,744,073.709551615')).toBeVisible();
  await page.getByRole('button', { name: 'look-alike', exact: true }).click();
  await expect(page.getByText(/^Its symbol looks like that of the well-known CRAB, but/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Amount' }).click();
  await expect(page).toHaveURL(/sort=amount&dir=desc/);
  // SOL and wrapped SOL stay first.
  await expect(rows(page).first()).toContainText('Wrapped SOL');
  await expect(rows(page).nth(1)).toContainText('GRAIN');
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('searchbox', { name: /Search tokens/ }).fill('crab');
  await expect(page).toHaveURL(/q=crab/);
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText('3 of 19')).toBeVisible();
});

test('an account page has its own title and share image, lists the empty token accounts and their rent once the section is opened, and names each token with a risk, who can act, what to do and the token that a look-alike imitates', async ({
  page,
  request,
}) => {
  const requested: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().includes('/api/empty-accounts/')) requested.push(sent.url());
  });
  await page.goto(TOKENS);
  await expect(page).toHaveTitle(/4UAQRr…YPkyby on the sample network/);
  const image = page.locator('meta[property="og:image"]');
  await expect(image).toHaveAttribute('content', /\/og\/account\?address=/);
  const answer = await request.get((await image.getAttribute('content')) ?? '');
  expect(answer.headers()['content-type']).toBe('image/png');
  expect((await answer.body()).length).toBeGreaterThan(20_000);
  await expect(rows(page).first()).toBeVisible();
  const section = page.getByRole('group').filter({ hasText: 'Rent to reclaim' });
  await expect(section).toBeVisible();
  expect(requested).toEqual([]);
  await section.getByText('Rent to reclaim').click();
  await expect(section).toContainText('1 empty account, 0.00203928 SOL.');
  await expect(section.getByRole('list', { name: 'Empty token accounts' }).getByRole('listitem')).toHaveCount(
    1,
  );
  expect(requested).toHaveLength(1);

  const panel = page.getByRole('region', { name: 'What to worry about' });
  const crab = panel.getByRole('listitem').filter({ hasText: 'Not CRAB. The real one is DGzPce…' });
  await expect(panel.getByRole('listitem').first()).toContainText('KNOT');
  await expect(panel.getByRole('listitem').filter({ hasText: 'REEF' })).toContainText(
    /One address can move or burn it at any time\. Permanent delegate: \w{6}…\w{6}\. This can’t be revoked\./,
  );
  // The imitation's own mint is named, too, because both tokens have the same symbol.
  await expect(crab).toContainText(/(?!DGzPce)\w{6}…\w{6} \(hidden below\) Not CRAB\./);
  await crab.getByRole('link', { name: 'DGzPce' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Crab Dollar' })).toBeVisible();
  await page.goBack();
  await crab.getByRole('link').first().click();
  await expect(page.getByText(/^Not CRAB\. The real one is/)).toBeVisible();
  await page.goto(`/account/${SAMPLE_TINY_WALLET}?chain=104`);
  await expect(page.getByRole('table')).toBeVisible();
  await expect(panel).toHaveCount(0);
});

test('the list of a network with a token list starts with SOL, liquid, wrapped and staked, then well-known tokens, and folds unlisted ones behind a count', async ({
  page,
}) => {
  await page.goto(TOKENS);
  const lines = page.getByRole('table').locator('tbody tr');
  for (const [index, text] of [
    'SOL Solana',
    'SOL Wrapped SOL',
    'SOL Staked',
    'HARB Harbor Credit',
    'CRAB Crab Dollar',
  ].entries())
    await expect(lines.nth(index)).toContainText(text);
  await expect(lines.first()).toContainText('9,007,199.254740993');
  await expect(page.getByText('This network has no token list')).toHaveCount(0);
  const spoof = rows(page).filter({ hasText: 'Tidepool #1' });
  await expect(spoof).toHaveCount(0);
  await page.getByText('4 unverified tokens are hidden').getByRole('link', { name: 'Show them' }).click();
  await expect(spoof).toContainText('unverified');
  await expect(page.getByRole('note').filter({ hasText: 'Unverified tokens' })).toContainText(
    /not in the token list of \d{4}-\d\d-\d\d/,
  );
  await expect(rows(page).filter({ hasText: 'KELP' })).not.toContainText('unverified');
  await toggleFilter(page, /Hide unverified/);
  await expect(spoof).toHaveCount(0);
  await page.getByRole('searchbox', { name: /Search tokens/ }).fill('tidepool');
  await spoof.getByRole('link').first().click();
  await expect(page.getByText('Anyone can give a token any name and symbol.')).toBeVisible();
});

test('a token’s page starts with its amount and share of the supply, next to what its mint can do', async ({
  page,
}) => {
  await page.goto(`/account/${SAMPLE_WALLET}/${sampleAddress('account token reef')}?chain=104`);
  const share = page.getByText('less than 0.0001% of the supply of 1,000,000,000');
  const permissions = page.getByRole('heading', { name: 'Permissions' });
  await expect(page.getByText('Who else can move', { exact: true })).toBeVisible();
  await expect(page.getByRole('paragraph').filter({ hasText: '64 REEF' })).toBeInViewport();
  for (const width of [1024, 1920, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const [left, right] = [await share.boundingBox(), await permissions.boundingBox()];
    if (width === 390) expect(right?.y).toBeGreaterThan(left?.y ?? 0);
    else expect(right?.x).toBeGreaterThan(width / 2);
  }
});

test('an NFT that only a creator has signed is unverified and marked as signed', async ({ page }) => {
  await page.goto(`${NFTS}&q=compass`);
  const card = page.locator('a[data-card]');
  await expect(card).toContainText('unverified, creator signed');
  await card.click();
  const item = page.getByRole('article');
  await expect(item.getByText('no verified collection', { exact: true })).toBeVisible();
  await expect(item.getByText('signed by a creator', { exact: true })).toBeVisible();
  await page.goto(`${NFTS}&q=tidepool&fold=1`);
  await expect(page.getByText('Tidepool #1', { exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: /Search NFTs/ }).fill('compass');
  await expect(page).toHaveURL(/q=compass&fold=1/);
  await expect(page.getByRole('link', { name: 'Clear filter: 1 unverified hidden' })).toBeVisible();
  await expect(card).toHaveCount(0);
});

test('an account page says that the network has no token list', async ({ page }) => {
  await page.goto(`/account/${RIGHT_TO_LEFT_WALLET}?chain=102`);
  await expect(page.getByText('This network has no token list')).toBeVisible();
});

test('an account page explains a missing image, and says which kinds of NFT were not checked, also when a filter selects only such a kind', async ({
  page,
}) => {
  await page.goto(NFTS);
  await expect(page.getByText('Not all NFTs checked')).toBeVisible();
  await page.getByText('Not all NFTs checked').click();
  await expect(page.getByText('Compressed NFTs: This server has no source for them.')).toBeVisible();
  const setting = page.getByText('SOLANA_DAS_URL_');
  await expect(setting).toBeHidden();
  await page.getByText('For the operator').click();
  await expect(setting).toBeVisible();
  await page.getByRole('button', { name: /^Filter/ }).click();
  await expect(page.getByRole('checkbox', { name: 'Compressed (not checked)' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: /Search NFTs/ }).fill('Lost');
  await expect(page.getByText('The image is no longer on its host')).toBeVisible();
  await page.goto(`${NFTS}&only=compressed`);
  await expect(page.getByText('Compressed NFTs were not checked', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Show the other NFTs' }).click();
  await expect(page.getByText('Tidepool #1', { exact: true })).toBeVisible();
});

test('the back and forward buttons restore each view, and a shared URL opens the same view', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto(TOKENS);
  await page.getByRole('tab', { name: /^NFTs/ }).click();
  await expect(page.getByRole('heading', { name: /Tidepool/ })).toBeVisible();
  await toggleFilter(page, 'Can’t be moved');
  await expect(page.getByText('5 of 76 NFTs')).toBeVisible();
  await toggleFilter(page, 'Group by collection');
  // Only the panel with the risks of the filtered items has a heading.
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['What to worry about']);
  const clean = await browser.newContext();
  const other = await clean.newPage();
  await openWithFirstItems(other, page.url());
  await expect(other.getByText('5 of 76 NFTs')).toBeVisible();
  await expect(other.getByRole('heading', { level: 2 })).toHaveText(['What to worry about']);
  await clean.close();
  await page.goBack();
  await expect(page.getByRole('heading', { name: /Paper Lantern/ })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(`${baseURL}${TOKENS}`);
  await expect(rows(page)).toHaveCount(15);
  await page.goForward();
  await expect(page.getByRole('heading', { name: /Tidepool/ })).toBeVisible();
});

test('without JavaScript, the first view of an account page can be searched and its links can be followed', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await openWithFirstItems(page, TOKENS);
  await expect(rows(page)).toHaveCount(15);
  await page.getByRole('tab', { name: /^NFTs/ }).click();
  await expect(page).toHaveURL(NFTS);
  await reloadUntilShown(page, page.getByText('Tidepool #1', { exact: true }));
  await page.getByRole('searchbox', { name: /Search NFTs/ }).fill('compass');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tab=nfts&q=compass/);
  await reloadUntilShown(page, page.getByText('Lent Compass'));
  await page.getByRole('link', { name: /Lent Compass/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lent Compass' })).toBeVisible();
  await context.close();
});

test('10,000 NFTs stream in, can be searched and scrolled with few cards in the DOM, and the printout of the scrolled gallery has no gaps', async ({
  page,
}) => {
  await page.goto(`/account/${SAMPLE_BIG_WALLET}?chain=104&tab=nfts`);
  await expect(page.getByText('Tidepool #1', { exact: true })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  const cards = page.locator('main ul li a[href*="/account/"]');
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  await expect(cards.first()).toBeVisible();
  expect(await cards.count()).toBeLessThanOrEqual(120);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByText('Tidepool #10000', { exact: true })).toBeVisible();
  expect(await cards.count()).toBeLessThanOrEqual(120);
  await page.emulateMedia({ media: 'print' });
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(20_000);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('searchbox', { name: /Search NFTs/ }).fill('#9999');
  await expect(page.getByText('1 of 10,000 NFTs')).toBeVisible();
});

test('a long read keeps the first items, shows its progress, and cannot be exported before it is complete', async ({
  page,
}) => {
  await openState(page, 'account-streaming');
  await expect(page.locator('a[data-card]')).toHaveCount(20);
  await expect(page.getByText('4,200 of 10,000').first()).toBeVisible();
  await expect(page.getByText('Reading tokens and NFTs')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '4200');
  await expect(await exportAction(page, 'CSV')).toHaveCount(0);
  await expect(page.getByText(/Export is available when the list is complete/)).toBeVisible();
});

test('a failed stream shows that the list is incomplete and why, prints both aligned with the list, cannot be exported and can be retried', async ({
  page,
}) => {
  await openState(page, 'account-stream-failed');
  await expect(page.locator('a[data-card]')).toHaveCount(20);
  await expect(page.getByText('The list is incomplete: 20 of 10,000 NFTs are here.')).toBeVisible();
  await expect(page.getByText('The first 20 of 10,000 NFTs', { exact: true })).toBeVisible();
  await exportAction(page, 'CSV');
  await expect(page.getByText('Export needs the complete list. Retry first.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Reading took too long.')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const left = (element: Locator) =>
    element.evaluate((it) => {
      const words = document.createRange();
      words.selectNodeContents(it);
      return Math.round(words.getBoundingClientRect().left);
    });
  const heading = await left(page.getByRole('paragraph').filter({ hasText: /^NFTs$/ }));
  expect(await left(page.locator('.status-bar p').first())).toBe(heading);
  await page.emulateMedia({ media: 'screen' });
  await page.unroute('**/api/holdings/**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await page.getByRole('searchbox', { name: /Search NFTs/ }).fill('#10000');
  await expect(page.getByText('1 of 10,000 NFTs')).toBeVisible();
});

test('a card opens although the gallery replaces it between the press and the release', async ({ page }) => {
  await page.goto(NFTS);
  // A card of the second line: the first line is kept.
  const card = page.locator('a[data-card]').nth(5);
  const { x = 0, y = 0 } = (await card.boundingBox()) ?? {};
  const pressed = await card.elementHandle();
  await page.mouse.move(x + 40, y + 40);
  await page.mouse.down();
  // The first scroll switches to the virtual list.
  await page.mouse.wheel(0, 10);
  await expect.poll(() => pressed?.evaluate((element) => element.isConnected)).toBe(false);
  await page.mouse.up();
  await expect(page).toHaveURL(/\/account\/[^/]+\/[1-9A-HJ-NP-Za-km-z]{32,44}\?/);
});

test('an item page has its own URL, image, attributes, creators, document and raw JSON', async ({
  page,
  browser,
}) => {
  await page.goto(NFTS);
  await page
    .getByRole('link', { name: /Tidepool #7\b/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tidepool #7' })).toBeVisible();
  await expect(page.getByText('Weather').first()).toBeVisible();
  await expect(page.getByText('Only its owner can move it.')).toBeVisible();
  await page.getByRole('heading', { name: 'Royalties' }).click();
  await expect(page.getByText('70%')).toBeVisible();
  await expect(page.getByText('not signed', { exact: true })).toBeVisible();
  await expect(page.getByText('5% of each sale')).toBeVisible();
  await page.getByText('API response').click();
  await expect(page.getByRole('region', { name: 'Raw JSON' })).toContainText('"tokenStandard": 0');
  const clean = await browser.newContext();
  const other = await clean.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('heading', { level: 1, name: 'Tidepool #7' })).toBeVisible();
  await clean.close();
  await page.goBack();
  await expect(page.getByRole('link', { name: /Tidepool #7\b/ }).first()).toBeVisible();
});

test('NFT cards show whether an NFT is locked or listed, and token rows and pages show permissions, fees and scaled amounts', async ({
  page,
}) => {
  await page.goto(`${TOKENS}&tab=nfts&flat=1&q=lantern`);
  const card = (name: string) => page.getByRole('link', { name: new RegExp(`${name}$|${name} `) });
  const item = (name: string) => page.getByRole('listitem').filter({ has: card(name) });
  await expect(item('Paper Lantern #2')).toContainText('locked');
  await expect(item('Paper Lantern #4')).toContainText('for sale');
  await expect(item('Paper Lantern #3')).not.toContainText(/locked|frozen|listed/);
  await card('Paper Lantern #3').click();
  await expect(page.getByText('Only its owner can move it.')).toBeVisible();
  await expect(page.getByText(/can’t be moved/)).toHaveCount(0);

  await page.goBack();
  await page.getByRole('tab', { name: /^Tokens/ }).click();
  await page.getByRole('searchbox', { name: /Search tokens/ }).fill('reef');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('others can move it');
  await expect(rows(page).first()).toContainText('transfer fee');
  await rows(page).getByRole('link', { name: 'REEF', exact: true }).click();
  await expect(page.getByText('1.5%, at most 5 REEF')).toBeVisible();
  await expect(page.getByText('A fee is taken from each transfer.')).toBeVisible();

  await page.goBack();
  await page.getByRole('searchbox', { name: /Search tokens/ }).fill('mist');
  await expect(rows(page).first()).toContainText('15,432,098.626543211');
  await rows(page).getByRole('link', { name: 'MIST', exact: true }).click();
  await expect(page.getByText('× 1.25')).toBeVisible();
  await page.getByRole('heading', { name: 'Details' }).click();
  await expect(page.getByText('12345678901234567', { exact: true }).first()).toBeVisible();
});

test('the export contains the current view, and the equivalent API call can be copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${TOKENS}&q=whale`);
  for (const [button, check] of [
    ['CSV', (text: string) => text.includes('18446744073.709551615,18446744073709551615,9')],
    [
      'JSON',
      (text: string) => (JSON.parse(text) as { amount: string }[])[0]?.amount === '18446744073709551615',
    ],
  ] as const) {
    const action = await exportAction(page, button);
    const [download] = await Promise.all([page.waitForEvent('download'), action.click()]);
    expect(check(readFileSync(await download.path(), 'utf8'))).toBe(true);
  }
  await (await shareAction(page, 'Copy as curl')).click();
  await expect(page.getByText('curl copied')).toBeVisible();
  const curl = await page.evaluate(() => navigator.clipboard.readText());
  expect(curl).toContain(`"params": ["${SAMPLE_WALLET}"`);
  expect(curl).toContain('$PROJECT_ID:$PROJECT_SERVER_KEY');
});

test('the Share menu opens the share sheet if the browser has one, and otherwise copies the URL', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }),
  );
  await page.goto(TOKENS);
  await (await shareAction(page, 'Share link')).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'share', {
      value: (data: { url: string }) => {
        document.title = `shared ${data.url}`;
        return Promise.resolve();
      },
    });
  });
  await (await shareAction(page, 'Share link')).click();
  await expect(page).toHaveTitle(`shared ${page.url()}`);
});

test('the Copy button copies an address even without clipboard access', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.goto(TOKENS);
  // Retry until the button's script has loaded. Start waiting for the text before the click, because the text is shown
  // only briefly.
  await expect(async () => {
    const said = page.getByText('address copied').waitFor({ state: 'attached', timeout: 5_000 });
    await page.getByRole('button', { name: 'Copy address' }).click();
    await said;
  }).toPass();
});

test('a .sol name opens its wallet', async ({ page }) => {
  await page.goto(`/account/${SAMPLE_NAME}?chain=104`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    new RegExp(`${SAMPLE_NAME}.*${SAMPLE_WALLET}`),
  );
  await page.getByRole('button', { name: 'Show the full address' }).click();
  await expect(page.getByRole('status').filter({ hasText: SAMPLE_WALLET })).toBeVisible();
});

test('the page of an item that an account holds several of starts with the amount', async ({ page }) => {
  await openState(page, 'item-nft-semi-fungible');
  await expect(page.getByRole('paragraph').filter({ hasText: '120 held' })).toBeInViewport();
});
