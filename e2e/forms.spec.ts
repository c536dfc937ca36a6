import { expect, type Page } from '@playwright/test';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { holdRequests } from './held-requests';
import { KEY, KEY_ADDRESS } from './published-key';
import { test } from './test';

test('an empty look-up says what to paste and keeps the focus in the field', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Look up', exact: true }).click();
  const field = page.getByRole('main').getByRole('combobox');
  await expect(page.getByText('Paste an address, a key, a name or a link').first()).toBeVisible();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toBeFocused();
  await expect(page).toHaveURL('/');
  await field.fill(SAMPLE_WALLET);
  await expect(field).toHaveAttribute('aria-invalid', 'false');
});

test('broken JSON is marked at its line before it is sent', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await page.goto('/docs/enhancedGetTokensAndNFTs');
  const field = page.getByRole('textbox', { name: 'Request', exact: true });
  await field.fill('{\n  "id": 1,\n  "method": "rpc.discover"\n  "params": []\n}');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('Not JSON: line 4, column 3.')).toBeVisible();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toBeFocused();
  const selected = () =>
    field.evaluate((box: HTMLTextAreaElement) => box.value.slice(box.selectionStart, box.selectionEnd));
  await expect.poll(selected).toBe('  "params": []');
  expect(sent).toEqual([]);
  await field.fill('{"id": 1, "method": "rpc.discover", "params": []}');
  await expect(page.getByText('Not JSON')).toBeHidden();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText(/^200, \d+ ms$/)).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('if the script that checks for secrets cannot be loaded, nothing is sent, and the field says so', async ({
  page,
}) => {
  await page.goto('/');
  await page.route('**/_next/static/**', (route) => route.abort());
  const field = page.getByRole('main').getByRole('combobox');
  await field.fill(SAMPLE_WALLET);
  await field.press('Enter');
  await expect(page.getByText(/^(This could not be checked|Couldn’t check this text)/).first()).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('Enter looks up the text that was in the field when it was pressed', async ({ page }) => {
  await page.goto('/');
  const release = await holdRequests(page, '**/_next/static/**');
  const field = page.getByRole('main').getByRole('combobox');
  await field.fill('not an address');
  await field.press('Enter');
  await field.fill(SAMPLE_WALLET);
  await page.getByRole('button', { name: 'Theme' }).focus();
  release();
  // The rejected look-up returns the focus to the field.
  await expect(field).toBeFocused();
  await expect(page.getByText('Press Enter').first()).toBeVisible();
  await expect(page).toHaveURL('/');
});

for (const [what, path, label, text, isRead] of [
  [
    'a list is searched for text that',
    `/account/${SAMPLE_WALLET}?chain=104`,
    /^Search tokens/,
    'tide',
    (page: Page) => expect(page).toHaveURL(/[?&]q=tide/),
  ],
  [
    'an address is compared with the key that',
    `/bitcoin/${KEY}?chain=31337`,
    'Is this my key?',
    KEY_ADDRESS,
    (page: Page) => expect(page.getByText('Belongs to this key', { exact: true })).toBeVisible(),
  ],
] as const)
  test(`${what} was typed before the page’s scripts were loaded`, async ({ page }) => {
    const load = await holdRequests(page, '**/_next/static/**/*.js');
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByLabel(label).fill(text);
    load();
    await isRead(page);
  });

test('the scripts of the search fields are loaded when the visitor first uses the page', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto(`/account/${SAMPLE_WALLET}?chain=104`, { waitUntil: 'networkidle' });
  const before = scripts.length;
  const fields = page.locator('form[role="search"]');
  await expect(fields).toHaveCount(2);
  await expect(page.locator('form[data-hydrated]')).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page.locator('form[role="search"][data-hydrated]')).toHaveCount(2);
  await expect(page.getByRole('banner').getByRole('combobox')).toBeFocused();
  expect(scripts.length).toBeGreaterThan(before);
});

test('an address that is entered without focus, as by autofill, is compared with the key', async ({
  page,
}) => {
  await page.goto(`/bitcoin/${KEY}?chain=31337`, { waitUntil: 'networkidle' });
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  await page.locator('#match').evaluate((field: HTMLInputElement, address) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, address);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, KEY_ADDRESS);
  await expect(page.getByText('Belongs to this key', { exact: true })).toBeVisible();
});
