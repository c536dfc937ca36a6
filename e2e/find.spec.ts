import { expect, test } from '@playwright/test';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { KEY, KEY_ADDRESS } from './states';

test('the box says what it recognised, or what is wrong, before Enter', async ({ page }) => {
  await page.goto('/');
  const box = page.getByRole('main').getByRole('searchbox');
  for (const [text, said] of [
    [SAMPLE_WALLET, 'Solana address. Press Enter.'],
    ['Anything.sol', 'Solana name. Press Enter.'],
    [KEY, 'Bitcoin public key. Press Enter.'],
    [KEY.slice(2), 'x-only Bitcoin key: two keys fit. Press Enter.'],
    [KEY_ADDRESS, 'Bitcoin address (P2WPKH). Press Enter.'],
    ['0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc', 'EVM address. Press Enter.'],
    [`https://solscan.io/account/${SAMPLE_WALLET}`, 'Solana address. Press Enter.'],
    [`${KEY_ADDRESS.slice(0, -1)}v`, 'checksum'],
    ['0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bC', 'checksum'],
    [SAMPLE_WALLET.slice(0, -4), 'bytes long'],
  ] as const) {
    await box.fill(text);
    await expect(page.getByRole('main').getByText(said)).toBeVisible();
  }
});

test('Ctrl+K finds from anywhere, keeps recents and forgets them', async ({ page }) => {
  await page.goto('/docs');
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill(KEY_ADDRESS);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(KEY_ADDRESS));
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(dialog.getByRole('link', { name: /Bitcoin address \(P2WPKH\)/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('link', { name: /Bitcoin address \(P2WPKH\)/ })).toBeFocused();
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await expect(dialog.getByRole('heading', { name: 'Recent' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('/');
  await expect(page.getByRole('banner').getByRole('searchbox')).toBeFocused();
});

test('without script the box leads to the page, or back with what is wrong', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('main').getByRole('searchbox').fill(SAMPLE_WALLET);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(SAMPLE_WALLET);
  await page.goto('/');
  await page.getByRole('main').getByRole('searchbox').fill('nonsense that is long enough');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await context.close();
});

test('what is pressed and typed before the page’s script comes is not lost', async ({ page }) => {
  let letScriptsCome: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letScriptsCome = resolve;
  });
  await page.route('**/_next/static/**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('main').getByRole('searchbox').fill(SAMPLE_WALLET);
  await page.keyboard.press('Control+k');
  letScriptsCome();
  await expect(page.getByRole('dialog').getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main').getByText('Solana address. Press Enter.')).toBeVisible();
});
