import { expect } from '@playwright/test';
import { SAMPLE_BIG_WALLET, SAMPLE_EMPTY_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import { openAccount, openUntilShown, openWithFirstItems } from './account-page';
import { accountPath } from './account-states';
import { KEY } from './published-key';
import { FIRST_ROWS, HEAD, stream } from './scripted-holdings';
import { test } from './test';

// Tests that pages distinguish data that was not read from data that does not exist.

test('an NFT with unread metadata is not grouped with NFTs without a collection', async ({ page }) => {
  const [first, ...others] = FIRST_ROWS;
  await stream([
    {
      ...HEAD,
      head: { ...HEAD.head, nfts: FIRST_ROWS.length },
      nfts: [{ ...first, name: '', warnings: ['metadata-unread'], unverified: true }, ...others],
    },
    { type: 'done' },
  ])(page);
  await page.goto(accountPath(SAMPLE_BIG_WALLET, '&tab=nfts'));
  await expect(page.getByRole('heading', { level: 2, name: 'Collection not read 1' })).toBeVisible();
  const card = page.locator(`a[data-card][href*="${first?.address}"]`);
  await expect(card).toContainText('Name not read');
  await expect(card).toContainText('Image not read');
  await expect(card).not.toContainText('unverified');
});

test('input that is not an address is shown with its error, unless it is a secret', async ({ page }) => {
  await page.goto('/account/0OIl%E2%80%AE%E2%81%A7abc');
  await expect(page.getByRole('alert').getByText('0OIlabc', { exact: true })).toBeVisible();
  const damaged = 'bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2v';
  await page.goto(`/bitcoin/${damaged}`);
  await expect(page.getByRole('alert').getByText(damaged, { exact: true })).toBeVisible();
  const secret = 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617';
  for (const path of [`/account/${secret}`, `/bitcoin/${secret}`, `/?q=${secret}`]) {
    await page.goto(path);
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expect(page.getByText(secret)).toHaveCount(0);
  }
  await expect(page.getByRole('main').getByRole('combobox')).toHaveValue('');
});

test('rejected text from a link can be edited in the search box, and its error appears only once', async ({
  page,
}) => {
  const damaged = 'bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2v';
  await page.goto(`/?q=${damaged}`);
  const main = page.getByRole('main');
  const box = main.getByRole('combobox');
  await expect(box).toHaveValue(damaged);
  await page.waitForLoadState('networkidle');
  // Exclude the visually hidden live region, which announces the same error later.
  const refusal = main.getByText('checksum').and(page.locator(':not([role=status])'));
  await expect(refusal).toHaveCount(1);
  await box.press('End');
  await box.press('Backspace');
  await expect(main.getByRole('alert')).toHaveCount(0);
  await box.press('w');
  await expect(main.locator('.said')).toBeVisible();
  await expect(refusal).toHaveCount(1);
});

test('the page of a nonexistent item shows addresses from the URL only if they are valid', async ({
  page,
}) => {
  const tooLarge = 'z'.repeat(44); // Decodes to 33 bytes.
  for (const text of [tooLarge, 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617']) {
    await page.goto(`/account/${SAMPLE_WALLET}/${text}?chain=104`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This account doesn’t hold the item');
    await expect(page.getByRole('main').getByText(text)).toHaveCount(0);
  }
});

test('the page of an unsupported chain lists the supported chains, and its network menu stays within the page at 320 px', async ({
  page,
}) => {
  await page.goto(`/account/${SAMPLE_WALLET}?chain=999`);
  await expect(page.getByRole('alert').filter({ hasText: '999' })).toContainText(
    'This server does not serve chain 999. It serves Solana mainnet (101), Solana testnet (102), Solana devnet (103) and the sample network (104).',
  );
  await expect(page.getByText('Unsupported chainId')).toHaveCount(0);
  // An account that was not read has no balance and counts, and no placeholders for them.
  await expect(page.getByRole('main')).not.toContainText(/—|tokens/);
  await page.setViewportSize({ width: 320, height: 690 });
  await page.getByRole('button', { name: /^Network/ }).click();
  const links = page.getByRole('navigation', { name: 'Network' }).getByRole('link');
  await expect(links).toHaveCount(4);
  for (const link of await links.all()) {
    const { x, width } = (await link.boundingBox()) ?? { x: Number.NaN, width: Number.NaN };
    expect(x + width).toBeLessThanOrEqual(304);
  }
});

test('each item that the filter “Can’t be moved” finds has a label with the reason', async ({ page }) => {
  await openAccount(page, accountPath(SAMPLE_WALLET, '&tab=nfts&flat=1&only=locked'));
  const cards = page.locator('main li', { has: page.locator('a[data-card]') });
  await expect(cards).toHaveCount(5);
  for (const card of await cards.all())
    await expect(
      card.getByRole('button', { name: /^(for sale|locked|frozen|lock not known)$/ }),
    ).toBeVisible();
});

test('an account that was not read completely is not shown as without NFTs', async ({ page }) => {
  const type = page.getByText('This address has no SOL on the sample network.');
  await openUntilShown(page, accountPath(SAMPLE_EMPTY_WALLET, '&tab=nfts'), type);
  await expect(page.getByText(/holds nothing|holds no NFTs|No tokens/)).toHaveCount(0);
});

test('the progress bar of a key’s page counts the chains', async ({ page }) => {
  const cells = ['1.0.0', '2.0.0'].map((version) => ({
    chainId: 111,
    version,
    state: 'unknown',
    reason: 'no-endpoint',
    message: 'none',
    at: '2026-01-01T00:00:00.000Z',
  }));
  // One chain has no endpoint, and the others do not respond.
  await page.addInitScript(
    (told) => {
      const { fetch: original } = window;
      window.fetch = (input, init) => {
        if (!String(input).includes('/api/accounts/')) return original(input, init);
        const body = new ReadableStream<Uint8Array>({
          start: (stream) => stream.enqueue(new TextEncoder().encode(told)),
        });
        return Promise.resolve(new Response(body));
      };
    },
    cells.map((cell) => `${JSON.stringify(cell)}\n`).join(''),
  );
  await page.goto(`/bitcoin/${KEY}?chain=31337`);
  await expect(page.locator('th[scope=rowgroup]').first()).toHaveText('Checking');
  await expect(page.getByRole('button', { name: 'Unknown 1' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Chains checked' })).toHaveAttribute(
    'aria-valuemax',
    '3',
  );
  await expect(page.getByRole('progressbar', { name: 'Chains checked' })).toHaveAttribute(
    'aria-valuenow',
    '1',
  );
});

test('the status bar says that the rest of the account is loading, and does not cover the end of the page', async ({
  page,
}) => {
  await page.route('**/api/holdings/**', () => undefined);
  await openWithFirstItems(page, accountPath(SAMPLE_WALLET, '&tab=nfts'));
  const bar = page.locator('.status-bar');
  await expect(bar).toContainText('Loading the rest of the account');
  const foot = page.getByText('Satchel only reads chains');
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const { y = 999, height = 0 } = (await foot.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0);
  }).toPass();
});

test('creators’ shares are labeled as shares of royalties, and a collapsed section has a marker', async ({
  page,
}) => {
  await page.goto(`/account/${SAMPLE_WALLET}/${sampleAddress('account tidepool 1')}?chain=104`);
  await page.getByRole('heading', { name: 'Royalties' }).click();
  await expect(page.getByRole('columnheader', { name: 'Share of royalties' })).toBeVisible();
  await expect(page.locator('summary', { hasText: 'API response' }).locator('svg')).toBeVisible();
});
