import { expect } from '@playwright/test';
import { WRAPPED_SOL_MINT } from '@/lib/solana/programs';
import { SAMPLE_TINY_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { holdRequests } from './held-requests';
import { KEY, KEY_ADDRESS } from './published-key';
import { test } from './test';

test('the search box shows what it recognized, or an error, before Enter is pressed, and opens a Solana Explorer URL on the network that the URL names', async ({
  page,
}) => {
  await page.goto('/');
  const box = page.getByRole('main').getByRole('combobox');
  for (const [text, said] of [
    [SAMPLE_WALLET, 'Solana address. Press Enter.'],
    ['Anything.sol', 'Solana name. Press Enter.'],
    [KEY, 'Bitcoin public key. Press Enter.'],
    [KEY_ADDRESS, 'Bitcoin address (segwit). Press Enter.'],
    ['0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc', 'EVM address. Press Enter.'],
    [`solscan.io/account/${SAMPLE_WALLET}`, 'Solana address. Press Enter.'],
    [`bitcoin:${KEY_ADDRESS}?amount=1`, 'Bitcoin address (segwit). Press Enter.'],
    [`${KEY_ADDRESS.slice(0, -1)}v`, 'checksum'],
    ['0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bC', 'checksum'],
    [SAMPLE_WALLET.slice(0, 30), 'It has 30 characters; a Solana address has 32 to 44.'],
  ] as const) {
    await box.fill(text);
    await expect(page.getByRole('main').getByText(said).first()).toBeVisible();
  }
  await box.fill('vitalik.eth');
  await expect(page.getByRole('main').getByRole('link', { name: 'ENS', exact: true })).toHaveAttribute(
    'href',
    'https://app.ens.domains/vitalik.eth',
  );
  await box.fill(`https://explorer.solana.com/address/${SAMPLE_WALLET}?cluster=testnet`);
  await box.press('Enter');
  await expect(page).toHaveURL(`/account/${SAMPLE_WALLET}?chain=102`);
  // On the page of an account, a bare address keeps its network.
  const header = page.getByRole('banner').getByRole('combobox');
  await header.fill(WRAPPED_SOL_MINT);
  await header.press('Enter');
  await expect(page).toHaveURL(`/account/${WRAPPED_SOL_MINT}?chain=102`);
  await header.fill(`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${WRAPPED_SOL_MINT}`);
  await header.press('Enter');
  await expect(page).toHaveURL(`/account/${WRAPPED_SOL_MINT}`);
});

test('the search result appears at once, and is announced to screen readers when typing pauses', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/');
  const main = page.getByRole('main');
  const box = main.getByRole('combobox');
  const seen = main.getByRole('search').locator('p');
  // Wait until the search box's script has loaded.
  await expect(async () => {
    await box.fill('');
    await box.pressSequentially('x');
    await expect(seen).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await box.fill('');
  await expect(seen).toHaveCount(0);
  await page.clock.runFor(10_000);
  const spoken = await main
    .getByRole('search')
    .locator('[aria-live], [role=status], [role=alert]')
    .evaluateAll((regions) => {
      const texts: string[] = [];
      Object.assign(window, { texts });
      for (const region of regions)
        new MutationObserver(() => texts.push(region.textContent)).observe(region, {
          childList: true,
          characterData: true,
          subtree: true,
        });
      return regions.length;
    });
  expect(spoken).toBe(1);
  const texts = () => page.evaluate(() => (window as unknown as { texts: string[] }).texts);
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  for (const letter of SAMPLE_WALLET.slice(0, 10)) {
    await box.press(letter);
    await page.clock.runFor(100);
  }
  await expect(seen).toBeVisible();
  expect(await texts()).toEqual([]);
  await page.clock.runFor(1_000);
  await expect.poll(texts).toEqual([await seen.textContent()]);
  // The next announcement is delayed after this one.
  await box.fill(SAMPLE_WALLET);
  await expect(seen).toHaveText('Solana address. Press Enter.');
  await page.clock.runFor(2_000);
  // Outdated announcements are dropped.
  await expect.poll(async () => (await texts()).slice(1)).toEqual(['']);
  await page.clock.runFor(2_000);
  await expect.poll(async () => (await texts()).slice(2)).toEqual(['Solana address. Press Enter.']);
});

test('a field that is cleared while it is being submitted stays clear', async ({ page }) => {
  await page.goto('/');
  const box = page.getByRole('main').getByRole('combobox');
  const alert = page.getByRole('main').getByRole('alert');
  await box.fill(`${'abandon '.repeat(11)}about`);
  await expect(alert).toContainText('recovery phrase');
  // The first submission loads a script.
  const send = await holdRequests(page, '**/_next/static/**');
  const [script] = await Promise.all([page.waitForRequest('**/_next/static/**'), box.press('Enter')]);
  await box.fill('');
  await expect(alert).toHaveCount(0);
  send();
  await (await script.response())?.finished();
  await page.waitForTimeout(500);
  await expect(alert).toHaveCount(0);
});

test('when 32 bytes of hex are entered, the visitor chooses their meaning on the device, with the mouse or the keyboard', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
  await page.goto('/');
  const box = page.getByRole('main').getByRole('combobox');
  await box.fill(KEY.slice(2));
  await expect(page.getByRole('option')).toHaveCount(3);
  await box.press('Enter');
  await box.press('ArrowUp');
  await expect(page.getByRole('option', { name: /Private key/ })).toHaveAttribute('aria-selected', 'true');
  await box.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'private key' })).toBeVisible();
  await box.fill('');
  await box.fill(KEY.slice(2));
  await page.getByRole('option', { name: /Bitcoin transaction/ }).click();
  await expect(page.getByRole('link', { name: 'mempool.space' })).toHaveAttribute('href', /\/tx\/b81108/);
  expect(asked.filter((each) => each.includes(KEY.slice(2)))).toEqual([]);
  await box.fill('');
  await box.fill(KEY.slice(2));
  await expect(page.getByRole('option')).toHaveCount(3);
  await box.press('ArrowDown');
  await expect(box).toHaveAttribute('aria-activedescendant', /.+/);
  await box.press('Enter');
  await expect(page).toHaveURL(`/bitcoin/${KEY.slice(2)}`);
});

test('offers a choice if the pasted text contains several addresses', async ({ page }) => {
  await page.goto('/');
  const box = page.getByRole('main').getByRole('combobox');
  await box.focus();
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, `${SAMPLE_WALLET}\n${SAMPLE_TINY_WALLET}\r\n${KEY_ADDRESS}`);
  await expect(page.getByRole('option')).toHaveCount(3);
  await expect(page.getByText('3 addresses or keys in this text. Choose one.').first()).toBeVisible();
  await box.press('ArrowDown');
  await box.press('ArrowDown');
  await box.press('Enter');
  await expect(page).toHaveURL(`/account/${SAMPLE_TINY_WALLET}?chain=104`);
});

test('Ctrl+K goes to the search field, which lists recent look-ups and labels, filters them, and can clear the look-ups', async ({
  page,
}) => {
  await page.addInitScript(
    ([recent, label]) => {
      localStorage.setItem('satchel.recents', JSON.stringify([recent]));
      localStorage.setItem('satchel.labels', JSON.stringify([label]));
    },
    [
      { href: `/bitcoin/${KEY_ADDRESS}`, label: 'Bitcoin address (segwit)', value: KEY_ADDRESS },
      {
        address: SAMPLE_TINY_WALLET,
        label: 'Treasury',
        isWatched: false,
        href: `/account/${SAMPLE_TINY_WALLET}?chain=104`,
      },
    ] as const,
  );
  await page.goto('/docs');
  await page.keyboard.press('Control+k');
  const banner = page.getByRole('banner');
  const box = banner.getByRole('combobox');
  await expect(box).toBeFocused();
  const recent = banner.getByRole('option', { name: /Bitcoin address \(segwit\)/ });
  const labeled = banner.getByRole('option', { name: /Treasury/ });
  await expect(banner.getByRole('group', { name: 'Recent' })).toBeVisible();
  await expect(labeled).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(recent).toHaveAttribute('aria-selected', 'true');
  await expect(box).toHaveAttribute('aria-activedescendant', (await recent.getAttribute('id')) ?? '');
  await box.fill('treas');
  await expect(recent).toHaveCount(0);
  await expect(labeled).toBeVisible();
  await box.fill('no such thing');
  await expect(banner.getByRole('option')).toHaveCount(0);
  await expect(banner.locator('p.bg-bad-soft')).toHaveText('No address, key or name in this text.');
  await box.fill('');
  await box.click();
  await banner.getByRole('button', { name: 'Clear recent lookups' }).click();
  await expect(recent).toHaveCount(0);
  await expect(labeled).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(labeled).toHaveCount(0);
  // Enter picks the first option if the text can't be looked up.
  await box.fill('treas');
  await expect(labeled).toBeVisible();
  await expect(banner.locator('p.bg-bad-soft')).toHaveCount(0);
  await box.press('Enter');
  await expect(page).toHaveURL(`/account/${SAMPLE_TINY_WALLET}?chain=104`);
  // The heading gets the focus after a navigation; until then, the field has it, and `/` is typed into it.
  await expect(box).not.toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('banner').getByRole('combobox')).toBeFocused();
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('main').getByRole('combobox')).toBeFocused();
  await expect(page.getByRole('main').getByRole('option', { name: /Treasury/ })).toBeVisible();
});

test('a matching label comes before the explanation that a block has no page here, and Enter opens it', async ({
  page,
}) => {
  await page.addInitScript(
    (address) =>
      localStorage.setItem(
        'satchel.labels',
        JSON.stringify([
          { address, label: 'Block 840000', isWatched: true, href: `/account/${address}?chain=104` },
        ]),
      ),
    SAMPLE_TINY_WALLET,
  );
  await page.goto('/docs');
  const banner = page.getByRole('banner');
  const box = banner.getByRole('combobox');
  await box.fill('840000');
  const watched = banner.getByRole('group', { name: 'Watchlist' }).getByRole('option');
  const explanation = banner.locator('p', { hasText: 'A block has no page here' });
  await expect(explanation).toBeVisible();
  await expect(watched).toBeVisible();
  expect((await watched.boundingBox())?.y).toBeLessThan((await explanation.boundingBox())?.y ?? 0);
  await box.press('Enter');
  await expect(page).toHaveURL(`/account/${SAMPLE_TINY_WALLET}?chain=104`);
});

test('without JavaScript, the search box opens a page, shows an error or offers a choice, and a list can be searched', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  const find = async (text: string) => {
    await page.goto('/');
    await page.getByRole('main').getByRole('combobox').fill(text);
    await page.keyboard.press('Enter');
  };
  await find(SAMPLE_WALLET);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(SAMPLE_WALLET);
  await find('nonsense that is <b>long</b> enough');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL('/find');
  await find(`${SAMPLE_WALLET} ${KEY_ADDRESS}`);
  await page.getByRole('link', { name: KEY_ADDRESS }).click();
  await expect(page).toHaveURL(`/bitcoin/${KEY_ADDRESS}`);
  await page.goto(`/account/${SAMPLE_WALLET}?chain=104`);
  await page.getByRole('searchbox', { name: /Search tokens/ }).fill('crab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/account/${SAMPLE_WALLET}?chain=104&q=crab`);
  await context.close();
});

test('input is not lost if it comes before the page’s script has loaded', async ({ page }) => {
  const letScriptsCome = await holdRequests(page, '**/_next/static/**/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('main').getByRole('combobox').fill(SAMPLE_WALLET);
  letScriptsCome();
  await expect(page.getByRole('main').getByText('Solana address. Press Enter.').first()).toBeVisible();
});

test('the page of text that is not a Solana address says which character is wrong', async ({ page }) => {
  await page.goto(`/account/0${SAMPLE_WALLET.slice(1)}`);
  await expect(page.getByRole('heading', { name: 'This is not a Solana address' })).toBeVisible();
  await expect(page.getByRole('main').getByText(/^Character 1 is 0 \(zero\)\./)).toHaveText(
    'Character 1 is 0 (zero). A Solana address never contains 0, O, I or l.',
  );
  await page.getByRole('link', { name: 'Correct it' }).click();
  await expect(page.getByRole('main').getByRole('combobox')).toHaveValue(`0${SAMPLE_WALLET.slice(1)}`);
});

test('a Solana Explorer address path redirects to the account page', async ({ request }) => {
  const open = async (query: string) => {
    const response = await request.get(`/address/${SAMPLE_WALLET}${query}`, { maxRedirects: 0 });
    return [response.status(), response.headers().location];
  };
  expect(await open('')).toEqual([303, `/account/${SAMPLE_WALLET}`]);
  expect(await open('?cluster=mainnet-beta')).toEqual([303, `/account/${SAMPLE_WALLET}`]);
  expect(await open('?cluster=devnet')).toEqual([303, `/account/${SAMPLE_WALLET}?chain=103`]);
  expect(await open('?cluster=testnet')).toEqual([303, `/account/${SAMPLE_WALLET}?chain=102`]);
  expect((await open('?cluster=custom'))[0]).toBe(400);
  expect(await (await request.get('/address/nonsense')).text()).toContain('Not looked up');
});
