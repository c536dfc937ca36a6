import { expect, type Locator, type Page } from '@playwright/test';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { openAccount } from './account-page';
import { addWallet } from './fake-wallets';
import { KEY, KEY_ADDRESS } from './published-key';
import { test } from './test';

// Tests the keyboard focus after each interaction. The focus must never be lost, which would move it to the top.

const NFTS = `/account/${SAMPLE_WALLET}?chain=104&tab=nfts`;
const press = (page: Page, role: 'link' | 'button' | 'tab', name: RegExp) =>
  page.getByRole(role, { name }).first().press('Enter');

/** Expects a menu to return the focus to its button when it closes, and to close when it loses the focus. */
async function expectMenuFocus(button: Locator, first: Locator) {
  const { keyboard } = button.page();
  await button.focus();
  await keyboard.press('Enter');
  await expect(first).toBeVisible();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await keyboard.press('Tab');
  await expect(first).toBeFocused();
  await keyboard.press('Escape');
  await expect(first).toBeHidden();
  await expect(button).toBeFocused();
  await keyboard.press('Enter');
  await expect(first).toBeVisible();
  await keyboard.press('Shift+Tab');
  await expect(first).toBeHidden();
}

test('tabs and filters keep the focus when pressed, and filters are checkboxes', async ({ page }) => {
  await openAccount(page, NFTS);
  const selected = page.getByRole('tab', { selected: true });
  await press(page, 'tab', /^Tokens/);
  await expect(page).not.toHaveURL(/tab=nfts/);
  await expect(selected).toHaveText(/^Tokens/);
  await expect(selected).toBeFocused();
  await press(page, 'tab', /^NFTs/);
  await expect(selected).toHaveText(/^NFTs/);
  await expect(selected).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: /^Tokens/ })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  const filter = page.getByRole('button', { name: /^Filter/ });
  await filter.press('Enter');
  const locked = page.getByRole('checkbox', { name: 'Can’t be moved' });
  await expect(locked).not.toBeChecked();
  await locked.focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/only=locked/);
  await expect(locked).toBeFocused();
  await expect(locked).toBeChecked();
  await page.keyboard.press('Space');
  await expect(page).not.toHaveURL(/only=locked/);
  await page.keyboard.press('Escape');
  await expect(filter).toBeFocused();
  // The unfiltered list begins with a different collection than the filtered list.
  await expect(page.getByRole('link', { name: /^Only this collection/ }).first()).toHaveAccessibleName(
    /Tidepool/,
  );
  await press(page, 'link', /^Only this collection/);
  await expect(page).toHaveURL(/collection=/);
  await expect(page.getByRole('region', { name: 'NFTs' })).toBeFocused();
});

test('opening an item focuses its heading without an outline, and going back focuses its card', async ({
  page,
}) => {
  await openAccount(page, NFTS);
  await press(page, 'link', /Tidepool #1\b/);
  const heading = page.getByRole('heading', { level: 1, name: 'Tidepool #1' });
  await expect(heading).toBeFocused();
  await expect(heading).toHaveCSS('outline-style', 'none');
  await page.goBack();
  await expect(page.getByRole('link', { name: /Tidepool #1\b/ }).first()).toBeFocused();
});

test('opening a search result focuses the heading of its page', async ({ page }) => {
  await page.goto('/docs');
  await page.keyboard.press('Control+k');
  await page.getByRole('banner').getByRole('combobox').fill(KEY);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/bitcoin\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a page that has just opened does not take the focus if the user has already moved it elsewhere', async ({
  page,
}) => {
  // Delay animation frames until the test runs them.
  await page.addInitScript(() => {
    const frames: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (callback) => frames.push(callback);
    Object.assign(window, { nextFrame: () => frames.splice(0).map((callback) => callback(0)).length });
  });
  await page.goto('/');
  await page.getByRole('main').getByRole('combobox').fill('satchel.sol');
  await page.keyboard.press('Enter');
  const nfts = page.getByRole('tab', { name: /^NFTs/ });
  await nfts.focus();
  const frames = () => page.evaluate(() => (window as unknown as { nextFrame: () => number }).nextFrame());
  await expect.poll(frames).toBeGreaterThan(0);
  await expect(nfts).toBeFocused();
});

test('a wallet that waits for its owner keeps the focus in its list', async ({ page }) => {
  await addWallet(page, { behavior: ['hang'] });
  await page.goto('/');
  await press(page, 'button', /^Stub Wallet/);
  await expect(page.getByRole('main').getByRole('group', { name: 'Solana wallets' })).toBeFocused();
});

test('the Share menu keeps the focus, controls with the same label have distinct accessible names, and API fields are listed with their full path', async ({
  page,
}) => {
  await openAccount(page, NFTS);
  const share = page.getByRole('button', { name: 'Share', exact: true });
  await expectMenuFocus(share, page.getByRole('button', { name: 'Share link' }));
  await expect(page.getByRole('link', { name: /^Only this collection Tidepool/ })).toBeVisible();
  await page.locator('a[data-card]').first().click();
  await expect(page.getByRole('button', { name: 'Copy raw JSON' })).toBeVisible();
  await page.goto('/docs/enhancedGetTokensAndNFTs');
  const result = page.getByRole('table', { name: 'Fields of the result of enhancedGetTokensAndNFTs' });
  for (const field of ['nfts.mint', 'nfts.metadata.mint', 'tokens.mint'])
    await expect(result.getByRole('cell', { name: field, exact: true })).toHaveCount(1);
  // No cell may be empty.
  expect(
    await page.locator('td').evaluateAll((all) => all.filter((it) => !it.textContent?.trim()).length),
  ).toBe(0);
});

test('an address heading contains the full address, and search results have a live region from the start', async ({
  page,
}) => {
  for (const [path, name] of [
    [`/account/${SAMPLE_WALLET}?chain=104`, `Solana wallet ${SAMPLE_WALLET}`],
    [`/bitcoin/${KEY_ADDRESS}`, KEY_ADDRESS],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  }
  await page.goto(`/bitcoin/${KEY}`);
  await expect(
    page.getByRole('heading', { level: 1, name: /^Smart accounts of 02b811…3be31c/ }),
  ).toBeVisible();
  await page.goto('/');
  const box = page.getByRole('main').getByRole('combobox');
  const said = page.locator(`[id="${await box.getAttribute('aria-describedby')}"]`);
  expect(await said.evaluate((it) => it.closest('.hidden') === null && it.getClientRects().length > 0)).toBe(
    true,
  );
  await expect(said).toHaveText('');
  await box.fill(SAMPLE_WALLET);
  await expect(said).toContainText('Press Enter');
});

test('a skip link leads to within 12 tabs of the first NFT, and arrow keys move among the cards', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openAccount(page, NFTS);
  const focused = page.locator(':focus');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Skip to the content')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Skip to the list')).toBeFocused();
  await page.keyboard.press('Enter');
  let tabs = 0;
  for (; tabs < 12 && (await focused.and(page.locator('a[data-card]')).count()) === 0; tabs++)
    await page.keyboard.press('Tab');
  const cards = page.locator('a[data-card]');
  await expect(cards.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(cards.nth(1)).toBeFocused();
  const above = await cards.nth(1).boundingBox();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('a[data-card]:focus')).toHaveCount(1);
  const below = await focused.boundingBox();
  expect(below?.y).toBeGreaterThan(above?.y ?? 0);
  expect(below?.x).toBe(above?.x);
  await page.keyboard.press('ArrowUp');
  await expect(cards.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(cards.nth(0)).toBeFocused();
});

test('each gallery card states its position and the number of cards, and tabbing past the first screen reaches every card in order', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openAccount(page, `${NFTS}&flat=1`);
  const cards = page.locator('a[data-card]');
  await expect(cards.nth(12)).toBeAttached();
  const second = page.locator('main li').filter({ has: cards }).nth(1);
  await expect(second).toHaveAttribute('aria-posinset', '2');
  await expect(second).toHaveAttribute('aria-setsize', '76');
  await cards.first().focus();
  for (let card = 1; card <= 12; card++) {
    await page.keyboard.press('Tab');
    const at = page.locator(':focus').locator('xpath=ancestor::li');
    // A card's labels come after its link.
    while ((await at.getAttribute('aria-posinset')) === String(card)) await page.keyboard.press('Tab');
    await expect(at).toHaveAttribute('aria-posinset', String(card + 1));
    await expect(page.locator('a[data-card]:focus')).toHaveCount(1);
  }
});

test('the Share menu and the controls of a Bitcoin key’s page keep the focus', async ({ page }) => {
  await page.goto(`/bitcoin/${KEY}?chain=31337`);
  await expect(page.getByText('No live chain has answered').first()).toBeVisible();
  const share = page.getByRole('button', { name: 'Share', exact: true });
  await expectMenuFocus(share, page.getByRole('button', { name: 'Share link' }));
  const again = page.getByRole('button', { name: 'Check again', exact: true });
  await again.focus();
  const told = page.waitForResponse((answer) => answer.url().includes(`/api/accounts/${KEY}`));
  await page.keyboard.press('Enter');
  await told;
  await expect(again).toHaveAttribute('aria-disabled', 'false');
  // The group disappears from the table while its chains are being checked.
  await expect(
    again.or(page.getByRole('heading', { name: /^All chains/ })).and(page.locator(':focus')),
  ).toHaveCount(1);
  await press(page, 'button', /^Sample network/);
  await expect(page.getByRole('button', { name: 'Sample network' })).toBeFocused();
  const box = page.getByRole('textbox', { name: 'Is this my key?' });
  await box.focus();
  await box.fill('1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
  await expect(page.getByText('Does not belong to this key')).toBeVisible();
  await expect(box).toBeFocused();
});

test('running a call on the API page keeps the focus on Run, and Reset moves the focus to the request', async ({
  page,
}) => {
  await page.goto('/docs');
  await press(page, 'button', /^Run/);
  await expect(page.getByText(/^200, \d+ ms$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run' }).first()).toBeFocused();
  const request = page.getByRole('textbox', { name: 'Request' }).first();
  await request.press('End');
  await request.pressSequentially(' ');
  await press(page, 'button', /^Reset/);
  await expect(request).toBeFocused();
});
