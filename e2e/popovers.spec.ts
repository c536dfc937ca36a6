import { expect, type Locator } from '@playwright/test';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { openAccount } from './account-page';
import { KEY } from './published-key';
import { test } from './test';

// Clicks and taps the text inside popovers, as visitors do, instead of the controls that the text belongs to.

const NFTS = `/account/${SAMPLE_WALLET}?chain=104&tab=nfts`;

for (const hasTouch of [false, true])
  test.describe(hasTouch ? 'with a finger' : 'with a mouse', () => {
    test.use({ hasTouch });
    const press = (target: Locator) => (hasTouch ? target.tap() : target.click());

    test('the words of a filter and of the watchlist set their checkboxes', async ({ page }) => {
      await openAccount(page, NFTS);
      await press(page.getByRole('button', { name: /^Filter/ }));
      await press(page.getByText('Can’t be moved', { exact: true }));
      await expect(page).toHaveURL(/only=locked/);
      const locked = page.getByRole('checkbox', { name: 'Can’t be moved' });
      await expect(locked).toBeChecked();
      await expect(locked).toBeVisible();
      await press(page.getByRole('heading', { level: 1 }));
      await expect(locked).toBeHidden();

      await press(page.getByRole('button', { name: 'Label or watch this address' }));
      await press(page.getByText('On my watchlist'));
      const watched = page.getByRole('checkbox', { name: 'On my watchlist' });
      await expect(watched).toBeVisible();
      await expect(watched).toBeChecked();
      await press(page.getByText('Kept in this browser only.'));
      await expect(watched).toBeVisible();
    });

    test('the QR panel stays open when it is pressed, and closes on Escape', async ({ page }) => {
      await page.goto(`/bitcoin/${KEY}?chain=31337`);
      await press(page.getByRole('button', { name: 'QR code of account 2.0.0' }));
      const code = page.getByRole('img', { name: 'QR code of account 2.0.0' });
      await expect(
        page.getByText('On EVM chains. Send only where the account is confirmed.').first(),
      ).toBeVisible();
      await press(code);
      await expect(code).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(code).toBeHidden();
    });
  });

test('the theme can be the system’s, light or dark, and is remembered', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/docs');
  const html = page.locator('html');
  const theme = page.getByRole('button', { name: 'Theme', exact: true });
  await expect(html).not.toHaveClass(/\bdark\b/);
  await theme.click();
  await page.getByRole('button', { name: 'Dark', exact: true }).click();
  await expect(html).toHaveClass(/\bdark\b/);
  await expect(theme).toBeFocused();
  await page.reload({ waitUntil: 'commit' });
  // Dark before any other script runs.
  await expect(html).toHaveClass(/\bdark\b/);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  await theme.click();
  await expect(page.getByRole('button', { name: 'Dark', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('button', { name: 'Same as the system' }).click();
  await expect(html).not.toHaveClass(/\bdark\b/);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(html).toHaveClass(/\bdark\b/);
});
