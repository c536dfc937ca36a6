import { expect } from '@playwright/test';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { openUntilShown } from './account-page';
import { test } from './test';

// Tests pages without JavaScript: the first items of a list, forms, and notes about what needs JavaScript.

test.use({ javaScriptEnabled: false });

test('without JavaScript, an account page shows the first 20 items, the total number of items and how to get the full list', async ({
  page,
}) => {
  const note = page.getByText(/^20 of \d+ items\. The full list needs JavaScript or the API\.$/);
  await openUntilShown(page, `/account/${SAMPLE_WALLET}?chain=104&tab=nfts&sort=mint&dir=desc&q=tide`, note);
  const cards = page.locator('a[data-card]');
  await expect(cards).toHaveCount(20);
  const mints = await cards.evaluateAll((all) => all.map((card) => card.getAttribute('data-card') ?? ''));
  expect(mints).toEqual(mints.toSorted().toReversed());
  await note.getByRole('link', { name: 'API' }).click();
  await expect(page).toHaveURL('/docs');
});

test('without JavaScript, the API page leads to the parameters and an example of each method', async ({
  page,
}) => {
  await page.goto('/docs');
  await page
    .getByRole('region', { name: 'Methods', exact: true })
    .getByRole('link', { name: 'svc_aa_getBTCAccount', exact: true })
    .click();
  await expect(page.getByRole('table', { name: /^Fields of/ }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Response of svc_aa_getBTCAccount' })).toContainText(
    '"result"',
  );
});

test('without JavaScript, a page that contains the complete list has no note about further items, and account pages hide the controls that would need JavaScript', async ({
  page,
}) => {
  const token = page.getByRole('table').getByText('WHALE', { exact: true });
  await openUntilShown(page, `/account/${SAMPLE_WALLET}?chain=104`, token);
  await expect(page.getByText('The full list needs JavaScript')).toHaveCount(0);
  const expectNoControls = async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('tab', { selected: true })).toBeVisible();
    for (const name of [/^Copy/, /^Share/, /^Switch between/, /^Search and/])
      await expect(page.getByRole('button', { name }), String(name)).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^(Filter|Search$)/ })).toHaveCount(0);
  };
  await expectNoControls();
  await page.goto(`/account/${SAMPLE_WALLET}?chain=104&tab=nfts`);
  await expectNoControls();
});

test('without JavaScript, the page says that the node is rate-limiting instead of showing a list', async ({
  page,
}) => {
  // Retry, because the server waits only briefly for nodes.
  await expect(async () => {
    await page.goto('/account/GThUX1Atko4tqhN2NaiTazWSeFWMuiUvfFnyJyUghFMJ?chain=103&tab=nfts&q=a');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Requests to Solana devnet are being limited', { timeout: 5_000 });
  }).toPass();
  await expect(page.locator('.skeleton').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByText(/Reading|Loading/).filter({ visible: true })).toHaveCount(0);
});

test('without JavaScript, the playground’s request is never put into a URL', async ({ page }) => {
  await page.goto('/docs/enhancedGetTokensAndNFTs');
  await expect(page.locator('form:has(textarea)')).toHaveAttribute('method', 'dialog');
});
