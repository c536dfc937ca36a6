import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { SAMPLE_SPENT_ADDRESS } from '@/lib/bitcoin/spends/sample-addresses';
import { SAMPLE_SHOWCASE_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { exportAction } from './account-page';
import { addWallet } from './fake-wallets';
import { test } from './test';

// The tasks of a first-time visitor, on a phone and on a desktop, each without a wrong turn.

const TOKENS = `/account/${SAMPLE_WALLET}?chain=104`;

for (const width of [390, 1280])
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('a visitor connects a wallet, and its account opens with one click', async ({ page }) => {
      await addWallet(page);
      await page.goto('/');
      await page.getByRole('main').getByRole('button', { name: 'Stub Wallet', exact: true }).click();
      await expect(page).toHaveURL(`/account/${SAMPLE_WALLET}`);
    });

    test('a visitor sees which token is dangerous, why, and who can act, finds the real token that a look-alike imitates, the largest token, what the supply of a token is, and who can change it', async ({
      page,
    }) => {
      await page.goto(TOKENS);
      const openRisks = async () => {
        // The panel is closed on phones.
        if (width < 640) await page.getByRole('button', { name: /^What to worry about/ }).click();
      };
      await openRisks();
      const risk = page
        .getByRole('region', { name: 'What to worry about' })
        .getByRole('listitem')
        .filter({ hasText: 'REEF' });
      await expect(risk).toContainText('One address can move or burn it at any time.');
      const who = risk.getByRole('link').last();
      const address = await who.getAttribute('title');
      await who.click();
      await expect(page).toHaveURL(new RegExp(`/account/${address}`));
      await page.goBack();
      await openRisks();
      await page
        .getByRole('listitem')
        .filter({ hasText: 'Not CRAB. The real one is' })
        .getByRole('link')
        .last()
        .click();
      await expect(page.getByRole('heading', { level: 1, name: 'Crab Dollar' })).toBeVisible();
      await page.goBack();
      await page.getByRole('table').getByRole('link', { name: 'Amount' }).click();
      // Wrapped SOL stays below SOL.
      const first = page.getByRole('table').locator('a[data-item]').filter({ hasNotText: /^SOL$/ }).first();
      await expect(first).toHaveText('GRAIN');
      await page.getByRole('table').getByRole('link', { name: 'REEF', exact: true }).click();
      await expect(page.getByText(/of the supply of 1,000,000,000$/)).toBeVisible();
      await expect(page.getByText('More can be minted.')).toBeVisible();
      await page
        .getByRole('article')
        .getByRole('link', { name: /^64oRxg/ })
        .click();
      const facts = page.getByRole('main').locator('dl').first();
      for (const words of ['Supply', 'Who can mint', 'Who can freeze'])
        await expect(facts).toContainText(words);
    });

    test('a visitor gets from a Bitcoin address to its smart account', async ({ page }) => {
      await page.goto(`/bitcoin/${SAMPLE_SPENT_ADDRESS}?chain=31337`);
      const search = page.getByRole('button', { name: 'Search the sample network' });
      const open = page.getByRole('link', { name: 'Check where its accounts are safe to use' });
      // Another test may have found the key.
      await expect(search.or(open)).toBeVisible();
      if (await search.isVisible()) await search.click();
      await open.click();
      await expect(page.getByRole('region', { name: 'Account 2.0.0', exact: true })).toContainText('0x');
      await expect(page.getByText('Belongs to this key, on a test network')).toBeVisible();
    });

    test('a visitor exports one collection and enlarges a picture', async ({ page }) => {
      await page.goto(`/account/${SAMPLE_SHOWCASE_WALLET}?chain=104&tab=nfts`);
      await page
        .getByRole('link', { name: /^Only this.*Harbor Lights/ })
        .first()
        .click();
      await expect(page.getByText(/^24 NFTs/)).toBeVisible();
      const action = await exportAction(page, 'CSV');
      const [download] = await Promise.all([page.waitForEvent('download'), action.click()]);
      const lines = readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\r\n');
      expect(lines).toHaveLength(25);
      await page
        .getByRole('link', { name: /Harbor Lights #118\b/ })
        .first()
        .click();
      await page.getByRole('button', { name: /enlarge$/ }).click();
      const picture = page.getByRole('dialog').getByRole('img');
      await expect(picture).toBeVisible();
      const { width: shown = 0 } = (await picture.boundingBox()) ?? {};
      expect(shown).toBeGreaterThan(Math.min(width, 844) * 0.9);
    });
  });
